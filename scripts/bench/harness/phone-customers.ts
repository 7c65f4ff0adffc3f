import { rawConnection } from "../../../db/client.server";

/** People who call support, each among the hundred thousand of several years, with what their call is about. */

export const run = (sql: string, ...values: readonly (string | number | null)[]) =>
  rawConnection()
    .prepare(sql)
    .run(...values);
export const count = (sql: string, ...values: readonly (string | number)[]) =>
  Number(
    rawConnection()
      .prepare(sql)
      .pluck()
      .get(...values),
  );
export const dayFromToday = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let called = 0;

/** A customer among a hundred thousand, with a name of their own. */
export function customer() {
  called += 1;
  const id = `account${4200 + called}`;
  const name = `Pritchard${String.fromCharCode(97 + (called % 26))}${called}`;
  run("UPDATE accounts SET first_name = 'Gwen', last_name = ?, status = 'active' WHERE id = ?", name, id);
  return { id, name, email: `person${4200 + called}@example.com` };
}

export function order(accountId: string, email: string, copies = 0): { id: string; number: string } {
  called += 1;
  const [id, number, now] = [`call-${called}`, `LP-CALL-${String(called).padStart(4, "0")}`, Date.now()];
  const pence = Math.max(1, copies) * 6999;
  const place = {
    firstName: "Gwen",
    lastName: "P",
    line1: "12 Bridge Lanes",
    line2: "",
    city: "Leeds",
    county: "",
  };
  run(
    `INSERT INTO orders (id, number, account_id, basket_key, kind, theme, type, status, subtotal_pence, total_pence,
       pricing, delivery_address, email, first_name, last_name, created_at, paid_at, updated_at)
     VALUES (?, ?, ?, ?, ?, 'family', 'family-adventures', 'PAID', ?, ?, '{}', ?, ?, 'Gwen', 'P', ?, ?, ?)`,
    ...[id, number, accountId, id, copies === 0 ? "loop" : "book_copies", pence, pence],
    ...[JSON.stringify({ ...place, postcode: "LS6 2AB" }), email, now, now, now],
  );
  run(
    "INSERT INTO order_lines (id, order_id, item_id, name, unit_pence, quantity) VALUES (?, ?, 'line', 'The line', 6999, ?)",
    ...[`line-${id}`, id, Math.max(1, copies)],
  );
  if (copies === 0) credit(accountId, id);
  return { id, number };
}

function credit(accountId: string, orderId: string): string {
  const id = `credit-${orderId}`;
  run(
    "INSERT INTO loop_credits (id, account_id, order_id, theme, type, created_at) VALUES (?, ?, ?, 'family', 'family-adventures', ?)",
    ...[id, accountId, orderId, Date.now()],
  );
  return id;
}

export function deadEmail(accountId: string, email: string, kind: string): string {
  called += 1;
  const [id, now] = [`call-email-${called}`, Date.now()];
  run(
    `INSERT INTO emails (id, kind, account_id, to_name, to_email, subject, text_body, html_body, dedupe_key, message_id,
       state, failure, next_try_at, created_at)
     VALUES (?, ?, ?, 'Gwen', ?, 'Your order', 'Hello.', '<p>Hello.</p>', ?, ?, 'dead', '550 5.1.1', ?, ?)`,
    ...[id, kind, accountId, email, id, id, now, now],
  );
  return id;
}

export function loop(accountId: string, startedDaysAgo: number): string {
  called += 1;
  const [id, now] = [`call-loop-${called}`, Date.now() - startedDaysAgo * 86_400_000];
  run("DELETE FROM loops WHERE account_id = ?", accountId);
  run(
    `INSERT INTO loops (id, account_id, theme, type, start_day, delivery_day, created_at, updated_at)
     VALUES (?, ?, 'pet', 'puppys-first-year', ?, ?, ?, ?)`,
    ...[id, accountId, dayFromToday(-startedDaysAgo), dayFromToday(378 - startedDaysAgo), now, now],
  );
  return id;
}

export function shipment(accountId: string, state: "printing" | "shipped", tracking: string | null): string {
  const loopId = loop(accountId, 380);
  const [id, now] = [`parcel-${loopId}`, Date.now()];
  run("UPDATE loops SET status = ? WHERE id = ?", state.toUpperCase(), loopId);
  run(
    `INSERT INTO shipments (id, loop_id, delivery_address, state, prints, carrier, tracking_number, created_at, updated_at)
     VALUES (?, ?, ?, ?, '[]', ?, ?, ?, ?)`,
    ...[id, loopId, JSON.stringify({ ...PLACE }), state, tracking && "Royal Mail", tracking, now, now],
  );
  return id;
}

const PLACE = {
  ...{ firstName: "Gwen", lastName: "P", line1: "12 Bridge Lanes", line2: "", city: "Leeds", county: "" },
  postcode: "LS6 2AB",
};

export function voucher(email: string, isOver = false): string {
  called += 1;
  const id = `voucher${1 + 3 * called}`;
  const expires = isOver ? Date.now() - 1000 : Date.now() + 90 * 86_400_000;
  run(
    "UPDATE vouchers SET recipient_email = ?, recipient_name = 'Tom', status = 'ACTIVE', expires_at = ? WHERE id = ?",
    ...[email, expires, id],
  );
  return id;
}

export const orderOf = (orderId: string, column: string) =>
  String(rawConnection().prepare(`SELECT ${column} FROM orders WHERE id = ?`).pluck().get(orderId));

/** Somebody who bought without an account. */
export async function guest(email: string): Promise<string> {
  const { saveGuest } = await import("../../../app/domain/people/accounts/guests.server");
  called += 1;
  const words = { email, firstName: "Aled", lastName: `Guest${called}` };
  return saveGuest({ guestId: undefined, basketKey: `call-guest-${called}` }, words, new Date());
}
