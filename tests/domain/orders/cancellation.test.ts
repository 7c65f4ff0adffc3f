import { describe, expect, it } from "vitest";
import { type CancellableOrder, cancelRefusal } from "~/domain/orders/cancellation";

const LOOP: CancellableOrder = {
  kind: "loop",
  status: "PAID",
  paidAt: new Date("2026-11-20T10:00:00Z"),
  isUsed: false,
};
const DAY_14 = new Date("2026-12-04T23:59:59.999Z");
const DAY_15 = new Date("2026-12-05T00:00:00Z");

describe("cancelling an order by a button", () => {
  it.each([
    ["within the fourteenth day after it was paid", {}, DAY_14, null],
    ["a moment later", {}, DAY_15, "too_late"],
    [
      "counted from the day in London, which an evening in summer has left",
      { paidAt: new Date("2026-07-01T23:30:00Z") },
      new Date("2026-07-16T22:59:59Z"),
      null,
    ],
    ["that was never paid", { paidAt: null }, DAY_15, "not_paid"],
    ["that is cancelled", { status: "CANCELLED", isUsed: true }, DAY_14, "already_cancelled"],
    ["of which a part went back", { status: "PARTLY_REFUNDED" }, DAY_14, "already_cancelled"],
    ["of a loop that was begun", { isUsed: true }, DAY_15, "used"],
    ["of a gift in time", { kind: "gift" }, DAY_14, null],
    ["of a gift too late", { kind: "gift" }, DAY_15, "too_late"],
    ["of copies that wait, whenever it is", { kind: "book_copies" }, DAY_15, null],
    ["of copies that went to the printer", { kind: "book_copies", isUsed: true }, DAY_14, "used"],
  ] as const)("%s", (_, change, now, refusal) => {
    expect(cancelRefusal({ ...LOOP, ...change }, now)).toBe(refusal);
  });
});
