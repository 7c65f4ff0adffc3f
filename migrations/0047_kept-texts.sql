CREATE TABLE `kept_texts` (
	`hash` text PRIMARY KEY NOT NULL,
	`page` text NOT NULL,
	`kept_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `orders` ADD `terms_hash` text REFERENCES kept_texts(hash);--> statement-breakpoint
ALTER TABLE `orders` ADD `privacy_hash` text REFERENCES kept_texts(hash);