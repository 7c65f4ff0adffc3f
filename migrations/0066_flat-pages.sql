DROP INDEX `jobs_due`;--> statement-breakpoint
CREATE INDEX `jobs_next` ON `jobs` ((kind = 'prepare-photo'),is_awaited DESC,`run_after`) WHERE state IN ('waiting', 'running');--> statement-breakpoint
CREATE INDEX `jobs_running` ON `jobs` (`taken_until`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `emails_failed` ON `emails` (`state`,`created_at`) WHERE failure IS NOT NULL;--> statement-breakpoint
CREATE INDEX `entries_flagged` ON `entries` (`updated_at`,`loop_id`,`id`) WHERE moderation = 'FLAGGED';--> statement-breakpoint
CREATE INDEX `entries_pending` ON `entries` (`loop_id`) WHERE moderation = 'PENDING';--> statement-breakpoint
CREATE INDEX `loop_credits_gone` ON `loop_credits` (`loop_id`) WHERE cancelled_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_paid` ON `payments` (`updated_at`) WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX `refunds_pending` ON `refunds` (`updated_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `shipments_trouble` ON `shipments` (`updated_at`) WHERE state = 'waiting' AND (reprint_of IS NOT NULL OR files_state = 'failed');--> statement-breakpoint
-- Indexes of a few rows among many. Without this SQLite takes each for half of its table, and reads all rows of the status instead.
INSERT INTO `sqlite_stat1` (`tbl`, `idx`, `stat`) VALUES
	('emails', 'emails_refused', '1000 2'),
	('emails', 'emails_failed', '1000 500 2'),
	('vouchers', 'vouchers_to_send', '1000 2');