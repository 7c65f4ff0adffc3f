-- Who pays for a book that is printed again: us, the printer, the carrier or the customer.
ALTER TABLE `shipments` ADD `reprint_payer` text;