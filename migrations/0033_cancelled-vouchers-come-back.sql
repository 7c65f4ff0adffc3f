-- A cancelled voucher can be used again within ten minutes, if nothing of its order was refunded meanwhile.
DROP TRIGGER `vouchers_moves`;--> statement-breakpoint
CREATE TRIGGER `vouchers_moves` BEFORE UPDATE OF `status` ON `vouchers`
WHEN OLD.status <> NEW.status AND NOT (
  (OLD.status = 'ACTIVE' AND NEW.status IN ('REDEEMED', 'EXPIRED', 'CANCELLED', 'SUSPENDED'))
  OR (OLD.status = 'SUSPENDED' AND NEW.status IN ('ACTIVE', 'EXPIRED', 'CANCELLED'))
  OR (OLD.status = 'EXPIRED' AND NEW.status IN ('ACTIVE', 'CANCELLED'))
  OR (OLD.status = 'CANCELLED' AND NEW.status IN ('ACTIVE', 'SUSPENDED') AND NEW.updated_at - OLD.updated_at < 600000
    AND NOT EXISTS (
      SELECT 1 FROM refunds
      WHERE refunds.order_id = OLD.order_id AND refunds.status <> 'failed' AND refunds.created_at >= OLD.updated_at))
)
BEGIN
  SELECT RAISE(ABORT, 'A voucher cannot make this move.');
END;
