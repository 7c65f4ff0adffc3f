import { expect, it } from "vitest";
import {
  confirmationAddress,
  elementReturnAddress,
  placeAfterPaying,
  placeToPayAgain,
} from "~/domain/shop/orders/return-addresses";

const LOOP = { kind: "loop", theme: "pet" } as const;
const PAGE = { checkoutId: "cs_1", paymentIntentId: null };

it.each([
  ["a loop", LOOP, "/payment-success", "/payment"],
  [
    "the plain loop, which one page alone sells",
    { kind: "loop", theme: "classic" },
    "/payment-success",
    "/streamlined-signup",
  ],
  ["copies", { kind: "book_copies", theme: null }, "/checkout/placed", "/checkout"],
] as const)("the buyer of %s comes back to its own page, and pays again where it is sold", (_, order, paid, again) => {
  expect([elementReturnAddress(order), placeToPayAgain(order)]).toEqual([paid, again]);
  expect(confirmationAddress(order, PAGE)).toBe(`${paid}?session_id=cs_1`);
});

it("a payment is shown by its page, else by its element, and not before the provider has named it", () => {
  expect(confirmationAddress(LOOP, { checkoutId: "cs_1", paymentIntentId: "pi_1" })).toContain("session_id=cs_1");
  expect(confirmationAddress(LOOP, { checkoutId: null, paymentIntentId: "pi_1" })).toContain("payment_intent=pi_1");
  expect(confirmationAddress(LOOP, { checkoutId: null, paymentIntentId: null })).toBeNull();
});

it("a paid order leads to its voucher, or to its delivery date", () => {
  expect(placeAfterPaying({ kind: "gift", number: "LP-1" })).toBe("/gift-confirmation?order=LP-1");
  expect(placeAfterPaying({ kind: "loop", number: "LP-1" })).toBe("/loop-end-date");
});
