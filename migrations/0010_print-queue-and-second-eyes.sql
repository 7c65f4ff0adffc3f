CREATE TABLE `refund_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`amount_pence` integer NOT NULL,
	`reason` text NOT NULL,
	`even_if_used` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`asked_by_staff_id` text NOT NULL,
	`decided_by_staff_id` text,
	`decided_reason` text,
	`refund_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refund_requests_amount" CHECK("refund_requests"."amount_pence" > 0),
	CONSTRAINT "refund_requests_state_word" CHECK(state IN ('waiting', 'approved', 'declined')),
	CONSTRAINT "refund_requests_two" CHECK("refund_requests"."decided_by_staff_id" IS NULL OR "refund_requests"."decided_by_staff_id" <> "refund_requests"."asked_by_staff_id")
);
--> statement-breakpoint
CREATE INDEX `refund_requests_order` ON `refund_requests` (`order_id`);--> statement-breakpoint
CREATE INDEX `refund_requests_state` ON `refund_requests` (`state`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `refund_requests_one_waiting` ON `refund_requests` (`order_id`) WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE `letters` ADD `resend_of` text;--> statement-breakpoint
CREATE INDEX `letters_kind` ON `letters` (`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `letters_state` ON `letters` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `letters_resend` ON `letters` (`resend_of`,`created_at`);--> statement-breakpoint
ALTER TABLE `shipments` ADD `files_state` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `shipments` ADD `files_failure` text;--> statement-breakpoint
ALTER TABLE `shipments` ADD `prints` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `shipments` ADD `printing_at` integer;--> statement-breakpoint
ALTER TABLE `shipments` ADD `shipped_at` integer;--> statement-breakpoint
ALTER TABLE `shipments` ADD `delivered_at` integer;--> statement-breakpoint
CREATE INDEX `shipments_loop` ON `shipments` (`loop_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `shipments_own_book` ON `shipments` (`loop_id`) WHERE order_id IS NULL AND reprint_of IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `shipments_one_reprint` ON `shipments` (`reprint_of`) WHERE state IN ('waiting', 'printing');--> statement-breakpoint
INSERT INTO `shipments` (`id`, `loop_id`, `state`, `carrier`, `tracking_number`, `expected_day`, `printing_at`, `shipped_at`, `delivered_at`, `created_at`, `updated_at`)
SELECT lower(hex(randomblob(10))), `id`,
  CASE `status` WHEN 'COMPLETED' THEN 'waiting' WHEN 'PRINTING' THEN 'printing' WHEN 'SHIPPED' THEN 'shipped' ELSE 'delivered' END,
  `carrier`, `tracking_number`, `delivery_day`, `printing_at`, `shipped_at`, `delivered_at`, coalesce(`completed_at`, `updated_at`), `updated_at`
FROM `loops` WHERE `status` <> 'ACTIVE';
