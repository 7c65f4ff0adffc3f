-- What a staff member had sent today, the newest first.
CREATE INDEX `emails_by_staff` ON `emails` (`sent_by_staff_id`,`created_at`) WHERE sent_by_staff_id IS NOT NULL;