CREATE INDEX `accounts_first_name` ON `accounts` (lower("first_name"));--> statement-breakpoint
CREATE INDEX `accounts_last_name` ON `accounts` (lower("last_name"));--> statement-breakpoint
CREATE INDEX `vouchers_batch` ON `vouchers` (`batch_id`);
