-- Changes of what one person may give away, which a second super admin decides, and such requests as work that waits.
CREATE TABLE `exposure_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`day_pence` integer NOT NULL,
	`recipient_pence` integer NOT NULL,
	`reason` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`requested_by_staff_id` text NOT NULL,
	`decided_by_staff_id` text,
	`decided_reason` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	CONSTRAINT "exposure_requests_role_word" CHECK(role IN ('super_admin', 'support', 'moderator', 'production', 'marketing', 'analyst')),
	CONSTRAINT "exposure_requests_state_word" CHECK(state IN ('waiting', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "exposure_requests_sums" CHECK("exposure_requests"."day_pence" >= 0 AND "exposure_requests"."recipient_pence" >= 0),
	CONSTRAINT "exposure_requests_decided" CHECK(("exposure_requests"."state" IN ('approved', 'declined')) = ("exposure_requests"."decided_by_staff_id" IS NOT NULL)),
	CONSTRAINT "exposure_requests_two" CHECK("exposure_requests"."decided_by_staff_id" IS NULL OR "exposure_requests"."decided_by_staff_id" <> "exposure_requests"."requested_by_staff_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `exposure_requests_one_waiting` ON `exposure_requests` (`role`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `__new_work_items` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`owner_staff_id` text,
	`put_off_until` text,
	`closed_at` integer,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`),
	FOREIGN KEY (`owner_staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "work_items_kind_word" CHECK(kind IN ('dispute', 'refund', 'reprint', 'vouchers', 'seal', 'discount', 'exposure', 'super_admin', 'email', 'shipment', 'week', 'alarm'))
);
--> statement-breakpoint
INSERT INTO `__new_work_items`("kind", "subject_id", "owner_staff_id", "put_off_until", "closed_at", "updated_at") SELECT "kind", "subject_id", "owner_staff_id", "put_off_until", "closed_at", "updated_at" FROM `work_items`;--> statement-breakpoint
DROP TABLE `work_items`;--> statement-breakpoint
ALTER TABLE `__new_work_items` RENAME TO `work_items`;
