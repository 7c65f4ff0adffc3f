-- What is told of alarms, when an alarm was last opened, and what was last found out about what lies outside.
ALTER TABLE `alarms` ADD `openings` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `alarms` ADD `opened_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `alarms` SET `opened_at` = `raised_at`;--> statement-breakpoint
CREATE TABLE `alarm_notices` (
	`id` text PRIMARY KEY NOT NULL,
	`alarm_id` text NOT NULL,
	`channel` text NOT NULL,
	`event` text NOT NULL,
	`opening` integer NOT NULL,
	`number` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer NOT NULL,
	`sent_at` integer,
	`failure` text,
	FOREIGN KEY (`alarm_id`) REFERENCES `alarms`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "alarm_notices_channel" CHECK(channel IN ('email', 'webhook')),
	CONSTRAINT "alarm_notices_event" CHECK(event IN ('opened', 'reminder', 'ended'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarm_notices_once` ON `alarm_notices` (`alarm_id`,`channel`,`opening`,`event`,`number`);--> statement-breakpoint
CREATE INDEX `alarm_notices_due` ON `alarm_notices` (`next_try_at`) WHERE sent_at IS NULL;--> statement-breakpoint
CREATE TABLE `service_checks` (
	`name` text PRIMARY KEY NOT NULL,
	`ok_at` integer,
	`failed_at` integer,
	`failure` text,
	`valid_until` integer
);
