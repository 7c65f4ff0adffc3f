ALTER TABLE `drafts` ADD `answer_words` integer;--> statement-breakpoint
ALTER TABLE `drafts` ADD `all_words` integer;--> statement-breakpoint
CREATE INDEX `drafts_uncounted` ON `drafts` (`id`) WHERE all_words IS NULL;--> statement-breakpoint
ALTER TABLE `entries` ADD `answer_words` integer;--> statement-breakpoint
ALTER TABLE `entries` ADD `all_words` integer;--> statement-breakpoint
CREATE INDEX `entries_uncounted` ON `entries` (`id`) WHERE all_words IS NULL;