-- What fills a thin book, and what the pages of a proof show. Proofs made before a book was laid out this way are made again, so that what was looked at is what prints.
ALTER TABLE `book_files` ADD `pages_sha256` text;--> statement-breakpoint
ALTER TABLE `loops` ADD `filling` text DEFAULT 'photographs' NOT NULL;--> statement-breakpoint
ALTER TABLE `loops` ADD `signed_pages_sha256` text;--> statement-breakpoint
UPDATE `loops` SET `content_version` = `content_version` + 1 WHERE `status` = 'ACTIVE';
