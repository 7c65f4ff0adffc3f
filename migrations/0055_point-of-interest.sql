ALTER TABLE `photos` ADD `point_x` integer;--> statement-breakpoint
ALTER TABLE `photos` ADD `point_y` integer;--> statement-breakpoint
ALTER TABLE `photos` ADD `point_is_owners` integer DEFAULT false NOT NULL;