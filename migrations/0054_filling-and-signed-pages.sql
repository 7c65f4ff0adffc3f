ALTER TABLE `book_files` ADD `pages_sha256` text;--> statement-breakpoint
ALTER TABLE `loops` ADD `filling` text DEFAULT 'photographs' NOT NULL;--> statement-breakpoint
ALTER TABLE `loops` ADD `signed_pages_sha256` text;