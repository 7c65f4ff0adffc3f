CREATE TABLE `email_lanes` (
	`lane` text PRIMARY KEY NOT NULL,
	`paused_at` integer,
	`paused_by_staff_id` text,
	`pause_reason` text,
	`halvings` integer DEFAULT 0 NOT NULL,
	`slowed_at` integer,
	`reply` text
);
--> statement-breakpoint
CREATE TABLE `sending_addresses` (
	`address` text PRIMARY KEY NOT NULL,
	`days` integer NOT NULL,
	`last_day` text NOT NULL
);
--> statement-breakpoint
DELETE FROM `service_checks` WHERE `name` = 'mail-sending';--> statement-breakpoint
DROP INDEX `emails_waiting`;--> statement-breakpoint
ALTER TABLE `emails` ADD `lane` text DEFAULT 'reminders' NOT NULL;--> statement-breakpoint
ALTER TABLE `emails` ADD `handed_over_at` integer;--> statement-breakpoint
ALTER TABLE `emails` ADD `deaths` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `emails` ADD `is_emptied` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `emails` SET `lane` = CASE
	WHEN `kind` = 'weekly' THEN 'weekly'
	WHEN `kind` IN ('loop_waiting', 'voucher_reminder') THEN 'reminders'
	WHEN `kind` IN ('verification_code', 'account_exists', 'password_reset', 'password_changed', 'email_change_code', 'email_changed',
		'deletion_asked', 'deletion_withdrawn', 'account_deleted', 'account_restored', 'account_opened', 'account_corrected',
		'staff_changed', 'staff_set_up') THEN 'codes'
	ELSE 'orders' END
WHERE `state` = 'waiting' OR `created_at` > unixepoch() * 1000 - 172800000;--> statement-breakpoint
UPDATE `emails` SET `kind` = 'year_over' WHERE `state` = 'waiting' AND `kind` = 'weekly' AND `dedupe_key` LIKE 'weekly:%:53';--> statement-breakpoint
CREATE INDEX `emails_sent` ON `emails` (`sent_at`,`lane`) WHERE state = 'sent' AND is_emptied = 0;--> statement-breakpoint
CREATE INDEX `emails_waiting` ON `emails` (`lane`,`next_try_at`,lower(substr("to_email", instr("to_email", '@') + 1)),`created_at`) WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE `loops` ADD `next_email_at` integer DEFAULT 0;--> statement-breakpoint
CREATE INDEX `loops_next_email` ON `loops` (`next_email_at`) WHERE next_email_at IS NOT NULL;--> statement-breakpoint
UPDATE `loops` SET `next_email_at` = NULL WHERE `status` <> 'ACTIVE';--> statement-breakpoint
CREATE TRIGGER `loops_email_looked_at` AFTER UPDATE OF `status`, `start_day`, `pauses`, `email_day`, `email_hour`, `emails_paused_at`,
	`emails_since`, `account_id` ON `loops` BEGIN
	UPDATE `loops` SET `next_email_at` = 0 WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `accounts_emails_looked_at` AFTER UPDATE OF `status`, `is_test`, `notify_by_email`, `email_verified_at`, `deletion_due_at`
	ON `accounts` BEGIN
	UPDATE `loops` SET `next_email_at` = 0 WHERE `account_id` = NEW.`id` AND `next_email_at` IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `loop_credits_emails_looked_at` AFTER UPDATE OF `cancelled_at` ON `loop_credits` BEGIN
	UPDATE `loops` SET `next_email_at` = 0 WHERE `id` = NEW.`loop_id`;
END;
