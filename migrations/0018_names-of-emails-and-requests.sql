-- Names only, of tables, columns and of keys within JSON. Indexes are made again because SQLite cannot rename them.
ALTER TABLE `letters` RENAME TO `emails`;--> statement-breakpoint
ALTER TABLE `emails` RENAME COLUMN `occasion_key` TO `dedupe_key`;--> statement-breakpoint
ALTER TABLE `alarms` RENAME COLUMN `occasion_key` TO `dedupe_key`;--> statement-breakpoint
ALTER TABLE `alarms` RENAME COLUMN `settled_at` TO `resolved_at`;--> statement-breakpoint
ALTER TABLE `alarms` RENAME COLUMN `settled_by_staff_id` TO `resolved_by_staff_id`;--> statement-breakpoint
ALTER TABLE `alarms` RENAME COLUMN `settled_reason` TO `resolved_reason`;--> statement-breakpoint
ALTER TABLE `refunds` RENAME COLUMN `asked_by_staff_id` TO `requested_by_staff_id`;--> statement-breakpoint
ALTER TABLE `refund_requests` RENAME COLUMN `asked_by_staff_id` TO `requested_by_staff_id`;--> statement-breakpoint
ALTER TABLE `discount_requests` RENAME COLUMN `asked_by_staff_id` TO `requested_by_staff_id`;--> statement-breakpoint
ALTER TABLE `orders` RENAME COLUMN `gift_wishes` TO `gift_details`;--> statement-breakpoint
ALTER TABLE `loops` RENAME COLUMN `letter_day` TO `email_day`;--> statement-breakpoint
ALTER TABLE `loops` RENAME COLUMN `letter_hour` TO `email_hour`;--> statement-breakpoint
ALTER TABLE `loops` RENAME COLUMN `letters_since` TO `emails_since`;--> statement-breakpoint
ALTER TABLE `loops` RENAME COLUMN `letter_week` TO `email_week`;--> statement-breakpoint
ALTER TABLE `loops` RENAME COLUMN `letters_paused_at` TO `emails_paused_at`;--> statement-breakpoint
ALTER TABLE `audit_events` RENAME COLUMN `act` TO `action`;--> statement-breakpoint
DROP INDEX `letters_occasion`;--> statement-breakpoint
DROP INDEX `letters_waiting`;--> statement-breakpoint
DROP INDEX `letters_account`;--> statement-breakpoint
DROP INDEX `letters_to`;--> statement-breakpoint
DROP INDEX `letters_created`;--> statement-breakpoint
DROP INDEX `letters_kind`;--> statement-breakpoint
DROP INDEX `letters_state`;--> statement-breakpoint
DROP INDEX `letters_resend`;--> statement-breakpoint
DROP INDEX `alarms_occasion`;--> statement-breakpoint
CREATE UNIQUE INDEX `emails_dedupe_key` ON `emails` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `emails_waiting` ON `emails` (`next_try_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `emails_account` ON `emails` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `emails_to` ON `emails` (`to_email`,`created_at`);--> statement-breakpoint
CREATE INDEX `emails_created` ON `emails` (`created_at`);--> statement-breakpoint
CREATE INDEX `emails_kind` ON `emails` (`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `emails_state` ON `emails` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `emails_resend` ON `emails` (`resend_of`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `alarms_dedupe_key` ON `alarms` (`dedupe_key`);--> statement-breakpoint
UPDATE `alarms` SET `kind` = 'invariant_violated', `object_type` = 'invariant', `dedupe_key` = 'invariant:' || substr(`dedupe_key`, 5) WHERE `object_type` = 'law';
--> statement-breakpoint
UPDATE `settings` SET `value` = replace(`value`, '"weeklyLetters"', '"weeklyEmails"') WHERE `key` = 'switches';--> statement-breakpoint
UPDATE `shipments` SET `prints` = replace(`prints`, '"addressMark"', '"addressHash"') WHERE `prints` LIKE '%"addressMark"%';
