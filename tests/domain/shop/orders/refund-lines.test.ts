import { describe, expect, it } from "vitest";
import { areLeft, type RefundableLine, worthOfLines, worthOfOne } from "~/domain/shop/orders/refund-lines";

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

  it("taken one by one come to the same as all at once, delivery included", () => {
    const odd = { subtotalPence: 999, deliveryPence: 899, totalPence: 1899 + 77 };
    let [left, lines] = [odd.totalPence, [{ id: "one", unitPence: 333, quantity: 3, returned: 0 }]];
    const given = [1, 2, 3].map((returned) => {
      const pence = worthOfLines(odd, lines, [take("one", 1)], left);
      left -= pence;
      lines = [{ id: "one", unitPence: 333, quantity: 3, returned }];
      return pence;
    });
    expect([given, left]).toEqual([[359, 359, 1258], 0]);
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
