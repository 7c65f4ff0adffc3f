import { type DiscountTerms, worth } from "./rules";

/**
 * Discounts that need a second person whatever else was given: those that take more than half off a loop, and those
 * without a limit of uses, whose cost is unlimited. For all others, what they can cost counts towards the day's limit.
 */

/** The most that one person takes off a price. */
export const ALONE_MOST_PERCENT = 50;

export type CostTerms = Pick<DiscountTerms, "type" | "value" | "maxUses" | "maximumDiscountPence">;

export function needsSecondPerson(terms: CostTerms, loopPence: number): boolean {
  if (terms.maxUses === null) return true;
  if (terms.type === "PERCENTAGE") return terms.value > ALONE_MOST_PERCENT;
  return worth(terms, loopPence) * 100 > loopPence * ALONE_MOST_PERCENT;
}

/** The cost in pence if every use is made, each off one loop; null without a limit of uses. */
export function possibleCostPence(terms: CostTerms, loopPence: number): number | null {
  return terms.maxUses === null ? null : terms.maxUses * worth(terms, loopPence);
}
