import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { ledger, orders, statementLines } from "#db/schema";
import { londonDay } from "~/domain/kernel/time/days";
import { bookMonths, exportLedger, ledgerRows, ledgerTotals } from "~/domain/operations/bookkeeping/ledger.server";
import { exportCustomers, exportOrders } from "~/domain/operations/bookkeeping/record-export.server";
import { compareWithProvider } from "~/domain/shop/orders/ledger-check.server";
import { askRefund, sendRefund } from "~/domain/shop/orders/refunds.server";
import { storeStatement } from "~/domain/shop/orders/statement.server";
import { auditEventsOn } from "../../../support/audit-events";
import { clock } from "../../../support/payment-sandbox";
import { later, person } from "../../../support/people";
import { bought } from "../../../support/shop";

const today = () => londonDay(clock.now);
const span = () => ({ from: today(), until: today() });
const rowsOf = (orderId: string) =>
  ledgerRows(span())
    .filter((row) => row.orderId === orderId)
    .map(({ kind, amountPence, taxPence }) => [kind, amountPence, taxPence]);

describe("the ledger", () => {
  it("has a sale and its refund as rows of their own days, with the order's tax in proportion", async () => {
    const order = await bought();
    db.update(orders).set({ taxPence: 1000, subtotalPence: 5999 }).where(eq(orders.id, order.id)).run();
    const refund = { orderId: order.id, amountPence: 700, reason: "Goodwill", staffId: null };
    const asked = write((tx) => askRefund(tx, refund, clock.now));
    if (!asked.ok) throw new Error(asked.reason);
    await sendRefund(asked.refundId, clock.now);
    expect(rowsOf(order.id)).toEqual([
      ["payment", 6999, 1000],
      ["refund", -700, -100],
    ]);
    db.update(orders).set({ taxPence: 0, subtotalPence: 6999 }).where(eq(orders.id, order.id)).run();
  });

  it("is sorted by sum, fees among the movements", async () => {
    await bought();
    await compareWithProvider(later(3600, clock.now));
    const sums = (sort: Parameters<typeof ledgerRows>[2]) =>
      ledgerRows(span(), 1000, sort).map(({ amountPence }) => amountPence);
    const upwards = sums("").toSorted((one, other) => one - other);
    expect(upwards[0]).toBeLessThan(0);
    expect([sums("amount"), sums("-amount")]).toEqual([upwards, upwards.toReversed()]);
  });

  it("leaves out orders for trying out", async () => {
    const order = await bought(person("Test", { isTest: true }));
    expect(rowsOf(order.id)).toEqual([]);
  });

  it("has the provider's fees once its statement was read, and says whether both agree", async () => {
    const order = await bought();
    const at = later(3600, clock.now);
    expect((await compareWithProvider(at)).ok).toBe(true);
    const fee = rowsOf(order.id).find(([kind]) => kind === "fee");
    expect(fee?.[1]).toBeLessThan(0);
    const lines = db.select().from(statementLines).all().length;
    await compareWithProvider(at);
    expect(db.select().from(statementLines).all()).toHaveLength(lines);
    const [month] = bookMonths(at);
    expect(month?.theirsPence).toBe(month?.oursPence);
    const totals = ledgerTotals(span());
    expect(totals.net).toBe(
      totals.payment + totals.refund + totals.refund_failed + totals.dispute + totals.dispute_won + totals.fee,
    );
    expect(totals.rows).toBe(ledgerRows(span()).length);
  });

  it("compares no month of which only the later days of the statement were read", async () => {
    await bought();
    const before = await bought();
    const at = later(3600, clock.now);
    await compareWithProvider(at);
    expect(bookMonths(at)[0]?.readFrom).toBeNull();
    const first = db.select({ at: statementLines.at }).from(statementLines).orderBy(statementLines.at).get()?.at;
    const readFrom = londonDay(first ?? at);
    const earlier = new Date(`${readFrom.slice(0, 8)}01T12:00:00Z`);
    db.update(ledger).set({ at: earlier }).where(eq(ledger.orderId, before.id)).run();
    const month = bookMonths(at).find((one) => one.month === readFrom.slice(0, 7));
    expect(month?.readFrom).toBe(readFrom);
  });

  it("counts an hour before midnight on London's day, in summer too", async () => {
    const order = await bought();
    const at = new Date("2026-06-30T23:30:00Z");
    db.update(ledger).set({ at }).where(eq(ledger.orderId, order.id)).run();
    const in_ = (from: string, until: string) =>
      ledgerRows({ from, until }).filter((row) => row.orderId === order.id).length;
    expect([in_("2026-06-01", "2026-06-30"), in_("2026-07-01", "2026-07-01")]).toEqual([0, 1]);
  });

  it("keeps the totals of a closed month: a fee known later counts on the day it became known", () => {
    const october = { from: "2026-10-01", until: "2026-10-31" };
    const line = (id: string, at: string, feePence: number) => ({
      ...{ id, source: id, paymentIntentId: null, amountPence: 0, kind: "other" as const },
      ...{ at: new Date(at), feePence },
    });
    storeStatement([line("txn_a", "2026-10-30T10:00:00Z", 100)], new Date("2026-11-03T04:20:00Z"));
    const before = ledgerTotals(october);
    expect(before.fee).toBe(-100);
    storeStatement([line("txn_b", "2026-10-31T10:00:00Z", 40)], new Date("2026-11-05T04:20:00Z"));
    expect(ledgerTotals(october)).toEqual(before);
    expect(ledgerTotals({ from: "2026-11-05", until: "2026-11-05" }).fee).toBe(-40);
    expect(bookMonths(new Date("2026-11-05T04:20:00Z")).map(({ month, isClosed }) => [month, isClosed])).toEqual(
      expect.arrayContaining([
        ["2026-11", false],
        ["2026-10", true],
      ]),
    );
  });
});

describe("files for the bookkeeper", () => {
  it("say who took which days", async () => {
    const order = await bought(person("Gwen", { createdAt: clock.now }));
    const [days, id] = [span(), `${today()}..${today()}`];
    expect(exportLedger(days, "joan", clock.now).some(({ orderId }) => orderId === order.id)).toBe(true);
    expect(exportOrders(days, "joan", clock.now).some(({ number }) => number === order.number)).toBe(true);
    const customer = exportCustomers(days, "joan", clock.now).find(({ id: one }) => one === order.accountId);
    expect(customer).toMatchObject({ orders: 1, spentPence: 6999 });
    expect(auditEventsOn(id).map(({ action, staffId }) => [action, staffId])).toEqual([
      ["ledger.export", "joan"],
      ["orders.export", "joan"],
      ["accounts.export", "joan"],
    ]);
    expect(exportOrders({ from: "2020-01-01", until: "2020-01-31" }, "joan", clock.now)).toEqual([]);
  });
});
