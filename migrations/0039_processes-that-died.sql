ALTER TABLE `emails` ADD `taken_until` integer;--> statement-breakpoint
ALTER TABLE `jobs` ADD `deaths` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_dead` ON `jobs` (`kind`,`subject_id`) WHERE state = 'dead';--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `taken_until` integer;--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `deaths` integer DEFAULT 0 NOT NULL;