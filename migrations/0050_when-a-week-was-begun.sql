ALTER TABLE `drafts` ADD `begun_at` integer;--> statement-breakpoint
ALTER TABLE `entries` ADD `begun_at` integer;--> statement-breakpoint
ALTER TABLE `accounts` DROP COLUMN `notify_by_sms`;--> statement-breakpoint
ALTER TABLE `accounts` DROP COLUMN `notify_by_push`;--> statement-breakpoint
-- Of older drafts no more is known, and from now on it stays.
UPDATE `drafts` SET `begun_at` = `updated_at`;
