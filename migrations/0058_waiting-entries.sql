DROP INDEX `entries_moderation`;--> statement-breakpoint
CREATE INDEX `entries_moderation` ON `entries` (`moderation`,`created_at`,`loop_id`);