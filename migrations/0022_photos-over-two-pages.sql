-- The owner's decisions about photos over two pages. Proofs made before the forms of spread are made again, so that what was looked at is what prints.
ALTER TABLE `loops` ADD `double_pages` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
UPDATE `loops` SET `content_version` = `content_version` + 1 WHERE `status` = 'ACTIVE';
