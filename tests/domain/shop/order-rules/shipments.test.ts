import { expect, it } from "vitest";
import { MOST_AT_ONCE, nextStep, STEPS } from "~/domain/shop/order-rules/shipments";

it("a shipment goes to the printer, to its carrier and to its reader, and never back", () => {
  expect(STEPS).toEqual({
    send: expect.objectContaining({ from: "waiting", to: "printing", takenAt: "printingAt" }),
    ship: expect.objectContaining({ from: "printing", to: "shipped", takenAt: "shippedAt" }),
    deliver: expect.objectContaining({ from: "shipped", to: "delivered", takenAt: "deliveredAt" }),
  });
});

it.each([
  ["waiting", "send"],
  ["printing", "ship"],
  ["shipped", "deliver"],
  ["delivered", null],
] as const)("the next step of one that is %s is %s", (state, step) => {
  expect(nextStep(state)).toBe(step);
});

it("25 of them move at the press of a button", () => {
  expect(MOST_AT_ONCE).toBe(25);
});
