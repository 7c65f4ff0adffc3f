-- Orders of shipments at a printer with an API, what shipments cost, printers’ invoices, and why books are printed again.
CREATE TABLE `print_costs` (
	`shipment_id` text PRIMARY KEY NOT NULL,
	`quoted_pence` integer,
	`quoted_at` integer,
	`charged_pence` integer,
	`typed_pence` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`shipment_id`) REFERENCES `shipments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `print_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`shipment_id` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`printer_order_id` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer,
	`failure` text,
	`closed_at` integer,
	`asked_by_staff_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`shipment_id`) REFERENCES `shipments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`asked_by_staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "print_orders_state_word" CHECK(state IN ('waiting', 'sending', 'taken', 'in_production', 'sent', 'cancelled', 'failed', 'stuck'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `print_orders_idempotency_key_unique` ON `print_orders` (`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `print_orders_printer_order_id_unique` ON `print_orders` (`printer_order_id`);--> statement-breakpoint
CREATE INDEX `print_orders_shipment` ON `print_orders` (`shipment_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `print_orders_due` ON `print_orders` (`next_try_at`) WHERE next_try_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `print_orders_one` ON `print_orders` (`shipment_id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `print_orders_trouble` ON `print_orders` (`updated_at`) WHERE state IN ('cancelled', 'failed', 'stuck') AND closed_at IS NULL;--> statement-breakpoint
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