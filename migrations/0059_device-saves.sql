CREATE TABLE `device_saves` (
	`id` text PRIMARY KEY NOT NULL,
	`loop_id` text NOT NULL,
	`week` integer NOT NULL,
	`writer` text NOT NULL,
	`number` integer NOT NULL,
	`digest` text NOT NULL,
	`revision` text NOT NULL,
	`saved_at` integer NOT NULL,
	FOREIGN KEY (`loop_id`) REFERENCES `loops`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_saves_writer` ON `device_saves` (`loop_id`,`week`,`writer`);--> statement-breakpoint
CREATE INDEX `device_saves_saved` ON `device_saves` (`saved_at`);