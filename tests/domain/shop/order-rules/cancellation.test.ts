import { describe, expect, it } from "vitest";
import { startDayFor } from "~/domain/diary/rules/calendar";
import { firstDayAfterCancelling } from "~/domain/kernel/time/cancellation-days";
import {
  type CancellableOrder,
  cancellingOf,
  formatOffer,
  formatUntil,
  howToCancel,
  offerKey,
} from "~/domain/shop/order-rules/cancellation";

const LOOP: CancellableOrder = {
  kind: "loop",
  status: "PAID",
  paidAt: new Date("2026-11-20T10:00:00Z"),
  startRequestedAt: null,
  totalPence: 6999,
  deliveryPence: 0,
  leftPence: 6999,
  isDisputed: false,
  year: null,
  isYearCancelled: false,
  isYearGone: false,
  areCopiesBegun: false,
};
const GIFT = { ...LOOP, kind: "gift" } as const;
const COPIES = { ...LOOP, kind: "book_copies" } as const;
const DAY_14 = new Date("2026-12-04T23:59:59.999Z");
const DAY_15 = new Date("2026-12-05T00:00:00Z");

const yearFrom = (startDay: string, more = {}) => ({
  ...({ startDay, pauses: [], status: "ACTIVE", hasCopiesOnOrder: false } as const),
  ...more,
});
const wished = (startDay: string, more = {}): CancellableOrder => ({
  ...LOOP,
  year: yearFrom(startDay, more),
  startRequestedAt: LOOP.paidAt,
});

function refused(order: CancellableOrder, now: Date) {
  const found = cancellingOf(order, now);
  return found.ok ? null : found.reason;
}

function offered(order: CancellableOrder, now: Date) {
  const found = cancellingOf(order, now);
  if (!found.ok) throw new Error(found.reason);
  return found.offer;
}

describe("an order can be cancelled", () => {
  it.each([
    ["within the fourteenth day after it was paid", LOOP, DAY_14, null],
    ["and not a moment later", LOOP, DAY_15, "too_late"],
    [
      "by the day in London, which an evening in summer has left",
      { ...LOOP, paidAt: new Date("2026-07-01T23:30:00Z") },
      new Date("2026-07-16T22:59:59.999Z"),
      null,
    ],
    [
      "in summer an hour sooner by the clock of Greenwich",
      { ...LOOP, paidAt: new Date("2026-07-01T22:30:00Z") },
      new Date("2026-07-15T23:00:00Z"),
      "too_late",
    ],
    [
      "over the beginning of summer time, until midnight in London",
      { ...LOOP, paidAt: new Date("2027-03-20T12:00:00Z") },
      new Date("2027-04-03T22:59:59.999Z"),
      null,
    ],
    [
      "and not in the hour that Greenwich would add",
      { ...LOOP, paidAt: new Date("2027-03-20T12:00:00Z") },
      new Date("2027-04-03T23:00:00Z"),
      "too_late",
    ],
    [
      "over the end of summer time",
      { ...LOOP, paidAt: new Date("2026-10-17T12:00:00Z") },
      new Date("2026-10-31T23:59:59.999Z"),
      null,
    ],
    ["not where it was never paid", { ...LOOP, paidAt: null }, DAY_14, "not_paid"],
    ["not twice", { ...LOOP, leftPence: 0, status: "REFUNDED" }, DAY_14, "already_cancelled"],
    ["not while its refund is on the way", { ...LOOP, leftPence: 0 }, DAY_14, "already_cancelled"],
    [
      "not again for the share that was kept",
      { ...LOOP, leftPence: 269, status: "PARTLY_REFUNDED", isYearCancelled: true },
      DAY_14,
      "already_cancelled",
    ],
    ["after goodwill", { ...LOOP, leftPence: 6499, status: "PARTLY_REFUNDED" }, DAY_14, null],
    ["where it cost nothing", { ...LOOP, totalPence: 0, leftPence: 0 }, DAY_14, null],
    ["not while a bank decides", { ...LOOP, isDisputed: true }, DAY_14, "disputed"],
    ["with a date that lies ahead", { ...LOOP, year: yearFrom("2026-12-05") }, DAY_14, null],
    ["with a year that started at the buyer’s wish", wished("2026-11-20"), DAY_14, null],
    ["not with a book at the printer", wished("2026-11-20", { status: "COMPLETED" }), DAY_14, "at_printer"],
    ["after the copies", wished("2026-11-20", { hasCopiesOnOrder: true }), DAY_14, "copies_first"],
    ["as a gift nobody redeemed", GIFT, DAY_14, null],
    ["as a gift, not later than that", GIFT, DAY_15, "too_late"],
    ["as a gift whose year lies ahead", { ...GIFT, year: yearFrom("2026-12-05") }, DAY_14, null],
    ["as a gift, not once its year has started", { ...GIFT, year: yearFrom("2026-12-04") }, DAY_14, "gift_started"],
    [
      "as a gift by hand, where copies of its book are on order",
      { ...GIFT, year: yearFrom("2026-12-05", { hasCopiesOnOrder: true }) },
      DAY_14,
      "ask_us",
    ],
    ["as a gift by hand, whose year its writer has deleted", { ...GIFT, isYearGone: true }, DAY_14, "ask_us"],
    ["as copies that wait, whenever it is", COPIES, new Date("2027-06-01T00:00:00Z"), null],
    ["as copies, not at the printer", { ...COPIES, areCopiesBegun: true }, DAY_14, "at_printer"],
  ] as const)("%s", (_, order, now, refusal) => {
    expect(refused(order, now)).toBe(refusal);
  });
});

describe("what is refunded", () => {
  it.each([
    ["before the year starts, everything", "2026-11-19T23:59:59Z", 6999, 0],
    ["on its first day, all but 1/52, and the odd penny is the buyer’s", "2026-11-20T00:00:00Z", 6865, 134],
    ["on the last second of week 1, the same", "2026-11-27T23:59:59Z", 6865, 134],
    ["once week 2 has opened, all but 2/52", "2026-11-28T00:00:00Z", 6730, 269],
  ])("%s", (_, now, refundPence, retainedPence) => {
    const order = { ...wished("2026-11-20"), paidAt: new Date("2026-11-18T10:00:00Z") };
    expect(offered(order, new Date(now))).toMatchObject({ refundPence, retainedPence });
  });

  it("of a year that starts in summer time goes by the day in London", () => {
    const order = { ...wished("2026-07-01"), paidAt: new Date("2026-06-30T10:00:00Z") };
    expect(offered(order, new Date("2026-07-08T22:59:59Z")).weeks).toBe(1);
    expect(offered(order, new Date("2026-07-08T23:00:00Z")).weeks).toBe(2);
  });

  it.each([
    ["is counted by what was paid, not by the list price", { totalPence: 3500, leftPence: 3500 }, 3433],
    ["is counted by what is left after goodwill", { leftPence: 6499 }, 6375],
    ["has all of the delivery", { totalPence: 7898, leftPence: 7898, deliveryPence: 899 }, 7764],
    ["is everything without the buyer’s wish to start", { startRequestedAt: null }, 6999],
  ])("%s", (_, change, refundPence) => {
    const order = { ...wished("2026-11-20"), ...change };
    expect(offered(order, new Date("2026-11-21T10:00:00Z")).refundPence).toBe(refundPence);
  });

  it("leaves out the weeks of a pause", () => {
    const pauses = [{ fromDay: "2026-11-22", weeks: 2 }];
    expect(offered(wished("2026-11-20", { pauses }), DAY_14).weeks).toBe(1);
  });

  it("never comes to a part of a penny, nor with its share to another amount than was paid", () => {
    for (let leftPence = 30; leftPence <= 7000; leftPence += 7) {
      const order = { ...wished("2026-11-20"), totalPence: leftPence, leftPence };
      const { refundPence, retainedPence } = offered(order, DAY_14);
      expect(Number.isSafeInteger(refundPence) && refundPence > 0 && retainedPence >= 0).toBe(true);
      expect(refundPence + retainedPence).toBe(leftPence);
      expect(retainedPence * 52).toBeLessThanOrEqual(leftPence * 2);
    }
  });
});

describe("what a buyer reads before they cancel", () => {
  it("has the amount, what is kept, and how long the words can be downloaded", () => {
    expect(formatOffer(offered(wished("2026-11-20"), new Date("2026-11-28T00:00:00Z"))).join(" ")).toBe(
      "We’ll end the year you’ve started, and there won’t be a book. We’ll refund £67.30 the way you paid. 2 weeks of 52 have opened, so we keep £2.69: 1/52 of the price for each week that has opened. What’s been written can be downloaded for 30 days; then we delete it.",
    );
  });

  it("has no amount where nothing was paid", () => {
    const says = formatOffer(offered({ ...LOOP, totalPence: 0, leftPence: 0 }, DAY_14));
    expect(says).toEqual(["We’ll cancel the loop you haven’t started."]);
  });

  it.each([
    ["copies until they go to the printer", "book_copies", "You can cancel until your copies go to the printer"],
    ["a loop until a day", "loop", "You can cancel until the end of 4 December 2026, UK time"],
  ] as const)("says until when: %s", (_, kind, until) => {
    expect(formatUntil({ kind, paidAt: LOOP.paidAt })).toBe(`${until}.`);
    expect(howToCancel(LOOP.paidAt, kind)).toContain(until);
  });

  it("says of a year that starts later, one’s own or a gift’s, that it hasn’t started yet", () => {
    const later = { year: yearFrom("2026-12-05") };
    expect(offered({ ...LOOP, ...later }, DAY_14)).toMatchObject({ thing: "dated_loop", refundPence: 6999, weeks: 0 });
    expect(offered({ ...GIFT, ...later }, DAY_14)).toMatchObject({ thing: "redeemed_gift", refundPence: 6999 });
  });

  it("is named by what happens and by the amount", () => {
    const before = offerKey(offered(GIFT, DAY_14));
    const redeemed = offerKey(offered({ ...GIFT, year: yearFrom("2026-12-05") }, DAY_14));
    expect(before).not.toBe(redeemed);
  });
});

it("a year without a wish starts the day after the last one to cancel", () => {
  expect(firstDayAfterCancelling(LOOP.paidAt ?? DAY_14)).toBe("2026-12-05");
  expect(startDayFor("2027-12-18")).toBe("2026-12-05");
});
