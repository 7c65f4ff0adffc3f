ALTER TABLE `orders` ADD `gift_wishes` text;--> statement-breakpoint
CREATE INDEX `vouchers_to_send` ON `vouchers` (`send_on_day`) WHERE status = 'ACTIVE' AND sent_at IS NULL AND recipient_email IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER `vouchers_moves` BEFORE UPDATE OF `status` ON `vouchers`
WHEN OLD.status <> NEW.status AND NOT (
  (OLD.status = 'ACTIVE' AND NEW.status IN ('REDEEMED', 'EXPIRED', 'CANCELLED', 'SUSPENDED'))
  OR (OLD.status = 'SUSPENDED' AND NEW.status IN ('ACTIVE', 'EXPIRED', 'CANCELLED'))
  OR (OLD.status = 'EXPIRED' AND NEW.status IN ('ACTIVE', 'CANCELLED'))
)
BEGIN
  SELECT RAISE(ABORT, 'A voucher cannot make this move.');
END;
