import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms, ledger, payoutLines, payouts, statementLines } from "#db/schema";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { londonDay } from "~/domain/kernel/time/days";
import { bookMonths, ledgerTotals } from "~/domain/operations/bookkeeping/ledger.server";
import { readPayouts } from "~/domain/operations/bookkeeping/payout-reading.server";
import { exportPayouts, payoutCompared, payoutsCompared } from "~/domain/operations/bookkeeping/payouts.server";
import { askRefund, sendRefund } from "~/domain/shop/orders/refunds.server";
import { GOOD_CARD, openPage, payWith, pressButton } from "../../../adapters/payments/buyer";
import { auditEventsOn } from "../../../support/audit-events";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { bought, deliverWebhooks, ordered, pageFor, paidFor, pay } from "../../../support/shop";

const DAY = 24 * 60;
const DISPUTED = "4000 0000 0000 0259";

beforeEach(() => sandbox.control.setSwitches({ fault: null }));
afterEach(() => {
  db.delete(alarms).run();
});

/** The next payout, with all that is on the provider's balance. */
async function nextPayout() {
  await pressButton(await openPage(`${sandbox.origin}/control`), "Pay out now");
  clock.advance(1);
  const read = await readPayouts(clock.now);
  if (!read.ok) throw new Error(read.reason);
  const [newest] = payoutsCompared({ from: "2026-01-01", until: londonDay(clock.now) });
  if (!newest) throw new Error("Nothing was paid out.");
  return newest;
}

async function giveBack(orderId: string, amountPence: number) {
  const input = { orderId, amountPence, reason: "A test.", staffId: "joan" };
  const asked = db.transaction((tx) => askRefund(tx, input, clock.now));
  if (!asked.ok) throw new Error(asked.reason);
  await sendRefund(asked.refundId, clock.now);
}

const told = () => openAlarms().flatMap(({ kind, objectId }) => (kind === "payout_differs" ? [objectId] : []));
const rowsOf = (compared: Awaited<ReturnType<typeof nextPayout>>) =>
  compared.rows.map(({ kind, theirsPence, oursPence, mismatch }) => [kind, theirsPence, oursPence, mismatch]);

describe("a payout beside our ledger", () => {
  it("agrees to the penny with sales, refunds, disputes and fees in it", async () => {
    const order = await bought();
    await giveBack(order.id, 2000);
    await paidFor(ordered(person("Jean")), DISPUTED);
    await bought(person("Ben"));
    await deliverWebhooks();
    const payout = await nextPayout();
    expect(payout.differencePence).toBe(0);
    expect(payout.differing).toBe(0);
    expect(payout.rows.map(({ kind }) => kind).sort()).toEqual(["dispute", "payment", "payment", "payment", "refund"]);
    expect(payout.rows.map(({ orderNumber }) => orderNumber)).toContain(order.number);
    expect(told()).toEqual([]);
  });

  it("is read once, and its fees are in the books even where the statement was never read", async () => {
    await bought();
    const payout = await nextPayout();
    const [lines, statement] = [payoutLines, statementLines].map((table) => db.select().from(table).all().length);
    await readPayouts(clock.now);
    expect(db.select().from(payoutLines).all()).toHaveLength(lines ?? 0);
    expect(db.select().from(statementLines).all()).toHaveLength(statement ?? 0);
    expect(payout.payout.amountPence).toBe(6999 - 125);
    const span = { from: "2026-01-01", until: londonDay(clock.now) };
    expect(ledgerTotals(span).fee).toBeLessThanOrEqual(-125);
  });

  it("shows what our ledger lost, raises an alarm, and ends it when it is found again", async () => {
    const order = await bought();
    const [line] = db.select().from(ledger).where(eq(ledger.orderId, order.id)).all();
    if (!line) throw new Error("Nothing was paid.");
    db.delete(ledger).where(eq(ledger.id, line.id)).run();
    const payout = await nextPayout();
    expect(rowsOf(payout)).toEqual([["payment", 6999, null, "missing_here"]]);
    expect(payout.differencePence).toBe(6999);
    expect(told()).toEqual([payout.payout.id]);
    db.insert(ledger).values(line).run();
    clock.advance(60 * DAY);
    await readPayouts(clock.now);
    expect(told()).toEqual([]);
    expect(payoutCompared(payout.payout.id)?.differencePence).toBe(0);
  });

  it("shows another sum, and another fee", async () => {
    const order = await bought();
    db.update(ledger).set({ amountPence: 6998 }).where(eq(ledger.orderId, order.id)).run();
    const payout = await nextPayout();
    expect(rowsOf(payout)).toEqual([["payment", 6999, 6998, "other_sum"]]);
    db.update(ledger).set({ amountPence: 6999 }).where(eq(ledger.orderId, order.id)).run();
    const id = payout.rows[0]?.id ?? "";
    db.update(statementLines).set({ feePence: 100 }).where(eq(statementLines.id, id)).run();
    const again = payoutCompared(payout.payout.id);
    expect(again?.rows[0]?.mismatch).toBe("other_sum");
    expect(again?.differencePence).toBe(-25);
    db.update(statementLines).set({ feePence: 125 }).where(eq(statementLines.id, id)).run();
  });

  it("names what our ledger has and no payout brought within two weeks", async () => {
    await bought();
    await nextPayout();
    const order = await bought(person("Eva"));
    clock.advance(5);
    const invented = { orderId: order.id, kind: "refund" as const, amountPence: -500 };
    db.insert(ledger)
      .values({ ...invented, providerReference: "re_invented", at: clock.now })
      .run();
    clock.advance(5);
    expect((await nextPayout()).differing).toBe(0);
    clock.advance(15 * DAY);
    await bought(person("Finn"));
    const late = await nextPayout();
    expect(rowsOf(late)).toContainEqual(["refund", null, -500, "missing_there"]);
    expect(late.differencePence).toBe(500);
    expect(told()).toEqual([late.payout.id]);
    db.delete(ledger).where(eq(ledger.providerReference, "re_invented")).run();
    await readPayouts(clock.now);
    expect(told()).toEqual([]);
  });

  it("knows money that came twice and was sent back, though our ledger never had it", async () => {
    const order = ordered(person("Gil"));
    const url = await pageFor(order);
    db.$client.prepare("UPDATE payments SET amount_pence = 6998 WHERE order_id = ?").run(order.id);
    db.$client.prepare("UPDATE orders SET total_pence = 6998, subtotal_pence = 6998 WHERE id = ?").run(order.id);
    await payWith(url, GOOD_CARD);
    await deliverWebhooks();
    await bought(person("Hal"));
    const payout = await nextPayout();
    expect(payout.rows.map(({ kind }) => kind)).toContain("refund");
    expect(payout.differing).toBe(0);
  });

  it("changes nothing in a closed month", async () => {
    await bought();
    clock.advance(60 * DAY);
    const before = bookMonths(clock.now).filter(({ isClosed }) => isClosed);
    await nextPayout();
    const after = bookMonths(clock.now).filter(({ isClosed }) => isClosed);
    expect(after.map(({ totals }) => totals)).toEqual(before.map(({ totals }) => totals));
  });

  it("goes into a file, and who took it is written down", async () => {
    await pay(ordered(person("Ida")));
    const span = { from: londonDay(clock.now), until: londonDay(clock.now) };
    exportPayouts(span, "staff-1", clock.now);
    expect(auditEventsOn(`${span.from}..${span.until}`)).toMatchObject([{ action: "payouts.export" }]);
  });

  it("is not compared while the provider does not respond", async () => {
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 9 } });
    expect(await readPayouts(clock.now)).toEqual({ ok: false, reason: "unavailable" });
    sandbox.control.setSwitches({ fault: null });
    await bought();
    await pressButton(await openPage(`${sandbox.origin}/control`), "Pay out now");
    clock.advance(1);
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 9, path: "/v1/balance_transactions" } });
    expect(await readPayouts(clock.now)).toEqual({ ok: false, reason: "unavailable" });
  });

  it("is told of once where somebody asked for it by hand, and no more once its alarm has ended", async () => {
    const long = new Date(clock.now.getTime() - 60 * DAY * 60_000);
    const row = (id: string, leftAt: Date, isByHand: boolean, linesReadAt: Date | null = null) =>
      db
        .insert(payouts)
        .values({
          id,
          amountPence: 5,
          status: "paid",
          isByHand,
          linesReadAt,
          leftAt,
          arrivesAt: leftAt,
          updatedAt: leftAt,
        })
        .run();
    const alarm = (key: string, objectId: string, resolvedAt: Date | null) =>
      db
        .insert(alarms)
        .values({
          ...{ kind: "payout_differs", objectType: "payout", objectId, message: "-", dedupeKey: key },
          ...{ raisedAt: long, lastSeenAt: long, resolvedAt },
        })
        .run();
    row("po_ended", long, false, long);
    alarm("payout:po_ended", "po_ended", long);
    row("po_other", long, true);
    alarm("refund:po_other", "another", null);
    row("po_told", clock.now, true);
    row("po_unread", clock.now, false);
    await bought();
    await nextPayout();
    const tells = ["po_told", "po_ended", "po_other", "po_unread"].filter((id) => told().includes(id));
    expect(tells).toEqual(["po_told"]);
    const timesSeen = () => db.select().from(alarms).where(eq(alarms.dedupeKey, "payout:po_told")).get()?.lastSeenAt;
    const seen = timesSeen();
    clock.advance(1);
    await readPayouts(clock.now);
    expect(timesSeen()).toEqual(seen);
    expect(payoutCompared("po_unread")?.payout.linesReadAt).toBeNull();
    for (const id of ["po_ended", "po_other", "po_told", "po_unread"])
      db.delete(payouts).where(eq(payouts.id, id)).run();
  });
});
