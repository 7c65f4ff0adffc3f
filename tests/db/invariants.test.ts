import "../support/payment-sandbox";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { rawConnection } from "#db/client.server";
import { readInvariants } from "#db/invariants.server";
import { openPayment } from "~/domain/shop/orders/payments.server";
import { reconcilePayments } from "~/domain/shop/orders/reconciler.server";
import { payWith } from "../adapters/payments/buyer";
import { code } from "../support/discount-codes";
import { clock, sandbox } from "../support/payment-sandbox";
import { person } from "../support/people";
import { bought, brokenInvariants, deliverWebhooks, ordered, orderInput, pageFor, pay } from "../support/shop";

/** A busy day: everything that can happen to an order while all goes well. */
beforeAll(async () => {
  code("HALF", { value: 50, maxUses: 3 });
  code("FREE", { value: 100 });
  code("ALMOST", { type: "FIXED_AMOUNT", value: 6990 });
  const ada = person("Ada");
  await bought(ada, { discountCode: "NEW10" });
  await bought(ada);
  await bought(person("Ben"), { discountCode: "HALF" });
  await bought(person("Cid"), { discountCode: "ALMOST" });
  await bought(person("Dan"), { discountCode: "FREE" });
  await pageFor(ordered(person("Eva"), { discountCode: "HALF" }));
  const declined = ordered(person("Finn"));
  await payWith(await pageFor(declined), "4000 0000 0000 9995");
  const unanswered = ordered(person("Gil"));
  sandbox.control.setSwitches({ fault: { kind: "error", calls: 3 } });
  await openPayment(unanswered, clock.now);
  sandbox.control.setSwitches({ fault: null });
  const hal = person("Hal");
  const input = orderInput(hal, { discountCode: "HALF" });
  await pageFor(ordered(hal, input));
  await pay(ordered(hal, { ...input, discountCode: null }));
  const byMessage = ordered(person("Ida"));
  await pay(byMessage);
  await deliverWebhooks();
  const byReconciler = ordered(person("Jo"), { discountCode: "HALF" });
  await pay(byReconciler);
  clock.advance(50);
  await reconcilePayments(clock.now);
});

describe("the money invariants", () => {
  it("are ten, each with a question that can be asked of the database", () => {
    const invariants = readInvariants();
    expect(new Set(invariants.map(({ invariant }) => /^M\d+/.exec(invariant)?.[0]))).toEqual(
      new Set(["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9", "M10"]),
    );
    for (const { query, says } of invariants) {
      expect(says).not.toBe("");
      expect(query.trim()).toMatch(/^SELECT[^;]+;$/);
    }
  });

  it("can be asked as one script, with nothing said about the time", () => {
    const script = readFileSync("db/invariants.sql", "utf8");
    expect(() => rawConnection().exec(script)).not.toThrow();
  });

  it("hold after a busy day", () => {
    expect(brokenInvariants()).toEqual([]);
    const count = (sql: string) => rawConnection().prepare(sql).pluck().get();
    expect(count("SELECT count(*) FROM orders WHERE paid_at IS NOT NULL")).toBe(8);
    expect(count("SELECT count(*) FROM orders WHERE paid_at IS NULL")).toBe(3);
    expect(count("SELECT used_count FROM discounts WHERE code = 'HALF'")).toBe(2);
  });
});

/** Any paid order of a loop that cost something, or any that is pending. */
const PAID = "(SELECT id FROM orders WHERE paid_at IS NOT NULL AND total_pence > 100 ORDER BY rowid LIMIT 1)";
const WAITING = "(SELECT id FROM orders WHERE paid_at IS NULL ORDER BY rowid LIMIT 1)";
const NOW = clock.now.getTime();
const voucher = (id: string, columns: Record<string, string>) => {
  const values: Record<string, string> = {
    id: `'${id}'`,
    code_hash: `'${id}'`,
    code_sealed: "'-'",
    last_four: "'ABCD'",
    value_pence: "6999",
    valid_from: "0",
    expires_at: "0",
    created_at: "0",
    updated_at: "0",
    ...columns,
  };
  return `INSERT INTO vouchers (${Object.keys(values)}) VALUES (${Object.values(values)});`;
};
const ledgerLine = (kind: string, pence: number, order = PAID) =>
  `INSERT INTO ledger (id, order_id, kind, amount_pence, provider_reference, at) VALUES ('${kind}', ${order}, '${kind}', ${pence}, '${kind}', 0);`;
const right = (id: string, columns: string, values: string) =>
  `INSERT INTO loop_credits (id, theme, type, created_at, ${columns}) VALUES ('${id}', 'pet', 'x', 0, ${values});`;
const message = (id: string, receivedAt: number) =>
  `INSERT INTO webhook_events (id, type, object_id, payload, received_at) VALUES ('${id}', 'x', 'x', '{}', ${receivedAt});`;

/** Breaks something in a transaction, checks which invariants report it, and rolls back. */
function invariantsBrokenBy(damage: string): string[] {
  const connection = rawConnection();
  connection.pragma("ignore_check_constraints = ON");
  connection.pragma("foreign_keys = OFF");
  connection.exec("BEGIN");
  try {
    connection.exec(damage);
    return brokenInvariants();
  } finally {
    connection.exec("ROLLBACK");
    connection.pragma("ignore_check_constraints = OFF");
    connection.pragma("foreign_keys = ON");
  }
}

describe("a broken invariant is found", () => {
  it.each([
    ["M1a", "half a penny on an order", `UPDATE orders SET total_pence = 6999.5 WHERE id = ${PAID}`],
    ["M1a", "half a penny in the ledger", "UPDATE ledger SET amount_pence = 10.5"],
    ["M1a", "half a penny on a line", "UPDATE order_lines SET unit_pence = 6999.5"],
    ["M1a", "a sum in words", "UPDATE payments SET amount_pence = '69,99'"],
    ["M1a", "a discount of a tenth of a per cent", "UPDATE discounts SET value = 0.1"],
    ["M1a", "a voucher of half a penny", voucher("v1", { value_pence: "1.5" })],
    ["M1b", "a negative total", `UPDATE orders SET total_pence = -1 WHERE id = ${WAITING}`],
    ["M1b", "a negative line", "UPDATE order_lines SET unit_pence = -1"],
    ["M1b", "a payment of nothing", "UPDATE payments SET amount_pence = 0"],
    ["M1b", "a voucher worth nothing", voucher("v2", { value_pence: "0" })],
    ["M2a", "a total a penny short", `UPDATE orders SET total_pence = total_pence - 1 WHERE id = ${PAID}`],
    [
      "M2a",
      "a discount above the subtotal",
      `UPDATE orders SET discount_pence = 9999, total_pence = 0 WHERE id = ${WAITING}`,
    ],
    [
      "M2b",
      "29 pence to pay",
      `UPDATE orders SET discount_pence = subtotal_pence - 29, total_pence = 29 WHERE id = ${WAITING}`,
    ],
    ["M2c", "a line that was added later", "UPDATE order_lines SET quantity = 2"],
    ["M2c", "lines that are gone", "DELETE FROM order_lines"],
    ["M2d", "another sum paid than asked", "UPDATE payments SET amount_pence = 100 WHERE status = 'paid'"],
    ["M3a", "more refunded than paid", ledgerLine("refund", -7000)],
    ["M3a", "more lost to a bank than paid", ledgerLine("dispute", -7000)],
    ["M3a", "money lost on an order nobody paid", ledgerLine("dispute", -1, WAITING)],
    ["M3b", "a refund that brings money in", ledgerLine("refund", 100)],
    ["M3b", "a payment that takes money out", "UPDATE ledger SET amount_pence = -amount_pence"],
    ["M3b", "a dispute of nothing", ledgerLine("dispute", 0)],
    ["M3c", "a refund the order does not know of", ledgerLine("refund", -100)],
    [
      "M3c",
      "a refund the ledger does not know of",
      `UPDATE orders SET refunded_pence = 100, status = 'PARTLY_REFUNDED' WHERE id = ${PAID}`,
    ],
    ["M3d", "an order that says it was refunded", `UPDATE orders SET status = 'REFUNDED' WHERE id = ${PAID}`],
    [
      "M3d",
      "an order that does not say so",
      `UPDATE orders SET refunded_pence = 100 WHERE id = ${PAID}; ${ledgerLine("refund", -100)}`,
    ],
    ["M3e", "more out of print than was bought", "UPDATE order_lines SET withdrawn_quantity = 2"],
    [
      "M3e",
      "a line taken back twice",
      `INSERT INTO refunds (id, order_id, amount_pence, reason, taken, created_at, updated_at)
       SELECT 'r' || value, order_id, 1, '', json_array(json_object('lineId', order_lines.id, 'quantity', 1)), 0, 0
       FROM order_lines, json_each('[1, 2]') WHERE order_id = ${PAID}`,
    ],
    ["M4a", "an order that was paid and not handed over", `DELETE FROM fulfilments WHERE order_id = ${PAID}`],
    [
      "M4a",
      "an order that was handed over and not paid",
      `INSERT INTO fulfilments (order_id, kind, at) VALUES (${WAITING}, 'loop_credit', 0)`,
    ],
    ["M4b", "an order that was paid and waits", `UPDATE orders SET status = 'PENDING' WHERE id = ${PAID}`],
    ["M4b", "an order that says it was paid", `UPDATE orders SET status = 'PAID' WHERE id = ${WAITING}`],
    ["M4c", "a paid loop without the right to it", `DELETE FROM loop_credits WHERE order_id = ${PAID}`],
    ["M4c", "two rights for one order", `DROP INDEX loop_credits_order; ${right("r1", "order_id", PAID)}`],
    ["M4d", "a right for an order nobody paid", right("r2", "order_id", WAITING)],
    ["M4d", "a right for nothing", right("r3", "account_id", "NULL")],
    ["M4d", "a right for a voucher nobody redeemed", `${voucher("v3", {})} ${right("r4", "voucher_id", "'v3'")}`],
    [
      "M5",
      "a voucher redeemed twice",
      `DROP INDEX loop_credits_voucher; ${voucher("v4", { status: "'REDEEMED'", redeemed_at: "1" })}
       ${right("r5", "voucher_id", "'v4'")} ${right("r6", "voucher_id", "'v4'")}`,
    ],
    ["M5", "a voucher redeemed at no time", voucher("v5", { status: "'REDEEMED'" })],
    ["M5", "a voucher redeemed that says it was not", voucher("v6", { redeemed_at: "1" })],
    ["M6a", "a count of uses that is wrong", "UPDATE discounts SET used_count = 0 WHERE code = 'HALF'"],
    ["M6a", "a use that nobody counted", "UPDATE discount_uses SET state = 'counted' WHERE state = 'released'"],
    ["M6a", "more uses than there are", "UPDATE discounts SET max_uses = 1 WHERE code = 'HALF'"],
    [
      "M6b",
      "a use counted for an order nobody paid",
      "UPDATE discount_uses SET state = 'counted' WHERE state = 'released'",
    ],
    ["M6b", "a use still held for a paid order", "UPDATE discount_uses SET state = 'reserved' WHERE state = 'counted'"],
    ["M7a", "a paid gift without a voucher", `UPDATE orders SET kind = 'gift' WHERE id = ${PAID}`],
    ["M7b", "a voucher of an order that is no gift", voucher("v7", { order_id: PAID })],
    [
      "M7b",
      "a voucher of a gift nobody paid",
      `UPDATE orders SET kind = 'gift' WHERE id = ${WAITING}; ${voucher("v8", { order_id: WAITING })}`,
    ],
    ["M8a", "a paid order the ledger does not know", `DELETE FROM ledger WHERE order_id = ${PAID}`],
    ["M8a", "a paid order without a payment", `DELETE FROM payments WHERE order_id = ${PAID}`],
    [
      "M8a",
      "an order paid twice",
      `INSERT INTO payments (id, order_id, attempt, status, amount_pence, created_at, updated_at)
       SELECT 'p1', id, 99, 'paid', total_pence, 0, 0 FROM orders WHERE id = ${PAID}`,
    ],
    [
      "M8b",
      "a line in the ledger the provider does not know",
      "UPDATE ledger SET provider_reference = 'pi_made_up_' || id",
    ],
    ["M8c", "money that was not asked for", "UPDATE payments SET status = 'refused' WHERE status = 'expired'"],
    ["M9", "an order in dollars", `UPDATE orders SET currency = 'USD' WHERE id = ${PAID}`],
    ["M10a", "a message left lying", message("evt_1", NOW)],
    ["M10b", "a paid order that still waits", `UPDATE orders SET paid_at = NULL WHERE id = ${PAID}`],
    [
      "M10c",
      "an open page nobody looked after",
      `UPDATE payments SET status = 'open', expires_at = ${NOW - 3 * 3_600_000} WHERE order_id = ${WAITING};
       INSERT OR IGNORE INTO payments (id, order_id, attempt, status, amount_pence, expires_at, created_at, updated_at)
       VALUES ('p2', ${WAITING}, 98, 'open', 6999, ${NOW - 3 * 3_600_000}, 0, 0)`,
    ],
  ])("%s: %s", (invariant, _, damage) => {
    expect(invariantsBrokenBy(damage)).toContain(invariant);
    expect(brokenInvariants()).toEqual([]);
  });

  it("no invariant reports what is right: a refund, a redeemed voucher, a gift, a fresh message", () => {
    const right = [
      `UPDATE orders SET refunded_pence = 100, status = 'PARTLY_REFUNDED' WHERE id = ${PAID}`,
      ledgerLine("refund", -100),
      ledgerLine("dispute", -50),
      ledgerLine("dispute_won", 50),
      voucher("v9", { status: "'REDEEMED'", redeemed_at: "1" }),
      "INSERT INTO loop_credits (id, theme, type, created_at, voucher_id) VALUES ('r9', 'pet', 'x', 0, 'v9')",
      voucher("v10", {}),
      message("evt_2", clock.now.getTime() - 299_000),
    ];
    expect(invariantsBrokenBy(right.map((sql) => sql.replace(/;?$/, ";")).join("\n"))).toEqual([]);
  });
});
