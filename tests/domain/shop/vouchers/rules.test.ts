import { describe, expect, it } from "vitest";
import {
  VOUCHER_ERROR_CODES,
  VOUCHER_MESSAGES,
  type VoucherTerms,
  voucherRefusal,
  voucherStatusAt,
} from "~/domain/shop/vouchers/rules";

const FROM = new Date("2026-11-20T10:00:00Z");
const UNTIL = new Date("2027-11-20T23:59:59.999Z");
const later = (instant: Date, ms: number) => new Date(instant.getTime() + ms);
const voucher = (status: VoucherTerms["status"]): VoucherTerms => ({
  status,
  validFrom: FROM,
  expiresAt: UNTIL,
});

describe("whether a voucher can be redeemed", () => {
  it.each([
    ["the moment it becomes valid", "ACTIVE", FROM, null],
    ["a moment before", "ACTIVE", later(FROM, -1), "not_yet_valid"],
    ["at its last instant", "ACTIVE", UNTIL, null],
    ["a moment after", "ACTIVE", later(UNTIL, 1), "expired"],
    ["marked as expired", "EXPIRED", FROM, "expired"],
    ["redeemed, also when it is too late", "REDEEMED", later(UNTIL, 1), "used"],
    ["cancelled, also when it is too late", "CANCELLED", later(UNTIL, 1), "cancelled"],
    ["held back, also when it is too early", "SUSPENDED", later(FROM, -1), "on_hold"],
  ] as const)("%s", (_, status, now, refusal) => {
    expect(voucherRefusal(voucher(status), now)).toBe(refusal);
  });

  it.each([
    ["ACTIVE", UNTIL, "ACTIVE"],
    ["ACTIVE", later(UNTIL, 1), "EXPIRED"],
    ["REDEEMED", later(UNTIL, 1), "REDEEMED"],
    ["SUSPENDED", FROM, "SUSPENDED"],
  ] as const)("%s at %s counts as %s", (status, now, counts) => {
    expect(voucherStatusAt(voucher(status), now)).toBe(counts);
  });

  it("has an error message for people and one for API clients", () => {
    expect(VOUCHER_MESSAGES).toEqual({
      unknown: "Invalid voucher code. Please check and try again.",
      used: "This voucher has already been used. If you used it, sign in: its loop is in your account. If you didn’t, please contact support.",
      cancelled:
        "This voucher has been cancelled, so it can’t start a loop. Please ask the person who gave it to you, or contact support.",
      on_hold: "This voucher is on hold and can’t be used at the moment. Please try again later, or contact support.",
      expired:
        "This voucher has expired. Vouchers are valid for 12 months from the date of purchase. If you think this is a mistake, please contact support.",
      not_yet_valid: "This voucher is not yet valid.",
    });
    expect(VOUCHER_ERROR_CODES).toEqual({
      unknown: "VOUCHER_INVALID",
      used: "VOUCHER_ALREADY_REDEEMED",
      cancelled: "VOUCHER_CANCELLED",
      on_hold: "VOUCHER_ON_HOLD",
      expired: "VOUCHER_EXPIRED",
      not_yet_valid: "VOUCHER_NOT_YET_VALID",
    });
  });
});
