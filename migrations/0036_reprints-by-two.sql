-- Reprints that a second person decides, what a reprint costs and who asked for it, and such requests as work that waits.
CREATE TABLE `reprint_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`shipment_id` text NOT NULL,
	`printing` integer NOT NULL,
	`cost_pence` integer NOT NULL,
	`cause` text NOT NULL,
	`payer` text NOT NULL,
	`reason` text NOT NULL,
	`delivery_address` text,
	`state` text DEFAULT 'waiting' NOT NULL,
	`requested_by_staff_id` text NOT NULL,
	`decided_by_staff_id` text,
	`decided_reason` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`reprint_id` text,
	FOREIGN KEY (`shipment_id`) REFERENCES `shipments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reprint_id`) REFERENCES `shipments`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reprint_requests_cost" CHECK("reprint_requests"."cost_pence" >= 0),
	CONSTRAINT "reprint_requests_state_word" CHECK(state IN ('waiting', 'approved', 'declined')),
	CONSTRAINT "reprint_requests_two" CHECK("reprint_requests"."decided_by_staff_id" IS NULL OR "reprint_requests"."decided_by_staff_id" <> "reprint_requests"."requested_by_staff_id")
);
--> statement-breakpoint
CREATE INDEX `reprint_requests_shipment` ON `reprint_requests` (`shipment_id`);--> statement-breakpoint
CREATE INDEX `reprint_requests_reprint` ON `reprint_requests` (`reprint_id`);--> statement-breakpoint
CREATE INDEX `reprint_requests_waiting` ON `reprint_requests` (`created_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX `reprint_requests_one_waiting` ON `reprint_requests` (`shipment_id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `__new_work_items` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`owner_staff_id` text,
	`put_off_until` text,
	`closed_at` integer,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`),
	FOREIGN KEY (`owner_staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "work_items_kind_word" CHECK(kind IN ('dispute', 'refund', 'reprint', 'vouchers', 'seal', 'discount', 'super_admin', 'email', 'shipment', 'week', 'alarm'))
);
--> statement-breakpoint
INSERT INTO `__new_work_items`("kind", "subject_id", "owner_staff_id", "put_off_until", "closed_at", "updated_at") SELECT "kind", "subject_id", "owner_staff_id", "put_off_until", "closed_at", "updated_at" FROM `work_items`;--> statement-breakpoint
DROP TABLE `work_items`;--> statement-breakpoint
ALTER TABLE `__new_work_items` RENAME TO `work_items`;--> statement-breakpoint
ALTER TABLE `shipments` ADD `reprint_staff_id` text;--> statement-breakpoint
ALTER TABLE `shipments` ADD `reprint_cost_pence` integer;