ALTER TABLE `photos` ADD `is_waiting` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `photos` ADD `refusal` text;--> statement-breakpoint
CREATE INDEX `photos_waiting` ON `photos` (`created_at`) WHERE is_waiting = 1;