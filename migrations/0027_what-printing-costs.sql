-- Printers’ invoices, and why books are printed again.
CREATE TABLE `supplier_invoice_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`position` integer NOT NULL,
	`shipment_number` text NOT NULL,
	`shipment_id` text,
	`amount_pence` integer NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `supplier_invoices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`shipment_id`) REFERENCES `shipments`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `supplier_invoice_lines_invoice` ON `supplier_invoice_lines` (`invoice_id`,`position`);--> statement-breakpoint
CREATE INDEX `supplier_invoice_lines_shipment` ON `supplier_invoice_lines` (`shipment_id`);--> statement-breakpoint
CREATE TABLE `supplier_invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`supplier` text NOT NULL,
	`number` text NOT NULL,
	`from_day` text NOT NULL,
	`until_day` text NOT NULL,
	`made_by_staff_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`made_by_staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `supplier_invoices_number` ON `supplier_invoices` (`supplier`,`number`);--> statement-breakpoint
CREATE INDEX `supplier_invoices_created` ON `supplier_invoices` (`created_at`);--> statement-breakpoint
ALTER TABLE `shipments` ADD `reprint_cause` text;--> statement-breakpoint
CREATE INDEX `shipments_printing` ON `shipments` (`printing_at`);--> statement-breakpoint
CREATE INDEX `shipments_reprints` ON `shipments` (`created_at`) WHERE reprint_of IS NOT NULL;