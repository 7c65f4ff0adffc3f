DROP INDEX `vouchers_created`;--> statement-breakpoint
CREATE INDEX `vouchers_redeemed` ON `vouchers` (`redeemed_at`,`status`,`is_test`,`currency`,`value_pence`) WHERE redeemed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `vouchers_created` ON `vouchers` (`created_at`,`id`,`status`,`expires_at`);--> statement-breakpoint
CREATE INDEX `accounts_signed_in` ON `accounts` (`last_signed_in_at`,`is_test`);--> statement-breakpoint
CREATE INDEX `sessions_seen` ON `sessions` (`seen_at`,`account_id`);--> statement-breakpoint
CREATE INDEX `funnel_events_stage` ON `funnel_events` (`stage`,`at`);--> statement-breakpoint
CREATE INDEX `orders_sold` ON `orders` (`kind`,`paid_at`,`total_pence`,`refunded_pence`) WHERE is_test = 0 AND paid_at IS NOT NULL;