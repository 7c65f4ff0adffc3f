import { describe, expect, it } from "vitest";
import { formatEndedLink, isLinkOpen } from "~/domain/shop/order-links/order-links";

const PAID = { status: "PAID", paidAt: new Date("2026-11-20T10:00:00Z") } as const;
const LOOP = { ...PAID, kind: "loop", voucherEndsAt: null, isDelivered: false } as const;
const GIFT = { ...LOOP, kind: "gift", voucherEndsAt: new Date("2027-11-20T23:59:59.999Z") } as const;

describe("the link of a guest's order", () => {
  it("works for a loop until its book is delivered, however long that is", () => {
    expect(isLinkOpen(LOOP, new Date("2030-01-01T00:00:00Z"))).toBe(true);
    expect(isLinkOpen({ ...LOOP, isDelivered: true }, new Date("2028-01-01T00:00:00Z"))).toBe(false);
  });

  it("works for a gift until its voucher ends, and not a moment longer", () => {
    expect(isLinkOpen(GIFT, GIFT.voucherEndsAt)).toBe(true);
    expect(isLinkOpen(GIFT, new Date("2027-11-21T00:00:00Z"))).toBe(false);
  });

  it("works as much longer as staff extend the voucher", () => {
    const extended = { ...GIFT, voucherEndsAt: new Date("2028-02-20T23:59:59.999Z") };
    expect(isLinkOpen(extended, new Date("2027-11-21T00:00:00Z"))).toBe(true);
  });

  it("works in any case while the order can be cancelled, to see that it was", () => {
    const cancelled = { ...GIFT, status: "REFUNDED" } as const;
    expect(isLinkOpen(cancelled, new Date("2026-12-04T23:59:59Z"))).toBe(true);
    expect(isLinkOpen(cancelled, new Date("2026-12-05T00:00:00Z"))).toBe(false);
    expect(formatEndedLink(PAID.paidAt)).toContain("until the end of 4 December 2026.");
  });

  it("opens nothing before the order is paid", () => {
    expect(isLinkOpen({ ...LOOP, status: "PENDING", paidAt: null }, PAID.paidAt)).toBe(false);
  });
});
