-- The launch offer that the home page and the ticker promise: 10 % off a customer's first order.
INSERT INTO discounts (id, code, description, type, value, max_uses, used_count, minimum_order_pence, maximum_discount_pence, first_order_only, once_per_customer, starts_at, expires_at, is_active, archived_at, created_at, updated_at)
VALUES ('launchoffernew10aaaa', 'NEW10', 'Launch offer: 10% off a first order', 'PERCENTAGE', 10, NULL, 0, NULL, NULL, 1, 0, NULL, NULL, 1, NULL, 1763596800000, 1763596800000);
