-- Evidence for a bank leaves ten minutes after it was sent, and can be taken back until then.
ALTER TABLE `disputes` ADD `evidence_leaves_at` integer;--> statement-breakpoint
ALTER TABLE `disputes` ADD `evidence_by_staff_id` text;--> statement-breakpoint
CREATE INDEX `disputes_leaving` ON `disputes` (`evidence_leaves_at`) WHERE evidence_leaves_at IS NOT NULL;