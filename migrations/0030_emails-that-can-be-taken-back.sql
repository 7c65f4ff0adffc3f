-- Emails that staff had sent leave later, and can be taken back until then.
ALTER TABLE `emails` ADD `sent_by_staff_id` text;--> statement-breakpoint
CREATE INDEX `emails_held` ON `emails` (`sent_by_staff_id`,`next_try_at`) WHERE state = 'waiting' AND sent_by_staff_id IS NOT NULL;