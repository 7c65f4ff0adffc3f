ALTER TABLE `emails` ADD `refused_at` integer;--> statement-breakpoint
CREATE INDEX `emails_refused` ON `emails` (`refused_at`) WHERE state = 'dead' AND refused_at IS NOT NULL;