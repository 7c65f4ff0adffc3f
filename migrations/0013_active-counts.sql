CREATE TABLE `active_counts` (
	`at` integer PRIMARY KEY NOT NULL,
	`day_1` integer NOT NULL,
	`days_7` integer NOT NULL,
	`days_30` integer NOT NULL,
	`days_90` integer NOT NULL
);
