import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { bookFiles, entries, jobs, orders, payments, refunds, shipments } from "#db/schema";
import {
  booksInPrint,
  copiesToCancel,
  deletionBlockersOf,
  isMakingBook,
  isPaying,
} from "~/domain/privacy/erasure/deletion-blockers.server";
import { creditToBegin, later, loopOf, NOW, person } from "../../../support/people";
import { voucher } from "../../../support/vouchers";

const at = { createdAt: NOW, updatedAt: NOW };

let counted = 0;
function orderOf(accountId: string, given: Partial<typeof orders.$inferInsert> = {}) {
  counted += 1;
  const sums = { subtotalPence: 6999, totalPence: 6999, pricing: "{}", email: "ada@example.com" };
  const made = { number: `LP-${counted}`, accountId, basketKey: `basket-${counted}`, ...sums, ...at };
  return db
    .insert(orders)
    .values({ ...made, kind: "book_copies", status: "PAID", paidAt: NOW, ...given })
    .returning()
    .get();
}

const ship = (given: Partial<typeof shipments.$inferInsert> & { loopId: string | null }) =>
  db
    .insert(shipments)
    .values({ ...at, ...given })
    .returning()
    .get();

describe("what goes with an account", () => {
  it("is its own years with their finished weeks, credits to begin and gifts in use, and nobody else’s", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const [hers, his] = [loopOf(ada.id, { title: "Hers" }), loopOf(ben.id, { title: "His" })];
    for (const [loopId, week, openAgainAt] of [
      [hers.id, 1, null],
      [hers.id, 2, null],
      [hers.id, 3, NOW],
      [his.id, 1, null],
    ] as const)
      db.insert(entries)
        .values({ loopId, week, openAgainAt, prompt: "What?", content: "This.", ...at })
        .run();
    const paid = orderOf(ada.id, { kind: "loop" });
    creditToBegin(ada.id, { orderId: paid.id, voucherId: null });
    creditToBegin(ada.id, { spentAt: NOW });
    creditToBegin(ada.id, { cancelledAt: NOW });
    creditToBegin(ben.id);
    for (const [giver, given] of [
      [ada, { recipientEmail: "bob@example.com", sendOnDay: "2026-12-24" }],
      [ada, { recipientEmail: "bob@example.com", sentAt: NOW }],
      [ada, {}],
      [ada, { recipientEmail: "bob@example.com", status: "REDEEMED" }],
      [ben, { recipientEmail: "bob@example.com" }],
    ] as const)
      voucher({ purchasedByAccountId: giver.id }, given);
    expect(deletionBlockersOf(ada.id)).toMatchObject({
      loops: [{ id: hers.id, name: "Hers", entriesCount: 2 }],
      unspentCredits: [{ orderNumber: paid.number }],
      openGifts: 3,
      giftsToSend: [{ sendOnDay: "2026-12-24" }],
      ...{ inPrint: [], copiesToCancel: [] },
    });
  });
});

describe("a book that is being printed", () => {
  it.each([
    ["COMPLETED", true, false],
    ["PRINTING", true, true],
    ["COMPLETED", false, true],
    ["ACTIVE", false, false],
  ] as const)("of a year that is %s, refunded: %s, holds its account up: %s", (status, isRefunded, isHeld) => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const loop = loopOf(ada.id, { title: "Our year", status });
    const order = orderOf(ada.id, { kind: "loop" });
    creditToBegin(ada.id, { orderId: order.id, voucherId: null, loopId: loop.id, spentAt: NOW });
    const taken = isRefunded ? [{ lineId: "loop", quantity: 1 }] : [];
    db.insert(refunds)
      .values({ orderId: order.id, amountPence: 1, status: "succeeded", reason: "", taken, ...at })
      .run();
    if (status === "PRINTING") ship({ loopId: loop.id, state: "printing" });
    expect([ada, ben].map(({ id }) => booksInPrint(id))).toEqual([isHeld ? ["Our year"] : [], []]);
  });

  it("is a reprint until it is delivered, of the year’s own book, and nobody else’s", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const loop = loopOf(ada.id, { title: "Our year", status: "DELIVERED" });
    const first = ship({ loopId: loop.id, state: "delivered" });
    expect(booksInPrint(ada.id)).toEqual([]);
    ship({ loopId: loop.id, state: "delivered", reprintOf: first.id });
    expect(booksInPrint(ada.id)).toEqual([]);
    ship({ loopId: loop.id, state: "printing", reprintOf: first.id });
    expect([ada, ben].map(({ id }) => booksInPrint(id))).toEqual([["Our year"], []]);
  });

  it("is a copy from when it goes to the printer; before, its order is to be cancelled", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const loop = loopOf(ada.id);
    const [waiting, begun, arrived] = [orderOf(ada.id), orderOf(ada.id), orderOf(ada.id)];
    const gift = orderOf(ada.id, { kind: "gift" });
    ship({ orderId: waiting.id, loopId: loop.id, state: "waiting" });
    ship({ orderId: begun.id, loopId: loop.id, state: "waiting" });
    const first = ship({ orderId: begun.id, loopId: loop.id, state: "printing" });
    ship({ orderId: begun.id, loopId: loop.id, state: "printing", reprintOf: first.id });
    ship({ orderId: arrived.id, loopId: loop.id, state: "delivered" });
    ship({ orderId: gift.id, loopId: loop.id, state: "printing" });
    expect(booksInPrint(ada.id)).toEqual([`Copies of order ${begun.number}`]);
    expect(copiesToCancel(ada.id)).toEqual([{ orderId: waiting.id, number: waiting.number }]);
    expect([booksInPrint(ben.id), copiesToCancel(ben.id)]).toEqual([[], []]);
  });
});

describe("an order that could still be paid", () => {
  const HOUR = 3_600;
  it.each<[string, boolean, Partial<typeof payments.$inferInsert>, Partial<typeof orders.$inferInsert>?]>([
    ["whose page is open", true, {}],
    ["whose page is opening", true, { status: "opening" }],
    ["whose page was closed", false, { status: "failed" }],
    ["that is paid", false, {}, { status: "PAID", paidAt: NOW }],
    ["whose page ends within the hour before", true, { expiresAt: later(-HOUR + 0.001) }],
    ["whose page ended an hour ago", false, { expiresAt: later(-HOUR) }],
    ["whose page was opened within two days", true, { createdAt: later(-48 * HOUR + 0.001) }],
    ["whose page was opened two days ago", false, { createdAt: later(-48 * HOUR) }],
  ])("is one %s: %s", (_, is, given, ofOrder = {}) => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const order = orderOf(ada.id, { kind: "loop", status: "PENDING", paidAt: null, ...ofOrder });
    db.insert(payments)
      .values({ orderId: order.id, attempt: 1, status: "open", amountPence: 6999, ...at, ...given })
      .run();
    expect([ada, ben].map(({ id }) => isPaying(db, id, NOW))).toEqual([is, false]);
  });
});

describe("a book that is being made", () => {
  it.each([
    ["running", later(0.001), true],
    ["running", NOW, false],
    ["running", null, false],
    ["waiting", later(60), false],
  ] as const)("is one whose job is %s until %s: %s", (state, takenUntil, is) => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const book = db
      .insert(bookFiles)
      .values({ loopId: loopOf(ada.id).id, kind: "interior", contentVersion: 1, ...at })
      .returning()
      .get();
    db.insert(jobs)
      .values({ kind: "render-book", subjectId: book.id, state, runAfter: NOW, takenUntil, createdAt: NOW })
      .run();
    expect([ada, ben].map(({ id }) => isMakingBook(db, id, NOW))).toEqual([is, false]);
  });
});
