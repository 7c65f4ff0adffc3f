ALTER TABLE `book_files` ADD `other_page_count` integer;--> statement-breakpoint
ALTER TABLE `loops` ADD `large_print` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `loops` ADD `prints_numbers` integer DEFAULT false NOT NULL;