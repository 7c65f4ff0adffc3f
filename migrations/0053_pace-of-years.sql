CREATE INDEX `emails_weekly` ON `emails` (`dedupe_key`,`sent_at`) WHERE kind = 'weekly' AND state = 'sent';--> statement-breakpoint
CREATE INDEX `drafts_saved` ON `drafts` (`loop_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `entries_pace` ON `entries` (`loop_id`,`week`,`open_again_at`,`created_at`,`updated_at`);