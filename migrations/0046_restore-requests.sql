CREATE TABLE `restore_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`loop_id` text,
	`moment` integer,
	`reason` text NOT NULL,
	`state` text DEFAULT 'checking' NOT NULL,
	`requested_by_staff_id` text NOT NULL,
	`decided_by_staff_id` text,
	`decided_reason` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`account_id` text,
	`copy_name` text,
	`copy_at` integer,
	`report` text,
	`refusal` text,
	`done_at` integer,
	CONSTRAINT "restore_requests_state_word" CHECK(state IN ('checking', 'refused', 'waiting', 'approved', 'done', 'declined', 'withdrawn')),
	CONSTRAINT "restore_requests_two" CHECK("restore_requests"."decided_by_staff_id" IS NULL OR "restore_requests"."decided_by_staff_id" <> "restore_requests"."requested_by_staff_id")
);
--> statement-breakpoint
CREATE INDEX `restore_requests_waiting` ON `restore_requests` (`created_at`) WHERE state = 'waiting';--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_work_items` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`owner_staff_id` text,
	`put_off_until` text,
	`closed_at` integer,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`),
	FOREIGN KEY (`owner_staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "work_items_kind_word" CHECK(kind IN ('dispute', 'refund', 'reprint', 'vouchers', 'seal', 'discount', 'exposure', 'super_admin', 'restore', 'email', 'shipment', 'week', 'alarm'))
);
--> statement-breakpoint
INSERT INTO `__new_work_items`("kind", "subject_id", "owner_staff_id", "put_off_until", "closed_at", "updated_at") SELECT "kind", "subject_id", "owner_staff_id", "put_off_until", "closed_at", "updated_at" FROM `work_items`;--> statement-breakpoint
DROP TABLE `work_items`;--> statement-breakpoint
ALTER TABLE `__new_work_items` RENAME TO `work_items`;--> statement-breakpoint
PRAGMA foreign_keys=ON;