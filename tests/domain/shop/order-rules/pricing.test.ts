import { describe, expect, it } from "vitest";
import { OPENING_PRICES } from "~/domain/diary/catalogue/prices";
import { applyDiscount, type DiscountTerms } from "~/domain/shop/discounts/rules";
import { SMALLEST_CHARGE_PENCE, totalBasket, totalLoop } from "~/domain/shop/order-rules/pricing";
import { chance } from "../../../support/chance";

describe("the opening prices", () => {
  it("are those of the catalogue", () => {
    expect(OPENING_PRICES).toEqual({
      loopPence: 6999,
      loopDeliveryPence: 0,
      bookCopyStandardPence: 6999,
      bookCopyLuxuryPence: 6999,
      bookCopyDeliveryPence: 899,
      bookCopyFreeDeliveryAbovePence: 5000,
      bookCopyTaxPercent: 8,
    });
    expect(SMALLEST_CHARGE_PENCE).toBe(30);
  });
});

describe("a total", () => {
  const totals = (change: Partial<Parameters<typeof totalBasket>[0]>) =>
    totalBasket({
      lines: [{ unitPence: 6999, quantity: 1 }],
      discountPence: 0,
      deliveryPence: 0,
      taxPence: 0,
      ...change,
    });

  it.each([
    ["one loop", {}, 6999, 0, 6999],
    ["with a discount", { discountPence: 700 }, 6999, 700, 6299],
    ["with all of it taken off", { discountPence: 6999 }, 6999, 6999, 0],
    ["with more taken off than it is", { discountPence: 10_000 }, 6999, 6999, 0],
    ["with a discount below nothing", { discountPence: -500 }, 6999, 0, 6999],
    ["a penny short of nothing is lowered to what can be charged", { discountPence: 6998 }, 6999, 6969, 30],
    ["29 pence left", { discountPence: 6970 }, 6999, 6969, 30],
    ["30 pence left", { discountPence: 6969 }, 6999, 6969, 30],
    ["31 pence left", { discountPence: 6968 }, 6999, 6968, 31],
    ["delivery is not discounted", { discountPence: 9999, deliveryPence: 899 }, 6999, 6999, 899],
    ["delivery and tax are added", { deliveryPence: 899, taxPence: 560 }, 6999, 0, 8458],
    ["a delivery of 20 pence alone", { discountPence: 9999, deliveryPence: 20 }, 6999, 6989, 30],
  ])("%s", (_, change, subtotalPence, discountPence, totalPence) => {
    expect(totals(change)).toMatchObject({ subtotalPence, discountPence, totalPence });
  });

  it("of several lines adds them up", () => {
    const lines = [
      { unitPence: 6999, quantity: 3 },
      { unitPence: 1, quantity: 99 },
      { unitPence: 500, quantity: 0 },
    ];
    expect(totals({ lines }).subtotalPence).toBe(3 * 6999 + 99);
    expect(totals({ lines: [] })).toMatchObject({ subtotalPence: 0, totalPence: 0 });
  });

  it("of a loop takes its price and its delivery from the list", () => {
    const prices = { ...OPENING_PRICES, loopPence: 8000, loopDeliveryPence: 350 };
    expect(totalLoop(prices, 1000)).toEqual({
      subtotalPence: 8000,
      discountPence: 1000,
      deliveryPence: 350,
      taxPence: 0,
      totalPence: 7350,
    });
  });
});

/** Exact for every size: half a penny rounds up. */
function percentOf(pence: number, percent: number): number {
  const doubled = BigInt(pence) * BigInt(percent) * 2n + 100n;
  return Number(doubled / 200n);
}

describe("a discount of any kind on a basket of any kind, 100,000 times", () => {
  it("is never below nothing nor above the subtotal, and leaves nothing or at least 30 pence to pay", () => {
    const { whole, yes, one } = chance(20_261_120);
    const now = new Date("2026-11-20T10:00:00Z");
    for (let round = 0; round < 100_000; round += 1) {
      const lines = Array.from({ length: whole(1, 4) }, () => ({
        unitPence: one([whole(30, 200), whole(30, 9999), 6999, 4900, 0]),
        quantity: whole(1, 9),
      }));
      const subtotal = lines.reduce((sum, line) => sum + line.unitPence * line.quantity, 0);
      const type = one(["PERCENTAGE", "FIXED_AMOUNT"] as const);
      const terms: DiscountTerms = {
        type,
        value: type === "PERCENTAGE" ? whole(1, 100) : one([whole(1, 100), whole(1, 20_000), subtotal || 1]),
        maxUses: null,
        usedCount: 0,
        minimumOrderPence: yes(0.2) ? whole(1, 20_000) : null,
        maximumDiscountPence: yes(0.3) ? whole(1, 10_000) : null,
        firstOrderOnly: false,
        oncePerCustomer: false,
        startsAt: null,
        expiresAt: null,
        isActive: true,
      };
      const result = applyDiscount(terms, subtotal, { isGuest: false, paidOrders: 0, usedThisCode: false }, now);
      const off = result.ok ? result.discountPence : 0;
      const deliveryPence = one([0, 0, 899, whole(0, 900)]);
      const taxPence = one([0, percentOf(subtotal, 8)]);
      // A code that takes all of it off may be worth more: nothing of that comes off the delivery.
      const discountPence = off === subtotal ? off + 5_000 : off;
      const total = totalBasket({ lines, discountPence, deliveryPence, taxPence });
      const wanted = type === "PERCENTAGE" ? percentOf(subtotal, terms.value) : terms.value;
      const cap = Math.min(subtotal, terms.maximumDiscountPence ?? subtotal);
      const isTooSmall = terms.minimumOrderPence !== null && subtotal < terms.minimumOrderPence;
      const rest = subtotal - total.discountPence + deliveryPence + taxPence;
      const holds =
        off === (isTooSmall ? 0 : Math.min(wanted, cap)) &&
        Object.values(total).every((pence) => Number.isSafeInteger(pence) && pence >= 0) &&
        total.discountPence <= off &&
        total.discountPence <= subtotal &&
        total.totalPence === rest &&
        (total.totalPence >= 30 || total.totalPence === 0 || subtotal + deliveryPence + taxPence < 30);
      if (!holds) expect({ round, lines, terms, off, total }).toBeNull();
    }
  });
});
