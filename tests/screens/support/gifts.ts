import type { Customer } from "./customers";
import { change } from "./records";

/** A paid gift, as the shop stores it. */
export function giveGift({ accountId, email }: Customer): string {
  const id = `order${accountId}`;
  const now = Date.now();
  change(
    `INSERT INTO orders (id, number, account_id, basket_key, kind, theme, type, status, subtotal_pence, total_pence,
       pricing, email, created_at, paid_at, updated_at)
     VALUES (?, ?, ?, ?, 'gift', 'pet', 'my-cat-and-me', 'PAID', 6999, 6999, '{}', ?, ?, ?, ?)`,
    ...[id, `LP-${accountId.slice(0, 8)}`, accountId, id, email, now, now, now],
  );
  return id;
}
