-- The provider’s payouts with what each is made of, and when a dispute was answered and by whom.
CREATE TABLE `payout_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`payout_id` text NOT NULL,
	`kind` text NOT NULL,
	`reference` text NOT NULL,
	`payment_intent_id` text,
	`amount_pence` integer NOT NULL,
	`fee_pence` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`payout_id`) REFERENCES `payouts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_lines_kind" CHECK(kind IN ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'fee', 'other'))
);
--> statement-breakpoint
CREATE INDEX `payout_lines_payout` ON `payout_lines` (`payout_id`);--> statement-breakpoint
CREATE INDEX `payout_lines_reference` ON `payout_lines` (`kind`,`reference`);--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`amount_pence` integer NOT NULL,
	`status` text NOT NULL,
	`is_by_hand` integer DEFAULT false NOT NULL,
	`left_at` integer NOT NULL,
	`arrives_at` integer NOT NULL,
	`lines_read_at` integer,
	`updated_at` integer NOT NULL,
	CONSTRAINT "payouts_status" CHECK(status IN ('on_its_way', 'paid', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `payouts_left` ON `payouts` (`left_at`);--> statement-breakpoint
ALTER TABLE `disputes` ADD `answered_at` integer;--> statement-breakpoint
ALTER TABLE `disputes` ADD `answered_by_staff_id` text;