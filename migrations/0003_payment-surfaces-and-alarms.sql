CREATE TABLE `alarms` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`object_type` text NOT NULL,
	`object_id` text NOT NULL,
	`message` text NOT NULL,
	`occasion_key` text NOT NULL,
	`times` integer DEFAULT 1 NOT NULL,
	`raised_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`settled_at` integer,
	`settled_by_staff_id` text,
	`settled_reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarms_occasion` ON `alarms` (`occasion_key`);--> statement-breakpoint
CREATE INDEX `alarms_open` ON `alarms` (`raised_at`) WHERE settled_at IS NULL;--> statement-breakpoint
CREATE INDEX `alarms_object` ON `alarms` (`object_type`,`object_id`);--> statement-breakpoint
ALTER TABLE `payments` ADD `surface` text DEFAULT 'page' NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `returned_at` integer;