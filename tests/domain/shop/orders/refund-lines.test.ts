import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areLeft, type RefundableLine, worthOfLines, worthOfOne } from "~/domain/shop/orders/refund-lines";
import { cases } from "../../../support/rounds";

/** Four luxury copies and one standard one at £69.99, with tax of 8 % and free delivery. */
const COPIES = { subtotalPence: 34995, deliveryPence: 0, totalPence: 37795 };
const LINES: RefundableLine[] = [
  { id: "luxury", unitPence: 6999, quantity: 4, returned: 0 },
  { id: "standard", unitPence: 6999, quantity: 1, returned: 0 },
];
const take = (lineId: string, quantity: number) => ({ lineId, quantity });

describe("lines of a refund", () => {
  it("are worth their share of what was paid, with the tax on it", () => {
    expect(worthOfOne(COPIES, { unitPence: 6999 })).toBe(7559);
    expect(worthOfLines(COPIES, LINES, [take("luxury", 2)], 37795)).toBe(15118);
    expect(worthOfLines(COPIES, LINES, [], 37795)).toBe(0);
  });

  it("carry their share of a discount", () => {
    const half = { subtotalPence: 6999, deliveryPence: 0, totalPence: 3499 };
    const loop = [{ id: "loop", unitPence: 6999, quantity: 1, returned: 0 }];
    expect(worthOfLines(half, loop, [take("loop", 1)], 3499)).toBe(3499);
    expect(worthOfLines(half, loop, [take("loop", 1)], 1000)).toBe(1000);
  });

  it("are worth no more than their share while others are left, and nothing where none is taken", () => {
    const lines = LINES.map((line) => (line.id === "standard" ? { ...line, returned: 1 } : line));
    expect(worthOfLines(COPIES, lines, [take("luxury", 1)], 30236)).toBe(7559);
    const all = LINES.map((line) => ({ ...line, returned: line.quantity }));
    expect(worthOfLines(COPIES, all, [], 100)).toBe(0);
  });

  it("that cost nothing are worth nothing", () => {
    const free = { subtotalPence: 0, deliveryPence: 0, totalPence: 0 };
    expect(worthOfOne(free, { unitPence: 0 })).toBe(0);
  });

  it.each([
    ["are there", [take("luxury", 4), take("standard", 1)], true],
    ["are none", [], true],
    ["are more than are left", [take("luxury", 5)], false],
    ["are of no number", [take("luxury", 0)], false],
    ["are half a copy", [take("luxury", 0.5)], false],
    ["are named twice", [take("luxury", 2), take("luxury", 2)], false],
    ["are of another order", [take("elsewhere", 1)], false],
  ])("%s: %j is %s", (_, taken, wanted) => {
    expect(areLeft(LINES, taken)).toBe(wanted);
  });

  it("are no more than earlier refunds have left of them", () => {
    const lines = [{ id: "luxury", unitPence: 6999, quantity: 4, returned: 3 }];
    expect([areLeft(lines, [take("luxury", 1)]), areLeft(lines, [take("luxury", 2)])]).toEqual([true, false]);
  });
});

/** An order with a discount or tax and delivery, and what is taken back of it, by line and quantity or as a sum. */
const anyOrder = fc
  .record({
    lines: fc.array(
      fc.record({ unitPence: fc.integer({ min: 0, max: 9_999 }), quantity: fc.integer({ min: 1, max: 9 }) }),
      { minLength: 1, maxLength: 4 },
    ),
    paidPercent: fc.integer({ min: 0, max: 130 }),
    deliveryPence: fc.integer({ min: 0, max: 999 }),
  })
  .map(({ lines, paidPercent, deliveryPence }) => {
    const subtotalPence = lines.reduce((sum, line) => sum + line.unitPence * line.quantity, 0);
    const paid = Math.floor((subtotalPence * paidPercent) / 100);
    const order = { subtotalPence, deliveryPence, totalPence: paid + deliveryPence };
    return { order, lines: lines.map((line, place) => ({ ...line, id: `line-${place}`, returned: 0 })) };
  });
const anyTaking = fc.record({ line: fc.nat({ max: 3 }), quantity: fc.integer({ min: 1, max: 10 }) });
const anyTakings = fc.array(fc.array(anyTaking, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 });

/** Takes back what is left of these, and then all the rest; what each came to, and the lines after it. */
function takeAll(
  { order, lines }: { order: typeof COPIES; lines: readonly RefundableLine[] },
  takings: readonly { line: number; quantity: number }[][],
  goodwillPence = 0,
) {
  let [now, left] = [lines, order.totalPence];
  const rest = lines.map(({ quantity }, line) => ({ line, quantity }));
  return [...takings, rest].map((wanted) => {
    const taken: ReturnType<typeof take>[] = [];
    for (const { line: place, quantity } of wanted) {
      const line = now[place % now.length];
      const more = Math.min(quantity, line ? line.quantity - line.returned : 0);
      if (line && areLeft(now, [...taken, take(line.id, more)])) taken.push(take(line.id, more));
    }
    const worth = worthOfLines(order, now, taken, left);
    expect(worth >= 0 && worth <= left).toBe(true);
    left -= Math.min(left, worth + goodwillPence);
    now = now.map((line) => {
      const more = taken.find(({ lineId }) => lineId === line.id)?.quantity ?? 0;
      return { ...line, returned: line.returned + more };
    });
    return { lines: now, refunded: order.totalPence - left };
  });
}

describe("lines taken back in any order and number", () => {
  it("come to half a penny of their share while others are left, and then to all that was paid, with delivery", () => {
    fc.assert(
      fc.property(anyOrder, anyTakings, (bought, takings) => {
        const { subtotalPence, deliveryPence, totalPence } = bought.order;
        for (const { lines, refunded } of takeAll(bought, takings)) {
          const isAll = lines.every(({ quantity, returned }) => quantity === returned);
          const worth = lines.reduce((sum, { unitPence, returned }) => sum + unitPence * returned, 0);
          const share = subtotalPence === 0 ? 0 : ((totalPence - deliveryPence) * worth) / subtotalPence;
          if (isAll) expect(refunded).toBe(totalPence);
          else expect(Math.abs(refunded - share)).toBeLessThanOrEqual(0.5);
        }
      }),
      cases(50_000, 1_000),
    );
  });

  it("never come to more than is left of what was paid, also with goodwill added to each", () => {
    fc.assert(
      fc.property(anyOrder, anyTakings, fc.integer({ min: 0, max: 2_000 }), (bought, takings, goodwill) => {
        expect(takeAll(bought, takings, goodwill).at(-1)?.refunded).toBe(bought.order.totalPence);
      }),
      cases(50_000, 500),
    );
  });
});
