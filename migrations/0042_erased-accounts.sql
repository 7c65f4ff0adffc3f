CREATE TABLE `erased_accounts` (
	`account_id` text PRIMARY KEY NOT NULL,
	`erased_at` integer NOT NULL
);
