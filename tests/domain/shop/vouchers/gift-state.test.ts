import { describe, expect, it } from "vitest";
import {
  type GiftData,
  giftState,
  isTimeToSend,
  latestSendDay,
  REMINDER_DAYS,
} from "~/domain/shop/vouchers/gift-state";

const UNTIL = new Date("2027-11-20T23:59:59.999Z");
const BEFORE = new Date("2026-11-20T10:00:00Z");
const AFTER = new Date(UNTIL.getTime() + 1);
const WAITING: GiftData = {
  status: "ACTIVE",
  expiresAt: UNTIL,
  recipientEmail: "ann@example.com",
  sentAt: null,
  openedAt: null,
};

describe("what has become of a gift", () => {
  it.each([
    ["with an address, not sent", {}, BEFORE, "scheduled"],
    ["without an address", { recipientEmail: null }, BEFORE, "ready"],
    ["sent", { sentAt: BEFORE }, BEFORE, "sent"],
    ["sent by staff, until it leaves", { sentAt: UNTIL }, BEFORE, "scheduled"],
    ["opened after it was sent", { sentAt: BEFORE, openedAt: BEFORE }, BEFORE, "opened"],
    ["opened without an address", { recipientEmail: null, openedAt: BEFORE }, BEFORE, "opened"],
    ["at its last instant", {}, UNTIL, "scheduled"],
    ["a moment after, opened", { openedAt: BEFORE }, AFTER, "expired"],
    ["marked as expired", { status: "EXPIRED" }, BEFORE, "expired"],
    ["redeemed, also when it is too late", { status: "REDEEMED", openedAt: BEFORE }, AFTER, "redeemed"],
    ["cancelled, also when it is too late", { status: "CANCELLED" }, AFTER, "cancelled"],
    ["held back, also when it is too late", { status: "SUSPENDED" }, AFTER, "on_hold"],
  ] as const)("%s", (_, change, now, state) => {
    expect(giftState({ ...WAITING, ...change }, now)).toBe(state);
  });

  it("its giver is told of 60 and 14 days before it runs out", () => {
    expect(REMINDER_DAYS).toEqual([60, 14]);
  });
});

describe("when a gift goes out", () => {
  it.each([
    ["at once where no day was chosen", null, "2026-11-20T03:00:00Z", true],
    ["not the day before", "2026-11-21", "2026-11-20T23:59:59Z", false],
    ["not before eight in the morning in London", "2026-11-20", "2026-11-20T07:59:59Z", false],
    ["from eight in the morning in London", "2026-11-20", "2026-11-20T08:00:00Z", true],
    ["from seven by UTC in summer", "2026-07-01", "2026-07-01T07:00:00Z", true],
    ["not before seven by UTC in summer", "2026-07-01", "2026-07-01T06:59:59Z", false],
    ["at any hour of a later day", "2026-11-19", "2026-11-20T00:30:00Z", true],
  ])("%s", (_, sendOn, now, isTime) => {
    expect(isTimeToSend(sendOn, new Date(now))).toBe(isTime);
  });

  it("can be put off for twelve months from the day in London it was bought on", () => {
    expect(latestSendDay(new Date("2026-07-01T23:30:00Z"))).toBe("2027-07-02");
  });
});
