import { beforeEach, describe, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { ledger, payments, statementLines } from "#db/schema";
import { bookMonths, ledgerRows, ledgerTotals } from "~/domain/operations/bookkeeping/ledger.server";
import { exportCustomers, exportOrders } from "~/domain/operations/bookkeeping/record-export.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { auditEventsOn } from "../../../../support/audit-events";
import { orderRow } from "../../../../support/orders";
import { person } from "../../../../support/people";

/** Rows of the ledger and the statement at the edges of London days in summer, an hour before those of UTC. */

const JULY = { from: "2026-07-01", until: "2026-07-31" };
const FIRST = new Date("2026-06-30T23:00:00.000Z");
const LAST = new Date("2026-07-31T22:59:59.999Z");
const EDGES = [new Date(FIRST.getTime() - 1), FIRST, LAST, new Date(LAST.getTime() + 1)] as const;

beforeEach(() => {
  rawConnection().exec("DELETE FROM ledger; DELETE FROM statement_lines; DELETE FROM payments;");
});

let references = 0;
function moved(at: Date, amountPence: number, given: Partial<typeof ledger.$inferInsert> = {}) {
  references += 1;
  const row = { kind: "payment", providerReference: `ref-${references}`, at, amountPence } as const;
  db.insert(ledger)
    .values({ orderId: orderRow().id, ...row, ...given })
    .run();
}
function line(bookedDay: string, feePence: number, given: Partial<typeof statementLines.$inferInsert> = {}) {
  references += 1;
  const id = `txn-${references}`;
  const at = new Date(`${bookedDay}T12:00:00Z`);
  db.insert(statementLines)
    .values({ id, kind: "payment", source: id, amountPence: 0, feePence, at, bookedDay, readAt: at, ...given })
    .run();
}
const sums = (sort?: Parameters<typeof ledgerRows>[2]) => ledgerRows(JULY, 100, sort).map((row) => row.amountPence);

describe("the ledger of a month", () => {
  it("has its movements from its first instant to its last, and none for trying out", () => {
    for (const [index, at] of EDGES.entries()) moved(at, 10 ** index);
    moved(FIRST, 50_000, { orderId: orderRow({ isTest: true }).id });
    expect(sums()).toEqual([10, 100]);
    expect(ledgerTotals(JULY)).toMatchObject({ payment: 110, net: 110, rows: 2 });
  });

  it("has the fees that were booked from its first day to its last, of payments that are for real", () => {
    for (const [index, day] of ["2026-06-30", "2026-07-01", "2026-07-31", "2026-08-01"].entries())
      line(day, 10 ** index);
    line("2026-07-02", 0);
    const paidFor = (paymentIntentId: string, isTest: boolean, status: "paid" | "expired" = "paid") => {
      const { id: orderId } = orderRow({ isTest });
      db.insert(payments)
        .values({ orderId, attempt: 1, status, amountPence: 1, paymentIntentId, createdAt: FIRST, updatedAt: FIRST })
        .run();
      return orderId;
    };
    paidFor("pi_test", true);
    const orderId = paidFor("pi_real", false);
    paidFor("pi_real", false, "expired");
    for (const paymentIntentId of ["pi_test", "pi_real"]) line("2026-07-03", 7, { paymentIntentId });
    expect(ledgerRows(JULY).map((row) => [row.amountPence, row.orderId])).toEqual([
      [-10, null],
      [-7, orderId],
      [-100, null],
    ]);
    expect(ledgerTotals(JULY)).toMatchObject({ fee: -117, net: -117, rows: 3 });
  });

  it.each([
    ["", [5, 3, -3, 9, -9]],
    ["-day", [9, -9, 3, 5, -3]],
    ["amount", [-9, -3, 3, 5, 9]],
    ["-amount", [9, 5, 3, -3, -9]],
  ] as const)("sorted by %j has movements before fees of one day", (sort, expected) => {
    const noon = new Date("2026-07-02T11:00:00Z");
    for (const pence of [5, 3]) moved(noon, pence);
    line("2026-07-02", 3);
    moved(new Date("2026-07-03T11:00:00Z"), 9);
    line("2026-07-03", 9);
    expect(sums(sort)).toEqual(expected);
  });
});

describe("the months of the books", () => {
  const months = (now = "2026-09-10T12:00:00Z") => new Map(bookMonths(new Date(now)).map((one) => [one.month, one]));

  it("have what our ledger and the statement say from their first instant to their last", () => {
    for (const [index, at] of EDGES.entries()) {
      moved(at, 10 ** index);
      line("2026-07-15", 0, { at, amountPence: 10 ** index });
    }
    expect(months().get("2026-07")).toMatchObject({ oursPence: 110, theirsPence: 110 });
    expect(months().get("2026-05")).toMatchObject({ oursPence: 0, theirsPence: null });
  });

  it.each([
    ["its first day", "2026-07-01", null],
    ["its second day, with sales before", "2026-07-02", "2026-07-02"],
    ["its last day", "2026-07-31", "2026-07-31"],
    ["the next month’s first day", "2026-08-01", null],
  ])("can be compared unless the statement was read only from within them: %s", (_, first, readFrom) => {
    moved(FIRST, 5);
    line(first, 0);
    expect(months().get("2026-07")?.readFrom).toBe(readFrom);
  });

  it("are compared where nothing was sold before the statement was read", () => {
    moved(LAST, 5);
    line("2026-07-02", 0);
    expect(months().get("2026-07")?.readFrom).toBeNull();
  });
});

describe("files of orders and customers", () => {
  it("have those of the days from the first instant to the last, for real, without guests", () => {
    const placed = EDGES.map((createdAt) => orderRow({ createdAt }).id);
    orderRow({ createdAt: FIRST, isTest: true });
    expect(exportOrders(JULY, "joan", LAST).map(({ id }) => id)).toEqual(placed.slice(1, 3));
    const opened = EDGES.map((createdAt) => person("Gwen", { createdAt }).id);
    person("Tess", { createdAt: FIRST, isTest: true });
    const words = { email: "guest@example.org", firstName: "Gus", lastName: "" };
    saveGuest({ guestId: undefined, basketKey: "basket" }, words, FIRST);
    const [, first = ""] = opened;
    for (const given of [
      { accountId: first, refundedPence: 1000 },
      { accountId: first, paidAt: null },
      { accountId: opened[2] },
    ])
      orderRow(given);
    expect(exportCustomers(JULY, "joan", LAST).map(({ id, orders, spentPence }) => [id, orders, spentPence])).toEqual([
      [first, 1, 5999],
      [opened[2], 1, 6999],
    ]);
    expect(auditEventsOn("2026-07-01..2026-07-31").map(({ action }) => action)).toEqual([
      ...["orders.export", "accounts.export"],
    ]);
  });
});
