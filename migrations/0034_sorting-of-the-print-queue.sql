-- A page of the print queue is found in an index alone, by when it was made and by when it is expected.
DROP INDEX `shipments_state`;--> statement-breakpoint
CREATE INDEX `shipments_expected` ON `shipments` (`state`,`expected_day`,`id`,`loop_id`,`order_id`,`reprint_of`);--> statement-breakpoint
CREATE INDEX `shipments_state` ON `shipments` (`state`,`created_at`,`id`,`loop_id`,`order_id`,`reprint_of`);