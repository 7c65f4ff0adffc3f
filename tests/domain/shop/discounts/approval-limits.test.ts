import { describe, expect, it } from "vitest";
import {
  APPROVAL_LIMIT_HOURS,
  excessOf,
  formatApprovalLimit,
  type Given,
  mailboxOf,
  USUAL_APPROVAL_LIMITS,
} from "~/domain/shop/discounts/approval-limits";
import { REFUND_ALONE_PENCE } from "~/domain/shop/orders/refund-limits";

const LIMIT = USUAL_APPROVAL_LIMITS.support;
const given = (costPence: number, recipientEmail: string | null = null, staffId = "bea"): Given => ({
  staffId,
  recipientEmail,
  costPence,
});

describe("how much one person of the staff gives away alone", () => {
  it("is £1,000 in 24 hours, £250 to one recipient and of one order, for those who give at all", () => {
    const some = { dayPence: 100_000, recipientPence: 25_000 };
    const none = { dayPence: 0, recipientPence: 0 };
    expect(USUAL_APPROVAL_LIMITS).toEqual({
      super_admin: some,
      support: some,
      moderator: none,
      production: some,
      marketing: some,
      analyst: none,
    });
    expect([APPROVAL_LIMIT_HOURS, REFUND_ALONE_PENCE]).toEqual([24, 25_000]);
  });

  it.each([
    ["all of a day's", given(100_000), [], null],
    ["a penny more than a day's", given(100_001), [], "day"],
    ["the rest of a day's", given(40_000), [given(30_000), given(30_000)], null],
    ["a penny more than the rest of a day's", given(40_001), [given(30_000), given(30_000)], "day"],
    ["a day's, beside what a colleague gave", given(100_000), [given(1, null, "joan")], null],
    ["all of a recipient's", given(25_000, "ann@example.com"), [], null],
    ["a penny more than a recipient's", given(25_001, "ann@example.com"), [], "recipient"],
    [
      "to one recipient, whoever of the staff gave before",
      given(10_000, "ann@example.com"),
      [given(15_001, "Ann+gift@Example.com", "joan")],
      "recipient",
    ],
    [
      "to one recipient, beside what others and nobody in particular had",
      given(25_000, "ann@example.com"),
      [given(9000, "bob@example.com"), given(9000)],
      null,
    ],
    ["to nobody in particular, after a recipient had theirs", given(9000), [given(25_000, "ann@example.com")], null],
    ["more than both, said of the day", given(100_001, "ann@example.com"), [], "day"],
  ] as const)("%s", (_, gift, before, excess) => {
    expect(excessOf(gift, before, LIMIT)).toBe(excess);
  });
});

it("a limit is said in pounds, and none as nothing", () => {
  expect(formatApprovalLimit(LIMIT)).toBe("£1,000.00, £250.00 to one person");
  expect(formatApprovalLimit(USUAL_APPROVAL_LIMITS.analyst)).toBe("Nothing");
});

describe("a mailbox behind an address", () => {
  it.each([
    [" Ann@Example.COM ", "ann@example.com"],
    ["ann+gift+more@example.com", "ann@example.com"],
    ["ann@exa+mple.com", "ann@exa+mple.com"],
    ["+ann@example.com", "@example.com"],
    ['"a@b+c"@example.com', '"a@b@example.com'],
    ["andre\u0301@example.com", "andré@example.com"],
  ])("of %j is %j", (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });
});
