CREATE TABLE `counted_days` (
	`since` integer PRIMARY KEY NOT NULL,
	`until` integer NOT NULL,
	`figures` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `counted_figures` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`milliseconds` integer NOT NULL,
	`figures` text NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `orders_added_to_day` AFTER INSERT ON `orders` WHEN NEW.`paid_at` IS NOT NULL BEGIN
	DELETE FROM `counted_days` WHERE `since` = (SELECT max(`since`) FROM `counted_days` WHERE `since` <= NEW.`paid_at`) AND `until` > NEW.`paid_at`;
END;--> statement-breakpoint
CREATE TRIGGER `orders_changed_day` AFTER UPDATE OF `kind`, `total_pence`, `refunded_pence`, `is_test`, `paid_at` ON `orders`
	WHEN OLD.`paid_at` IS NOT NULL OR NEW.`paid_at` IS NOT NULL BEGIN
	DELETE FROM `counted_days` WHERE `since` = (SELECT max(`since`) FROM `counted_days` WHERE `since` <= OLD.`paid_at`) AND `until` > OLD.`paid_at`;
	DELETE FROM `counted_days` WHERE `since` = (SELECT max(`since`) FROM `counted_days` WHERE `since` <= NEW.`paid_at`) AND `until` > NEW.`paid_at`;
END;--> statement-breakpoint
CREATE TRIGGER `orders_taken_from_day` AFTER DELETE ON `orders` WHEN OLD.`paid_at` IS NOT NULL BEGIN
	DELETE FROM `counted_days` WHERE `since` = (SELECT max(`since`) FROM `counted_days` WHERE `since` <= OLD.`paid_at`) AND `until` > OLD.`paid_at`;
END;--> statement-breakpoint
CREATE TRIGGER `vouchers_added_to_day` AFTER INSERT ON `vouchers` WHEN NEW.`redeemed_at` IS NOT NULL BEGIN
	DELETE FROM `counted_days` WHERE `since` = (SELECT max(`since`) FROM `counted_days` WHERE `since` <= NEW.`redeemed_at`) AND `until` > NEW.`redeemed_at`;
END;--> statement-breakpoint
CREATE TRIGGER `vouchers_changed_day` AFTER UPDATE OF `status`, `value_pence`, `currency`, `is_test`, `redeemed_at` ON `vouchers`
	WHEN OLD.`redeemed_at` IS NOT NULL OR NEW.`redeemed_at` IS NOT NULL BEGIN
	DELETE FROM `counted_days` WHERE `since` = (SELECT max(`since`) FROM `counted_days` WHERE `since` <= OLD.`redeemed_at`) AND `until` > OLD.`redeemed_at`;
	DELETE FROM `counted_days` WHERE `since` = (SELECT max(`since`) FROM `counted_days` WHERE `since` <= NEW.`redeemed_at`) AND `until` > NEW.`redeemed_at`;
END;--> statement-breakpoint
CREATE TRIGGER `vouchers_taken_from_day` AFTER DELETE ON `vouchers` WHEN OLD.`redeemed_at` IS NOT NULL BEGIN
	DELETE FROM `counted_days` WHERE `since` = (SELECT max(`since`) FROM `counted_days` WHERE `since` <= OLD.`redeemed_at`) AND `until` > OLD.`redeemed_at`;
END;--> statement-breakpoint
CREATE TRIGGER `funnel_events_added_to_day` AFTER INSERT ON `funnel_events` BEGIN
	DELETE FROM `counted_days` WHERE `since` = (SELECT max(`since`) FROM `counted_days` WHERE `since` <= NEW.`at`) AND `until` > NEW.`at`;
END;--> statement-breakpoint
CREATE TRIGGER `funnel_events_taken_from_day` AFTER DELETE ON `funnel_events` BEGIN
	DELETE FROM `counted_days` WHERE `since` = (SELECT max(`since`) FROM `counted_days` WHERE `since` <= OLD.`at`) AND `until` > OLD.`at`;
END;
--> statement-breakpoint
DELETE FROM `schedule_runs` WHERE `name` = 'count-active-users';
