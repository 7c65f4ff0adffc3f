import { describe, expect, it } from "vitest";
import { OPENING_PRICES } from "~/domain/diary/catalogue/prices";
import { totalCopies } from "~/domain/shop/order-rules/pricing";
import {
  addToCart,
  type CartItem,
  countCopies,
  itemIdOf,
  MOST_CART_LINES,
  readItemId,
  setQuantity,
} from "~/domain/shop/orders/cart";

const standard = itemIdOf("loop1", "standard");
const luxury = itemIdOf("loop1", "luxury");
const added = (items: readonly CartItem[], itemId: string) => {
  const result = addToCart(items, itemId);
  if (!result.ok) throw new Error(result.reason);
  return result.items;
};

describe("the name of a copy", () => {
  it("says the loop and the binding, and can be read back", () => {
    expect(standard).toBe("book-copy-loop1-standard");
    expect(readItemId(luxury)).toEqual({ loopId: "loop1", edition: "luxury" });
    expect(readItemId("book-copy-a-b_C-9-standard")).toEqual({ loopId: "a-b_C-9", edition: "standard" });
  });

  it.each([
    "",
    "book-copy--standard",
    "book-copy-x-gold",
    "book-copy-x' OR 1=1-standard",
    `book-copy-${"x".repeat(41)}-luxury`,
  ])("is nothing where it is odd: %s", (odd) => expect(readItemId(odd)).toBeUndefined());
});

describe("a cart", () => {
  it("counts the same copy up and gives another binding a line of its own", () => {
    const items = added(added(added([], standard), standard), luxury);
    expect(items).toEqual([
      { itemId: standard, quantity: 2 },
      { itemId: luxury, quantity: 1 },
    ]);
    expect(countCopies(items)).toBe(3);
  });

  it("loses a line whose quantity is nothing or less", () => {
    const items = added(added([], standard), luxury);
    expect(setQuantity(items, standard, 0)).toEqual([{ itemId: luxury, quantity: 1 }]);
    expect(setQuantity(items, standard, -3)).toEqual([{ itemId: luxury, quantity: 1 }]);
  });

  it("holds 99 copies on a line and no more", () => {
    const items = setQuantity(added([], standard), standard, 99);
    expect(added(items, standard)).toEqual([{ itemId: standard, quantity: 99 }]);
  });

  it("takes twenty lines and refuses the next, while those that are there can still grow", () => {
    let items: CartItem[] = [];
    for (let line = 0; line < MOST_CART_LINES; line += 1) items = added(items, itemIdOf(`loop${line}`, "standard"));
    expect(addToCart(items, standard.replace("loop1", "another"))).toEqual({
      ok: false,
      reason: "cart_full",
    });
    expect(countCopies(added(items, standard))).toBe(21);
  });
});

describe("the price of copies", () => {
  const copies = (unitPence: number, quantity: number, change = {}) =>
    totalCopies({ ...OPENING_PRICES, ...change }, [{ unitPence, quantity }]);

  it("adds 8 % tax of the subtotal and delivers free above £50", () => {
    expect(copies(6999, 1)).toEqual({
      subtotalPence: 6999,
      discountPence: 0,
      deliveryPence: 0,
      taxPence: 560,
      totalPence: 7559,
    });
  });

  it.each([
    [4999, 899],
    [5000, 899],
    [5001, 0],
  ])("a subtotal of %i pence is delivered for %i", (subtotal, delivery) => {
    expect(copies(subtotal, 1).deliveryPence).toBe(delivery);
  });

  it.each([
    [6, 0],
    [7, 1],
    [19, 2],
    [625, 50],
    [631, 50],
    [632, 51],
  ])("the tax of %i pence is %i, a half rounded up", (subtotal, tax) => {
    expect(copies(subtotal, 1).taxPence).toBe(tax);
  });

  it("has no tax where the rate is nothing", () => {
    expect(copies(6999, 2, { bookCopyTaxPercent: 0 })).toMatchObject({ taxPence: 0, totalPence: 13_998 });
  });

  it("costs nothing where nothing is in the cart", () => {
    expect(totalCopies(OPENING_PRICES, [])).toMatchObject({ deliveryPence: 0, taxPence: 0, totalPence: 0 });
  });
});
