import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OPENING_PRICES } from "~/domain/diary/catalogue/prices";
import { applyDiscount, type DiscountTerms } from "~/domain/shop/discounts/rules";
import { SMALLEST_CHARGE_PENCE, totalBasket, totalCopies, totalLoop } from "~/domain/shop/order-rules/pricing";
import { cases } from "../../../support/rounds";

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

const pence = (most: number, least = 0) => fc.integer({ min: least, max: most });

const anyLine = fc.record({
  unitPence: fc.oneof(fc.constantFrom(0, 4900, 6999), pence(200, 30), pence(9999, 30)),
  quantity: fc.integer({ min: 1, max: 9 }),
});
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 4 });

const anyTerms: fc.Arbitrary<DiscountTerms> = fc.record({
  ...{
    maxUses: fc.constant(null),
    usedCount: fc.constant(0),
    startsAt: fc.constant(null),
    expiresAt: fc.constant(null),
  },
  ...{ firstOrderOnly: fc.constant(false), oncePerCustomer: fc.constant(false), isActive: fc.constant(true) },
  type: fc.constantFrom("PERCENTAGE", "FIXED_AMOUNT"),
  value: fc.integer({ min: 1, max: 100 }),
  minimumOrderPence: fc.option(pence(20_000, 1)),
  maximumDiscountPence: fc.option(pence(10_000, 1)),
});
/** Percentages, and sums of any size. */
const anyDiscount = fc
  .tuple(anyTerms, pence(20_000, 1))
  .map(([terms, sum]) => (terms.type === "PERCENTAGE" ? terms : { ...terms, value: sum }));

const anyDelivery = fc.oneof(fc.constantFrom(0, 899), pence(900));
const sumOf = (lines: readonly { unitPence: number; quantity: number }[]) =>
  lines.reduce((sum, line) => sum + line.unitPence * line.quantity, 0);

describe("a basket of any kind", () => {
  const now = new Date("2026-11-20T10:00:00Z");
  const customer = { isGuest: false, paidOrders: 0, usedThisCode: false };

  it("with a discount of any kind comes to nothing or at least 30 pence, and to the penny of its parts", () => {
    fc.assert(
      fc.property(anyLines, anyDiscount, anyDelivery, pence(100), (lines, terms, deliveryPence, taxPercent) => {
        const subtotal = sumOf(lines);
        const result = applyDiscount(terms, subtotal, customer, now);
        const off = result.ok ? result.discountPence : 0;
        const wanted = terms.type === "PERCENTAGE" ? percentOf(subtotal, terms.value) : terms.value;
        const isTooSmall = terms.minimumOrderPence !== null && subtotal < terms.minimumOrderPence;
        const cap = Math.min(subtotal, terms.maximumDiscountPence ?? subtotal);
        expect(off).toBe(isTooSmall ? 0 : Math.min(wanted, cap));
        const taxPence = percentOf(subtotal, taxPercent);
        // A code that takes all of it off may be worth more: nothing of that comes off the delivery.
        const discountPence = off === subtotal ? off + 5_000 : off;
        const total = totalBasket({ lines, discountPence, deliveryPence, taxPence });
        for (const sum of Object.values(total)) expect(Number.isSafeInteger(sum) && sum >= 0).toBe(true);
        expect(total.discountPence).toBeLessThanOrEqual(off);
        expect(total.totalPence).toBe(subtotal - total.discountPence + deliveryPence + taxPence);
        const isChargeable = total.totalPence === 0 || total.totalPence >= SMALLEST_CHARGE_PENCE;
        expect(isChargeable || subtotal + deliveryPence + taxPence < SMALLEST_CHARGE_PENCE).toBe(true);
        // Lowered no further than the smallest charge.
        expect(total.discountPence === off || total.totalPence <= SMALLEST_CHARGE_PENCE).toBe(true);
      }),
      cases(100_000, 2_000),
    );
  });

  it("of copies costs the same in any order of its lines, and with a line cut in two", () => {
    const anyPrices = fc.record({
      ...{ bookCopyDeliveryPence: pence(2000), bookCopyFreeDeliveryAbovePence: pence(20_000) },
      bookCopyTaxPercent: pence(30),
    });
    fc.assert(
      fc.property(anyPrices, anyLines, fc.nat(), fc.boolean(), (change, lines, cut, isAtTheEdge) => {
        const prices = { ...OPENING_PRICES, ...change };
        if (isAtTheEdge) prices.bookCopyFreeDeliveryAbovePence = sumOf(lines);
        const total = totalCopies(prices, lines);
        const [first = { unitPence: 0, quantity: 0 }, ...others] = lines;
        const part = cut % (first.quantity + 1);
        const inTwo = [part, first.quantity - part].map((quantity) => ({ ...first, quantity }));
        expect(totalCopies(prices, [...others.toReversed(), ...inTwo])).toEqual(total);
        const subtotalPence = sumOf(lines);
        const isFree = subtotalPence === 0 || subtotalPence > prices.bookCopyFreeDeliveryAbovePence;
        const deliveryPence = isFree ? 0 : prices.bookCopyDeliveryPence;
        const taxPence = percentOf(subtotalPence, prices.bookCopyTaxPercent);
        const totalPence = subtotalPence + deliveryPence + taxPence;
        expect(total).toEqual({ subtotalPence, discountPence: 0, deliveryPence, taxPence, totalPence });
      }),
      cases(50_000, 1_000),
    );
  });
});
