ALTER TABLE `loops` ADD `pauses` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `loops` ADD `letters_since` integer;--> statement-breakpoint
ALTER TABLE `loops` ADD `letter_week` integer DEFAULT 0 NOT NULL;