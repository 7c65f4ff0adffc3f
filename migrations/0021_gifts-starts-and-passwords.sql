-- Who a gift is from, the wish to start within the cooling-off period, and accounts without a chosen password.
ALTER TABLE `accounts` ADD `lacks_password` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `password_prompt_dismissed_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `start_requested_at` integer;--> statement-breakpoint
ALTER TABLE `vouchers` ADD `giver_name` text;