ALTER TABLE `loops` ADD `asked_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `loops` SET `asked_version` = `content_version` WHERE EXISTS (
	SELECT 1 FROM `book_files` WHERE `loop_id` = `loops`.`id` AND `book_files`.`content_version` = `loops`.`content_version`
);--> statement-breakpoint
CREATE INDEX `loops_changed` ON `loops` (`updated_at`) WHERE status = 'ACTIVE' AND asked_version <> content_version;--> statement-breakpoint
CREATE INDEX `accounts_unproven` ON `accounts` (`created_at`) WHERE email_verified_at IS NULL;--> statement-breakpoint
CREATE INDEX `jobs_unfinished` ON `jobs` (`kind`,`subject_id`) WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX `photos_out` ON `photos` (`removed_at`) WHERE removed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `photos_without_medium` ON `photos` (`id`) WHERE medium_key IS NULL;--> statement-breakpoint
CREATE INDEX `discount_uses_held` ON `discount_uses` (`reserved_until`) WHERE state = 'reserved';--> statement-breakpoint
CREATE INDEX `loop_credits_open` ON `loop_credits` (`created_at`) WHERE spent_at IS NULL AND cancelled_at IS NULL;--> statement-breakpoint
CREATE INDEX `loop_credits_cancelled` ON `loop_credits` (`cancelled_at`) WHERE cancelled_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_events_texts` ON `webhook_events` (`received_at`) WHERE payload <> '';--> statement-breakpoint
ANALYZE `sqlite_schema`;--> statement-breakpoint
-- Without statistics SQLite takes a status for as rare as an order's id, and looked for the payment of one order among all
-- that are paid. These say, in every database alike, that a status selects one row in twenty.
INSERT INTO `sqlite_stat1` (`tbl`, `idx`, `stat`) VALUES
	('payments', 'payments_status', '1000000 50000 2'),
	('orders', 'orders_status', '1000000 50000 2'),
	('vouchers', 'vouchers_status', '1000000 50000 2'),
	('emails', 'emails_state', '1000000 50000 2'),
	('emails', 'emails_kind', '1000000 50000 2'),
	('accounts', 'accounts_status', '1000000 50000 2'),
	('accounts', 'accounts_test', '1000000 50000 2'),
	('entries', 'entries_moderation', '1000000 50000 2 1'),
	('loops', 'loops_status', '1000000 50000 500'),
	('ledger', 'ledger_reference', '1000000 50000 1'),
	('shipments', 'shipments_state', '1000000 50000 2 1 1 1 1'),
	('shipments', 'shipments_expected', '1000000 50000 500 1 1 1 1');