-- Reading what belongs to an account (its consents, the vouchers it redeemed) no longer reads the whole table.
CREATE INDEX `consents_account` ON `consents` (`account_id`,`at`);--> statement-breakpoint
CREATE INDEX `vouchers_redeemer` ON `vouchers` (`redeemed_by_account_id`);