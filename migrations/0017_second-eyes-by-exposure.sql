CREATE TABLE `discount_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`discount_id` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`asked_by_staff_id` text NOT NULL,
	`decided_by_staff_id` text,
	`decided_reason` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`discount_id`) REFERENCES `discounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "discount_requests_state_word" CHECK(state IN ('waiting', 'approved', 'declined')),
	CONSTRAINT "discount_requests_decided" CHECK(("discount_requests"."state" = 'waiting') = ("discount_requests"."decided_by_staff_id" IS NULL)),
	CONSTRAINT "discount_requests_two" CHECK("discount_requests"."decided_by_staff_id" IS NULL OR "discount_requests"."decided_by_staff_id" <> "discount_requests"."asked_by_staff_id")
);
--> statement-breakpoint
CREATE INDEX `discount_requests_discount` ON `discount_requests` (`discount_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `discount_requests_one_waiting` ON `discount_requests` (`discount_id`) WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE `order_lines` ADD `withdrawn_quantity` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `refund_requests` ADD `goodwill_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `refund_requests` ADD `taken` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `refund_requests` ADD `voucher` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `taken` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `refunds_created` ON `refunds` (`created_at`);--> statement-breakpoint
-- A discount that waited for a second person is switched on by nothing before that person has approved it.
CREATE TRIGGER `discounts_wait` BEFORE UPDATE OF `is_active` ON `discounts`
WHEN NEW.`is_active` = 1
  AND EXISTS (SELECT 1 FROM `discount_requests` WHERE `discount_id` = NEW.`id`)
  AND NOT EXISTS (SELECT 1 FROM `discount_requests` WHERE `discount_id` = NEW.`id` AND `state` = 'approved')
BEGIN
  SELECT RAISE(ABORT, 'A second person has to approve this discount first.');
END;
