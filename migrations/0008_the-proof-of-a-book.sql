ALTER TABLE `book_files` ADD `warnings` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `loops` ADD `wants_numbers` integer DEFAULT false NOT NULL;