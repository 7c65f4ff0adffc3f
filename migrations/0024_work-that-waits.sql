-- What waits for staff and who has taken it, notes to follow up, disputes, the provider’s statement, and the making of partner orders.
CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`stage` text NOT NULL,
	`amount_pence` integer NOT NULL,
	`fee_pence` integer,
	`reason` text DEFAULT 'general' NOT NULL,
	`due_at` integer,
	`opened_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "disputes_stage" CHECK(stage IN ('inquiry', 'inquiry_closed', 'open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE INDEX `disputes_order` ON `disputes` (`order_id`);--> statement-breakpoint
CREATE INDEX `disputes_waiting` ON `disputes` (`opened_at`) WHERE stage IN ('inquiry', 'open');--> statement-breakpoint
CREATE TABLE `statement_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`payment_intent_id` text,
	`amount_pence` integer NOT NULL,
	`fee_pence` integer NOT NULL,
	`at` integer NOT NULL,
	`booked_day` text NOT NULL,
	`read_at` integer NOT NULL,
	CONSTRAINT "statement_lines_kind" CHECK(kind IN ('payment', 'refund', 'dispute', 'other'))
);
--> statement-breakpoint
CREATE INDEX `statement_lines_booked` ON `statement_lines` (`booked_day`);--> statement-breakpoint
CREATE TABLE `work_items` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`owner_staff_id` text,
	`put_off_until` text,
	`closed_at` integer,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`),
	FOREIGN KEY (`owner_staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "work_items_kind_word" CHECK(kind IN ('dispute', 'refund', 'vouchers', 'seal', 'discount', 'super_admin', 'email', 'shipment', 'week', 'alarm'))
);
--> statement-breakpoint
ALTER TABLE `account_notes` ADD `order_id` text REFERENCES orders(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `account_notes` ADD `owner_staff_id` text REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE `account_notes` ADD `due_day` text;--> statement-breakpoint
ALTER TABLE `account_notes` ADD `done_at` integer;--> statement-breakpoint
CREATE INDEX `account_notes_order` ON `account_notes` (`order_id`) WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `account_notes_due` ON `account_notes` (`owner_staff_id`,`due_day`) WHERE due_day IS NOT NULL AND done_at IS NULL;--> statement-breakpoint
ALTER TABLE `voucher_batches` ADD `state` text DEFAULT 'made' NOT NULL;--> statement-breakpoint
ALTER TABLE `voucher_batches` ADD `terms` text;--> statement-breakpoint
ALTER TABLE `voucher_batches` ADD `approved_at` integer;--> statement-breakpoint
ALTER TABLE `voucher_batches` ADD `finished_at` integer;--> statement-breakpoint
ALTER TABLE `voucher_batches` ADD `seal_opened_at` integer;--> statement-breakpoint
ALTER TABLE `voucher_batches` ADD `seal_opened_by_staff_id` text;--> statement-breakpoint
ALTER TABLE `voucher_batches` ADD `seal_reason` text;--> statement-breakpoint
ALTER TABLE `voucher_batches` ADD `seal_asked_by_staff_id` text;--> statement-breakpoint
ALTER TABLE `voucher_batches` ADD `seal_asked_at` integer;--> statement-breakpoint
ALTER TABLE `voucher_batches` ADD `seal_asked_reason` text;--> statement-breakpoint
CREATE INDEX `voucher_batches_waiting` ON `voucher_batches` (`created_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `voucher_batches_seal` ON `voucher_batches` (`seal_asked_at`) WHERE seal_asked_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ledger_at` ON `ledger` (`at`);--> statement-breakpoint
-- Disputes were alarms and lines of the ledger alone; the time to answer is not known of those.
INSERT INTO `disputes` (`id`, `order_id`, `stage`, `amount_pence`, `opened_at`, `updated_at`)
SELECT `provider_reference`, `order_id`,
  CASE
    WHEN EXISTS (SELECT 1 FROM `ledger` AS `won` WHERE `won`.`kind` = 'dispute_won' AND `won`.`provider_reference` = `ledger`.`provider_reference`) THEN 'won'
    WHEN EXISTS (SELECT 1 FROM `alarms` WHERE `dedupe_key` = 'dispute:' || `ledger`.`provider_reference` || ':lost') THEN 'lost'
    ELSE 'open'
  END,
  -`amount_pence`, `at`, `at`
FROM `ledger` WHERE `kind` = 'dispute';--> statement-breakpoint
INSERT OR IGNORE INTO `disputes` (`id`, `order_id`, `stage`, `amount_pence`, `opened_at`, `updated_at`)
SELECT replace(replace(`dedupe_key`, 'dispute:', ''), ':inquiry', ''), `orders`.`id`, 'inquiry', `orders`.`total_pence`, `raised_at`, `raised_at`
FROM `alarms` JOIN `orders` ON `orders`.`id` = `alarms`.`object_id`
WHERE `alarms`.`kind` = 'dispute_inquiry' AND `resolved_at` IS NULL;--> statement-breakpoint
UPDATE `voucher_batches` SET `state` = 'waiting'
WHERE `approved_by_staff_id` IS NULL
  AND EXISTS (SELECT 1 FROM `vouchers` WHERE `batch_id` = `voucher_batches`.`id` AND `vouchers`.`status` = 'SUSPENDED');--> statement-breakpoint
UPDATE `voucher_batches` SET `finished_at` = `created_at` WHERE `state` = 'made';
