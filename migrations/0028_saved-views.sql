-- What staff keep of a list under a name, and an index for each order of a long list.
CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`staff_id` text NOT NULL,
	`is_shared` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`list`,`staff_id`,lower("name"));--> statement-breakpoint
CREATE INDEX `saved_views_shared` ON `saved_views` (`list`) WHERE is_shared = 1;--> statement-breakpoint
DROP INDEX `accounts_last_name`;--> statement-breakpoint
DROP INDEX `accounts_signed_in`;--> statement-breakpoint
CREATE INDEX `accounts_last_name` ON `accounts` (lower("last_name"),`id`,`status`,`is_test`);--> statement-breakpoint
CREATE INDEX `accounts_signed_in` ON `accounts` (`last_signed_in_at`,`id`,`status`,`is_test`);--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`,`id`,`status`);--> statement-breakpoint
CREATE INDEX `orders_total` ON `orders` (`total_pence`,`id`,`status`);--> statement-breakpoint
CREATE INDEX `vouchers_expires` ON `vouchers` (`expires_at`,`id`,`status`);--> statement-breakpoint
CREATE INDEX `vouchers_value` ON `vouchers` (`value_pence`,`id`,`status`,`expires_at`);