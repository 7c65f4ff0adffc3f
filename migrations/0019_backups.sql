CREATE TABLE `backup_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`newest_at` integer,
	`object_key` text,
	`bytes` integer,
	`rows_restored` integer,
	`failure` text,
	CONSTRAINT "backup_runs_kind" CHECK(kind IN ('replica', 'nightly', 'drill'))
);
--> statement-breakpoint
CREATE INDEX `backup_runs_newest` ON `backup_runs` (`kind`,`at`);
