CREATE INDEX `accounts_status` ON `accounts` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `accounts_test` ON `accounts` (`is_test`,`created_at`);--> statement-breakpoint
CREATE INDEX `impersonations_account` ON `impersonations` (`account_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `vouchers_recipient_begins` ON `vouchers` (lower("recipient_email"));--> statement-breakpoint
CREATE INDEX `vouchers_last_four` ON `vouchers` (`last_four`);--> statement-breakpoint
CREATE INDEX `vouchers_summed` ON `vouchers` (`is_test`,`status`,`expires_at`,`currency`,`value_pence`);