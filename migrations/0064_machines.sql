CREATE TABLE `machines` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`tasks` text NOT NULL,
	`token_hash` text NOT NULL,
	`next_token_hash` text,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	`seen_at` integer,
	`lag_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `machines_name` ON `machines` (`name`) WHERE revoked_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `machines_token` ON `machines` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `machines_next_token` ON `machines` (`next_token_hash`);