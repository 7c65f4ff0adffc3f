-- What staff search: one row for each person, order, voucher, shipment and batch, with its names, contact details and
-- numbers, never what people wrote. Views say what is searched, triggers keep the rows true in the transaction of every
-- change, and FTS5 finds any three letters or figures in a row: a table of its own for each kind, because the newest of a
-- word that everybody has are then found at its end. A later migration that rebuilds one of the tables the views
-- read drops these views and triggers first and makes them again after.
CREATE TABLE `search_entries` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`words` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_entries_subject` ON `search_entries` (`kind`,`subject_id`);--> statement-breakpoint
CREATE VIEW `search_people` AS
SELECT a.`id` AS `subject_id`, concat_ws(char(10),
  trim(a.`first_name` || ' ' || a.`last_name`), a.`email`, replace(replace(a.`phone`, ' ', ''), '-', ''),
  (SELECT group_concat(DISTINCT upper(replace(p.`postcode`, ' ', ''))) FROM `addresses` p WHERE p.`account_id` = a.`id`),
  (SELECT group_concat(DISTINCT upper(replace(json_extract(o.`delivery_address`, '$.postcode'), ' ', '')))
    FROM `orders` o WHERE o.`account_id` = a.`id` AND json_valid(o.`delivery_address`))
) AS `words` FROM `accounts` a;--> statement-breakpoint
CREATE VIEW `search_orders` AS
SELECT o.`id` AS `subject_id`, concat_ws(char(10),
  replace(o.`number`, '-', ''), trim(o.`first_name` || ' ' || o.`last_name`), o.`email`,
  CASE WHEN json_valid(o.`delivery_address`) THEN concat_ws(' ', json_extract(o.`delivery_address`, '$.firstName'),
    json_extract(o.`delivery_address`, '$.lastName')) END,
  CASE WHEN json_valid(o.`delivery_address`) THEN upper(replace(json_extract(o.`delivery_address`, '$.postcode'), ' ', '')) END,
  (SELECT group_concat(DISTINCT p.`card_last4`) FROM `payments` p WHERE p.`order_id` = o.`id`)
) AS `words` FROM `orders` o;--> statement-breakpoint
CREATE VIEW `search_vouchers` AS
SELECT v.`id` AS `subject_id`, concat_ws(char(10),
  v.`last_four`, v.`recipient_name`, v.`recipient_email`, v.`giver_name`,
  replace(o.`number`, '-', ''), trim(o.`first_name` || ' ' || o.`last_name`), o.`email`
) AS `words` FROM `vouchers` v LEFT JOIN `orders` o ON o.`id` = v.`order_id`;--> statement-breakpoint
CREATE VIEW `search_shipments` AS
SELECT s.`id` AS `subject_id`, concat_ws(char(10),
  upper(replace(replace(s.`tracking_number`, ' ', ''), '-', '')),
  CASE WHEN json_valid(s.`delivery_address`) THEN concat_ws(' ', json_extract(s.`delivery_address`, '$.firstName'),
    json_extract(s.`delivery_address`, '$.lastName')) END,
  CASE WHEN json_valid(s.`delivery_address`) THEN upper(replace(json_extract(s.`delivery_address`, '$.postcode'), ' ', '')) END,
  replace(o.`number`, '-', ''), trim(o.`first_name` || ' ' || o.`last_name`), o.`email`,
  CASE WHEN json_valid(o.`delivery_address`) THEN concat_ws(' ', json_extract(o.`delivery_address`, '$.firstName'),
    json_extract(o.`delivery_address`, '$.lastName')) END,
  CASE WHEN json_valid(o.`delivery_address`) THEN upper(replace(json_extract(o.`delivery_address`, '$.postcode'), ' ', '')) END,
  trim(a.`first_name` || ' ' || a.`last_name`), a.`email`,
  (SELECT group_concat(DISTINCT upper(replace(p.`postcode`, ' ', ''))) FROM `addresses` p WHERE p.`account_id` = a.`id`)
) AS `words` FROM `shipments` s
LEFT JOIN `loops` l ON l.`id` = s.`loop_id`
LEFT JOIN `accounts` a ON a.`id` = l.`account_id`
LEFT JOIN `loop_credits` c ON c.`loop_id` = s.`loop_id`
LEFT JOIN `vouchers` v ON v.`id` = c.`voucher_id`
LEFT JOIN `orders` o ON o.`id` = coalesce(s.`order_id`, c.`order_id`, v.`order_id`);--> statement-breakpoint
CREATE VIEW `search_batches` AS
SELECT b.`id` AS `subject_id`, b.`note` AS `words` FROM `voucher_batches` b;--> statement-breakpoint
INSERT INTO `search_entries` (`id`, `kind`, `subject_id`, `words`)
SELECT 1099511627776 + row_number() OVER (ORDER BY t.`created_at`, t.rowid), 'person', w.`subject_id`, w.`words`
FROM `accounts` t JOIN `search_people` w ON w.`subject_id` = t.`id`;--> statement-breakpoint
INSERT INTO `search_entries` (`id`, `kind`, `subject_id`, `words`)
SELECT 2199023255552 + row_number() OVER (ORDER BY t.`created_at`, t.rowid), 'order', w.`subject_id`, w.`words`
FROM `orders` t JOIN `search_orders` w ON w.`subject_id` = t.`id`;--> statement-breakpoint
INSERT INTO `search_entries` (`id`, `kind`, `subject_id`, `words`)
SELECT 3298534883328 + row_number() OVER (ORDER BY t.`created_at`, t.rowid), 'voucher', w.`subject_id`, w.`words`
FROM `vouchers` t JOIN `search_vouchers` w ON w.`subject_id` = t.`id`;--> statement-breakpoint
INSERT INTO `search_entries` (`id`, `kind`, `subject_id`, `words`)
SELECT 4398046511104 + row_number() OVER (ORDER BY t.`created_at`, t.rowid), 'shipment', w.`subject_id`, w.`words`
FROM `shipments` t JOIN `search_shipments` w ON w.`subject_id` = t.`id`;--> statement-breakpoint
INSERT INTO `search_entries` (`id`, `kind`, `subject_id`, `words`)
SELECT 5497558138880 + row_number() OVER (ORDER BY t.`created_at`, t.rowid), 'batch', w.`subject_id`, w.`words`
FROM `voucher_batches` t JOIN `search_batches` w ON w.`subject_id` = t.`id`;--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words_of_people` USING fts5(`words`, content='search_entries', content_rowid='id', columnsize=0,
  tokenize='trigram remove_diacritics 1');--> statement-breakpoint
INSERT INTO `search_words_of_people` (`search_words_of_people`, `rank`) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO `search_words_of_people` (rowid, `words`) SELECT `id`, `words` FROM `search_entries` WHERE `kind` = 'person' ORDER BY `id`;--> statement-breakpoint
CREATE TRIGGER `search_words_of_people_added` AFTER INSERT ON `search_entries` WHEN NEW.`kind` = 'person' BEGIN
  INSERT INTO `search_words_of_people` (rowid, `words`) VALUES (NEW.`id`, NEW.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `search_words_of_people_removed` AFTER DELETE ON `search_entries` WHEN OLD.`kind` = 'person' BEGIN
  INSERT INTO `search_words_of_people` (`search_words_of_people`, rowid, `words`) VALUES ('delete', OLD.`id`, OLD.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `search_words_of_people_changed` AFTER UPDATE OF `words` ON `search_entries` WHEN NEW.`kind` = 'person' BEGIN
  INSERT INTO `search_words_of_people` (`search_words_of_people`, rowid, `words`) VALUES ('delete', OLD.`id`, OLD.`words`);
  INSERT INTO `search_words_of_people` (rowid, `words`) VALUES (NEW.`id`, NEW.`words`);
END;--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words_of_orders` USING fts5(`words`, content='search_entries', content_rowid='id', columnsize=0,
  tokenize='trigram remove_diacritics 1');--> statement-breakpoint
INSERT INTO `search_words_of_orders` (`search_words_of_orders`, `rank`) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO `search_words_of_orders` (rowid, `words`) SELECT `id`, `words` FROM `search_entries` WHERE `kind` = 'order' ORDER BY `id`;--> statement-breakpoint
CREATE TRIGGER `search_words_of_orders_added` AFTER INSERT ON `search_entries` WHEN NEW.`kind` = 'order' BEGIN
  INSERT INTO `search_words_of_orders` (rowid, `words`) VALUES (NEW.`id`, NEW.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `search_words_of_orders_removed` AFTER DELETE ON `search_entries` WHEN OLD.`kind` = 'order' BEGIN
  INSERT INTO `search_words_of_orders` (`search_words_of_orders`, rowid, `words`) VALUES ('delete', OLD.`id`, OLD.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `search_words_of_orders_changed` AFTER UPDATE OF `words` ON `search_entries` WHEN NEW.`kind` = 'order' BEGIN
  INSERT INTO `search_words_of_orders` (`search_words_of_orders`, rowid, `words`) VALUES ('delete', OLD.`id`, OLD.`words`);
  INSERT INTO `search_words_of_orders` (rowid, `words`) VALUES (NEW.`id`, NEW.`words`);
END;--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words_of_vouchers` USING fts5(`words`, content='search_entries', content_rowid='id', columnsize=0,
  tokenize='trigram remove_diacritics 1');--> statement-breakpoint
INSERT INTO `search_words_of_vouchers` (`search_words_of_vouchers`, `rank`) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO `search_words_of_vouchers` (rowid, `words`) SELECT `id`, `words` FROM `search_entries` WHERE `kind` = 'voucher' ORDER BY `id`;--> statement-breakpoint
CREATE TRIGGER `search_words_of_vouchers_added` AFTER INSERT ON `search_entries` WHEN NEW.`kind` = 'voucher' BEGIN
  INSERT INTO `search_words_of_vouchers` (rowid, `words`) VALUES (NEW.`id`, NEW.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `search_words_of_vouchers_removed` AFTER DELETE ON `search_entries` WHEN OLD.`kind` = 'voucher' BEGIN
  INSERT INTO `search_words_of_vouchers` (`search_words_of_vouchers`, rowid, `words`) VALUES ('delete', OLD.`id`, OLD.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `search_words_of_vouchers_changed` AFTER UPDATE OF `words` ON `search_entries` WHEN NEW.`kind` = 'voucher' BEGIN
  INSERT INTO `search_words_of_vouchers` (`search_words_of_vouchers`, rowid, `words`) VALUES ('delete', OLD.`id`, OLD.`words`);
  INSERT INTO `search_words_of_vouchers` (rowid, `words`) VALUES (NEW.`id`, NEW.`words`);
END;--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words_of_shipments` USING fts5(`words`, content='search_entries', content_rowid='id', columnsize=0,
  tokenize='trigram remove_diacritics 1');--> statement-breakpoint
INSERT INTO `search_words_of_shipments` (`search_words_of_shipments`, `rank`) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO `search_words_of_shipments` (rowid, `words`) SELECT `id`, `words` FROM `search_entries` WHERE `kind` = 'shipment' ORDER BY `id`;--> statement-breakpoint
CREATE TRIGGER `search_words_of_shipments_added` AFTER INSERT ON `search_entries` WHEN NEW.`kind` = 'shipment' BEGIN
  INSERT INTO `search_words_of_shipments` (rowid, `words`) VALUES (NEW.`id`, NEW.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `search_words_of_shipments_removed` AFTER DELETE ON `search_entries` WHEN OLD.`kind` = 'shipment' BEGIN
  INSERT INTO `search_words_of_shipments` (`search_words_of_shipments`, rowid, `words`) VALUES ('delete', OLD.`id`, OLD.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `search_words_of_shipments_changed` AFTER UPDATE OF `words` ON `search_entries` WHEN NEW.`kind` = 'shipment' BEGIN
  INSERT INTO `search_words_of_shipments` (`search_words_of_shipments`, rowid, `words`) VALUES ('delete', OLD.`id`, OLD.`words`);
  INSERT INTO `search_words_of_shipments` (rowid, `words`) VALUES (NEW.`id`, NEW.`words`);
END;--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words_of_batches` USING fts5(`words`, content='search_entries', content_rowid='id', columnsize=0,
  tokenize='trigram remove_diacritics 1');--> statement-breakpoint
INSERT INTO `search_words_of_batches` (`search_words_of_batches`, `rank`) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO `search_words_of_batches` (rowid, `words`) SELECT `id`, `words` FROM `search_entries` WHERE `kind` = 'batch' ORDER BY `id`;--> statement-breakpoint
CREATE TRIGGER `search_words_of_batches_added` AFTER INSERT ON `search_entries` WHEN NEW.`kind` = 'batch' BEGIN
  INSERT INTO `search_words_of_batches` (rowid, `words`) VALUES (NEW.`id`, NEW.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `search_words_of_batches_removed` AFTER DELETE ON `search_entries` WHEN OLD.`kind` = 'batch' BEGIN
  INSERT INTO `search_words_of_batches` (`search_words_of_batches`, rowid, `words`) VALUES ('delete', OLD.`id`, OLD.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `search_words_of_batches_changed` AFTER UPDATE OF `words` ON `search_entries` WHEN NEW.`kind` = 'batch' BEGIN
  INSERT INTO `search_words_of_batches` (`search_words_of_batches`, rowid, `words`) VALUES ('delete', OLD.`id`, OLD.`words`);
  INSERT INTO `search_words_of_batches` (rowid, `words`) VALUES (NEW.`id`, NEW.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `search_person_added` AFTER INSERT ON `accounts` BEGIN
  INSERT INTO `search_entries` (`id`, `kind`, `subject_id`, `words`)
  SELECT 1 + coalesce((SELECT max(`id`) FROM `search_entries` WHERE `id` > 1099511627776 AND `id` < 2199023255552), 1099511627776), 'person', `subject_id`, `words`
  FROM `search_people` WHERE `subject_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `search_person_changed` AFTER UPDATE OF `first_name`, `last_name`, `email`, `phone` ON `accounts` BEGIN
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_people` v
  WHERE `search_entries`.`kind` = 'person' AND `search_entries`.`subject_id` IN (NEW.`id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_shipments` v
  WHERE `search_entries`.`kind` = 'shipment' AND `search_entries`.`subject_id` IN (SELECT s.`id` FROM `loops` l JOIN `shipments` s ON s.`loop_id` = l.`id` WHERE l.`account_id` IN (NEW.`id`))
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
END;--> statement-breakpoint
CREATE TRIGGER `search_person_removed` AFTER DELETE ON `accounts` BEGIN
  DELETE FROM `search_entries` WHERE `kind` = 'person' AND `subject_id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `search_address_added` AFTER INSERT ON `addresses` BEGIN
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_people` v
  WHERE `search_entries`.`kind` = 'person' AND `search_entries`.`subject_id` IN (NEW.`account_id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_shipments` v
  WHERE `search_entries`.`kind` = 'shipment' AND `search_entries`.`subject_id` IN (SELECT s.`id` FROM `loops` l JOIN `shipments` s ON s.`loop_id` = l.`id` WHERE l.`account_id` IN (NEW.`account_id`))
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
END;--> statement-breakpoint
CREATE TRIGGER `search_address_changed` AFTER UPDATE OF `account_id`, `postcode` ON `addresses` BEGIN
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_people` v
  WHERE `search_entries`.`kind` = 'person' AND `search_entries`.`subject_id` IN (OLD.`account_id`, NEW.`account_id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_shipments` v
  WHERE `search_entries`.`kind` = 'shipment' AND `search_entries`.`subject_id` IN (SELECT s.`id` FROM `loops` l JOIN `shipments` s ON s.`loop_id` = l.`id` WHERE l.`account_id` IN (OLD.`account_id`, NEW.`account_id`))
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
END;--> statement-breakpoint
CREATE TRIGGER `search_address_removed` AFTER DELETE ON `addresses` BEGIN
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_people` v
  WHERE `search_entries`.`kind` = 'person' AND `search_entries`.`subject_id` IN (OLD.`account_id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_shipments` v
  WHERE `search_entries`.`kind` = 'shipment' AND `search_entries`.`subject_id` IN (SELECT s.`id` FROM `loops` l JOIN `shipments` s ON s.`loop_id` = l.`id` WHERE l.`account_id` IN (OLD.`account_id`))
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
END;--> statement-breakpoint
CREATE TRIGGER `search_order_added` AFTER INSERT ON `orders` BEGIN
  INSERT INTO `search_entries` (`id`, `kind`, `subject_id`, `words`)
  SELECT 1 + coalesce((SELECT max(`id`) FROM `search_entries` WHERE `id` > 2199023255552 AND `id` < 3298534883328), 2199023255552), 'order', `subject_id`, `words`
  FROM `search_orders` WHERE `subject_id` = NEW.`id`;
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_people` v
  WHERE `search_entries`.`kind` = 'person' AND `search_entries`.`subject_id` IN (NEW.`account_id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
END;--> statement-breakpoint
CREATE TRIGGER `search_order_changed` AFTER UPDATE OF `account_id`, `first_name`, `last_name`, `email`, `delivery_address` ON `orders` BEGIN
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_orders` v
  WHERE `search_entries`.`kind` = 'order' AND `search_entries`.`subject_id` IN (NEW.`id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_people` v
  WHERE `search_entries`.`kind` = 'person' AND `search_entries`.`subject_id` IN (OLD.`account_id`, NEW.`account_id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_vouchers` v
  WHERE `search_entries`.`kind` = 'voucher' AND `search_entries`.`subject_id` IN (SELECT g.`id` FROM `vouchers` g WHERE g.`order_id` = NEW.`id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_shipments` v
  WHERE `search_entries`.`kind` = 'shipment' AND `search_entries`.`subject_id` IN (SELECT s.`id` FROM `shipments` s WHERE s.`order_id` = NEW.`id`
    UNION SELECT s.`id` FROM `loop_credits` c JOIN `shipments` s ON s.`loop_id` = c.`loop_id` WHERE c.`order_id` = NEW.`id`
    UNION SELECT s.`id` FROM `vouchers` g JOIN `loop_credits` c ON c.`voucher_id` = g.`id`
      JOIN `shipments` s ON s.`loop_id` = c.`loop_id` WHERE g.`order_id` = NEW.`id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
END;--> statement-breakpoint
CREATE TRIGGER `search_order_removed` AFTER DELETE ON `orders` BEGIN
  DELETE FROM `search_entries` WHERE `kind` = 'order' AND `subject_id` = OLD.`id`;
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_people` v
  WHERE `search_entries`.`kind` = 'person' AND `search_entries`.`subject_id` IN (OLD.`account_id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
END;--> statement-breakpoint
CREATE TRIGGER `search_payment_added` AFTER INSERT ON `payments` BEGIN
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_orders` v
  WHERE `search_entries`.`kind` = 'order' AND `search_entries`.`subject_id` IN (NEW.`order_id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
END;--> statement-breakpoint
CREATE TRIGGER `search_payment_changed` AFTER UPDATE OF `card_last4` ON `payments` BEGIN
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_orders` v
  WHERE `search_entries`.`kind` = 'order' AND `search_entries`.`subject_id` IN (NEW.`order_id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
END;--> statement-breakpoint
CREATE TRIGGER `search_voucher_added` AFTER INSERT ON `vouchers` BEGIN
  INSERT INTO `search_entries` (`id`, `kind`, `subject_id`, `words`)
  SELECT 1 + coalesce((SELECT max(`id`) FROM `search_entries` WHERE `id` > 3298534883328 AND `id` < 4398046511104), 3298534883328), 'voucher', `subject_id`, `words`
  FROM `search_vouchers` WHERE `subject_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `search_voucher_changed` AFTER UPDATE OF `last_four`, `recipient_name`, `recipient_email`, `giver_name`, `order_id` ON `vouchers` BEGIN
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_vouchers` v
  WHERE `search_entries`.`kind` = 'voucher' AND `search_entries`.`subject_id` IN (NEW.`id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
END;--> statement-breakpoint
CREATE TRIGGER `search_voucher_removed` AFTER DELETE ON `vouchers` BEGIN
  DELETE FROM `search_entries` WHERE `kind` = 'voucher' AND `subject_id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `search_shipment_added` AFTER INSERT ON `shipments` BEGIN
  INSERT INTO `search_entries` (`id`, `kind`, `subject_id`, `words`)
  SELECT 1 + coalesce((SELECT max(`id`) FROM `search_entries` WHERE `id` > 4398046511104 AND `id` < 5497558138880), 4398046511104), 'shipment', `subject_id`, `words`
  FROM `search_shipments` WHERE `subject_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `search_shipment_changed` AFTER UPDATE OF `tracking_number`, `delivery_address`, `order_id`, `loop_id` ON `shipments` BEGIN
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_shipments` v
  WHERE `search_entries`.`kind` = 'shipment' AND `search_entries`.`subject_id` IN (NEW.`id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
END;--> statement-breakpoint
CREATE TRIGGER `search_shipment_removed` AFTER DELETE ON `shipments` BEGIN
  DELETE FROM `search_entries` WHERE `kind` = 'shipment' AND `subject_id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `search_batch_added` AFTER INSERT ON `voucher_batches` BEGIN
  INSERT INTO `search_entries` (`id`, `kind`, `subject_id`, `words`)
  SELECT 1 + coalesce((SELECT max(`id`) FROM `search_entries` WHERE `id` > 5497558138880 AND `id` < 6597069766656), 5497558138880), 'batch', `subject_id`, `words`
  FROM `search_batches` WHERE `subject_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `search_batch_changed` AFTER UPDATE OF `note` ON `voucher_batches` BEGIN
  UPDATE `search_entries` SET `words` = v.`words` FROM `search_batches` v
  WHERE `search_entries`.`kind` = 'batch' AND `search_entries`.`subject_id` IN (NEW.`id`)
    AND v.`subject_id` = `search_entries`.`subject_id` AND `search_entries`.`words` <> v.`words`;
END;--> statement-breakpoint
CREATE TRIGGER `search_batch_removed` AFTER DELETE ON `voucher_batches` BEGIN
  DELETE FROM `search_entries` WHERE `kind` = 'batch' AND `subject_id` = OLD.`id`;
END;
