-- The invariants of money. Each SELECT finds the rows that violate one invariant and must return none; its first column
-- is the kind of row, its second the id. `:now` is the time in milliseconds, by default the current time.
-- The queries only read, so they are safe to run on a live shop. They grow with the orders and no faster: a "+" keeps SQLite
-- from looking for an order's payment among all that are paid, also where statistics are missing.

-- M1a: every sum is a whole number of pence
SELECT 'order' AS kind, id FROM orders
WHERE typeof(subtotal_pence) <> 'integer' OR typeof(discount_pence) <> 'integer'
  OR typeof(delivery_pence) <> 'integer' OR typeof(tax_pence) <> 'integer'
  OR typeof(total_pence) <> 'integer' OR typeof(refunded_pence) <> 'integer'
UNION ALL SELECT 'order line', id FROM order_lines
WHERE typeof(unit_pence) <> 'integer' OR typeof(quantity) <> 'integer'
UNION ALL SELECT 'payment', id FROM payments WHERE typeof(amount_pence) <> 'integer'
UNION ALL SELECT 'ledger', id FROM ledger WHERE typeof(amount_pence) <> 'integer'
UNION ALL SELECT 'refund', id FROM refunds WHERE typeof(amount_pence) <> 'integer'
UNION ALL SELECT 'voucher', id FROM vouchers WHERE typeof(value_pence) <> 'integer'
UNION ALL SELECT 'discount', id FROM discounts
WHERE typeof(value) <> 'integer' OR typeof(used_count) <> 'integer'
  OR typeof(minimum_order_pence) NOT IN ('integer', 'null')
  OR typeof(maximum_discount_pence) NOT IN ('integer', 'null');

-- M1b: no sum is below nothing
SELECT 'order' AS kind, id FROM orders
WHERE subtotal_pence < 0 OR discount_pence < 0 OR delivery_pence < 0 OR tax_pence < 0
  OR total_pence < 0 OR refunded_pence < 0
UNION ALL SELECT 'order line', id FROM order_lines WHERE unit_pence < 0 OR quantity < 1
UNION ALL SELECT 'payment', id FROM payments WHERE amount_pence <= 0
UNION ALL SELECT 'refund', id FROM refunds WHERE amount_pence <= 0
UNION ALL SELECT 'voucher', id FROM vouchers WHERE value_pence <= 0;

-- M2a: a total is the subtotal less the discount, never below nothing, with delivery and tax
SELECT 'order' AS kind, id FROM orders
WHERE total_pence <> max(0, subtotal_pence - discount_pence) + delivery_pence + tax_pence
  OR discount_pence > subtotal_pence;

-- M2b: a total is nothing, or as much as a card can be charged
SELECT 'order' AS kind, id FROM orders WHERE total_pence BETWEEN 1 AND 29;

-- M2c: a subtotal is the sum of its lines
SELECT 'order' AS kind, id FROM orders
WHERE subtotal_pence <> (
  SELECT COALESCE(SUM(unit_pence * quantity), 0) FROM order_lines WHERE order_lines.order_id = orders.id
);

-- M2d: what was paid is the total
SELECT 'payment' AS kind, payments.id FROM payments JOIN orders ON orders.id = payments.order_id
WHERE payments.status = 'paid' AND payments.amount_pence <> orders.total_pence;

-- M3a: no order has given back more than was paid for it, nor lost more to its bank, which may take what was refunded
SELECT 'order' AS kind, order_id AS id FROM ledger GROUP BY order_id
HAVING SUM(amount_pence) FILTER (WHERE kind IN ('payment', 'refund', 'refund_failed')) < 0
  OR SUM(amount_pence) FILTER (WHERE kind IN ('payment', 'dispute', 'dispute_won')) < 0;

-- M3b: money in is positive, money out is negative
SELECT 'ledger' AS kind, id FROM ledger
WHERE (kind IN ('payment', 'refund_failed', 'dispute_won')) <> (amount_pence > 0) OR amount_pence = 0;

-- M3c: what an order says was refunded is what the ledger says
SELECT 'order' AS kind, id FROM orders
WHERE refunded_pence <> (
  SELECT COALESCE(-SUM(amount_pence), 0) FROM ledger WHERE ledger.order_id = orders.id AND kind IN ('refund', 'refund_failed')
) OR refunded_pence > total_pence;

-- M3d: the status of an order says how much of it was refunded
SELECT 'order' AS kind, id FROM orders
WHERE (status IN ('PENDING', 'PAID', 'CANCELLED') AND refunded_pence <> 0)
  OR (status = 'PARTLY_REFUNDED' AND NOT refunded_pence BETWEEN 1 AND total_pence - 1)
  OR (status = 'REFUNDED' AND refunded_pence <> total_pence);

-- M3e: no line of an order is taken back, or taken out of print, more often than it was bought
SELECT 'order line' AS kind, id FROM order_lines
WHERE withdrawn_quantity NOT BETWEEN 0 AND quantity OR quantity < (
  SELECT COALESCE(SUM(json_extract(taken.value, '$.quantity')), 0)
  FROM refunds, json_each(refunds.taken) AS taken
  WHERE refunds.order_id = order_lines.order_id AND refunds.status <> 'failed'
    AND json_extract(taken.value, '$.lineId') = order_lines.id
);

-- M4a: every paid order was handed over, and nothing else was
SELECT 'order' AS kind, orders.id FROM orders LEFT JOIN fulfilments ON fulfilments.order_id = orders.id
WHERE (orders.paid_at IS NULL) <> (fulfilments.order_id IS NULL);

-- M4b: an order is paid where its status says so
SELECT 'order' AS kind, id FROM orders
WHERE (status IN ('PAID', 'PARTLY_REFUNDED', 'REFUNDED')) <> (paid_at IS NOT NULL);

-- M4c: every paid order of a loop gave one right to a loop
SELECT 'order' AS kind, orders.id FROM orders LEFT JOIN loop_credits ON loop_credits.order_id = orders.id
WHERE orders.kind = 'loop' AND orders.paid_at IS NOT NULL
GROUP BY orders.id HAVING COUNT(loop_credits.id) <> 1;

-- M4d: every right to a loop was earned by a paid order of a loop or by a redeemed voucher
SELECT 'right' AS kind, loop_credits.id FROM loop_credits
LEFT JOIN orders ON orders.id = loop_credits.order_id
LEFT JOIN vouchers ON vouchers.id = loop_credits.voucher_id
WHERE NOT (
  COALESCE(orders.kind = 'loop' AND orders.paid_at IS NOT NULL, 0) OR COALESCE(vouchers.status = 'REDEEMED', 0)
);

-- M5: a voucher is redeemed once, and only where it says so
SELECT 'voucher' AS kind, vouchers.id FROM vouchers
LEFT JOIN loop_credits ON loop_credits.voucher_id = vouchers.id
GROUP BY vouchers.id
HAVING COUNT(loop_credits.id) > 1 OR (vouchers.status = 'REDEEMED') <> (vouchers.redeemed_at IS NOT NULL);

-- M6a: the uses of a discount are those that are held or counted, and no more than there are
SELECT 'discount' AS kind, discounts.id FROM discounts
LEFT JOIN discount_uses ON discount_uses.discount_id = discounts.id AND discount_uses.state <> 'released'
GROUP BY discounts.id
HAVING discounts.used_count <> COUNT(discount_uses.id)
  OR discounts.used_count > COALESCE(discounts.max_uses, discounts.used_count);

-- M6b: a use counts where its order was paid, and is held where it waits
SELECT 'discount use' AS kind, discount_uses.id FROM discount_uses JOIN orders ON orders.id = discount_uses.order_id
WHERE (discount_uses.state = 'counted' AND orders.paid_at IS NULL)
  OR (discount_uses.state = 'reserved' AND orders.status <> 'PENDING');

-- M7a: every paid gift is one voucher
SELECT 'order' AS kind, orders.id FROM orders LEFT JOIN vouchers ON vouchers.order_id = orders.id
WHERE orders.kind = 'gift' AND orders.paid_at IS NOT NULL
GROUP BY orders.id HAVING COUNT(vouchers.id) <> 1;

-- M7b: every voucher that was bought belongs to a paid gift
SELECT 'voucher' AS kind, vouchers.id FROM vouchers JOIN orders ON orders.id = vouchers.order_id
WHERE orders.kind <> 'gift' OR orders.paid_at IS NULL;

-- M8a: every paid order has one payment at the provider and its line in the ledger, each of its total
SELECT 'order' AS kind, orders.id FROM orders
WHERE orders.paid_at IS NOT NULL AND (
  (SELECT COUNT(*) FROM payments WHERE order_id = orders.id AND +status = 'paid') <> (total_pence > 0)
  OR (SELECT COALESCE(SUM(amount_pence), 0) FROM ledger WHERE order_id = orders.id AND kind = 'payment')
    <> total_pence
);

-- M8b: every payment in the ledger is one the provider knows
SELECT 'ledger' AS kind, ledger.id FROM ledger
WHERE kind = 'payment' AND NOT EXISTS (
  SELECT 1 FROM payments
  WHERE payments.order_id = ledger.order_id AND +payments.status = 'paid'
    AND ledger.provider_reference IN (payments.payment_intent_id, payments.checkout_id, payments.id)
);

-- M8c: no money is here that was not asked for
SELECT 'payment' AS kind, id FROM payments WHERE status = 'refused' AND returned_at IS NULL;

-- M9: an order is in one currency, ours
SELECT 'order' AS kind, id FROM orders WHERE currency <> 'GBP';

-- M10a: no message of the provider's waits longer than five minutes
SELECT 'message' AS kind, id FROM webhook_events
WHERE processed_at IS NULL AND +received_at < COALESCE(:now, unixepoch() * 1000) - 300000;

-- M10b: no paid page belongs to an order that still waits
SELECT 'payment' AS kind, payments.id FROM payments JOIN orders ON orders.id = payments.order_id
WHERE payments.status = 'paid' AND orders.paid_at IS NULL;

-- M10c: no open page is forgotten: an hour after it closed we know what became of it
SELECT 'payment' AS kind, payments.id FROM payments JOIN orders ON orders.id = payments.order_id
WHERE payments.status IN ('opening', 'open') AND orders.status = 'PENDING'
  AND payments.expires_at < COALESCE(:now, unixepoch() * 1000) - 3600000;
