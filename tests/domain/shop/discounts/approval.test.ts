import { describe, expect, it } from "vitest";
import { needsSecondPerson, possibleCostPence } from "~/domain/shop/discounts/approval";

const LOOP_PENCE = 7000;
const percent = (value: number, maxUses: number | null = 10) =>
  ({ type: "PERCENTAGE", value, maxUses, maximumDiscountPence: null }) as const;
const pounds = (value: number, maximumDiscountPence: number | null = null) =>
  ({ type: "FIXED_AMOUNT", value, maxUses: 10, maximumDiscountPence }) as const;

describe("which discounts a second person is asked about", () => {
  it.each([
    ["half off", percent(50), false],
    ["more than half off", percent(51), true],
    ["more than half off, stopped at a little", { ...percent(51), maximumDiscountPence: 100 }, true],
    ["a little off, without a limit of uses", percent(1, null), true],
    ["half of a loop's price", pounds(3500), false],
    ["a penny more than half", pounds(3501), true],
    ["a large sum, stopped at half", pounds(7000, 3500), false],
  ])("%s", (_, terms, isAsked) => {
    expect(needsSecondPerson(terms, LOOP_PENCE)).toBe(isAsked);
  });
});

describe("what a discount can cost", () => {
  it.each([
    ["its worth on a loop for each use", percent(25), 17_500],
    ["no end where uses have no limit", percent(25, null), null],
    ["no more than a loop for each use", pounds(9000), 70_000],
  ])("%s", (_, terms, pence) => {
    expect(possibleCostPence(terms, LOOP_PENCE)).toBe(pence);
  });
});
