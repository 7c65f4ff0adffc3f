ALTER TABLE `entries` ADD `open_again_at` integer;--> statement-breakpoint
-- Weeks that lost their last photo before, in years that can still be written.
UPDATE entries SET open_again_at = updated_at
WHERE NOT EXISTS (SELECT 1 FROM photos WHERE photos.loop_id = entries.loop_id AND photos.week = entries.week AND photos.state = 'ready')
  AND EXISTS (SELECT 1 FROM loops WHERE loops.id = entries.loop_id AND loops.status = 'ACTIVE');--> statement-breakpoint
CREATE TABLE `__new_entry_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`loop_id` text NOT NULL,
	`week` integer NOT NULL,
	`version` integer NOT NULL,
	`title` text NOT NULL,
	`highlight` text NOT NULL,
	`gratitude` text NOT NULL,
	`learned` text NOT NULL,
	`prompt` text NOT NULL,
	`content` text NOT NULL,
	`written_at` integer NOT NULL,
	FOREIGN KEY (`loop_id`) REFERENCES `loops`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_entry_versions`("id", "loop_id", "week", "version", "title", "highlight", "gratitude", "learned", "prompt", "content", "written_at") SELECT kept.id, entries.loop_id, entries.week, kept.version, kept.title, kept.highlight, kept.gratitude, kept.learned, kept.prompt, kept.content, kept.written_at FROM entry_versions kept JOIN entries ON entries.id = kept.entry_id;--> statement-breakpoint
DROP TABLE `entry_versions`;--> statement-breakpoint
ALTER TABLE `__new_entry_versions` RENAME TO `entry_versions`;--> statement-breakpoint
CREATE UNIQUE INDEX `entry_versions_week` ON `entry_versions` (`loop_id`,`week`,`version`);