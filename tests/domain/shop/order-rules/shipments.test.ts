import { expect, it } from "vitest";
import { MOST_AT_ONCE, nextStep, STEPS, undoableStep } from "~/domain/shop/order-rules/shipments";

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

it.each([
  ["printing", 9, "send"],
  ["shipped", 9, "ship"],
  ["delivered", 9, "deliver"],
  ["waiting", 9, null],
  ["printing", 10, null],
] as const)("what was done to one that is %s can be taken back %i minutes later: %s", (state, minutes, step) => {
  const taken = new Date("2026-11-20T10:00:00Z");
  const until = new Date("2026-11-20T10:10:00Z");
  const now = new Date(taken.getTime() + minutes * 60_000);
  const times = { printingAt: taken, shippedAt: taken, deliveredAt: taken };
  expect(undoableStep({ state, ...times }, now)).toEqual(step && { step, until });
});

it("a step of which nobody knows when it was taken stays", () => {
  const times = { printingAt: null, shippedAt: null, deliveredAt: null };
  expect(undoableStep({ state: "shipped", ...times }, new Date("2026-11-20T10:00:00Z"))).toBeNull();
});
