/** The state of a code in a word, as staff see it. */

export type DiscountState = "waiting" | "inactive" | "expired" | "used_up" | "active";

export interface StatedTerms {
  isActive: boolean;
  /** For a second person to approve it. */
  isWaiting: boolean;
  expiresAt: Date | null;
  maxUses: number | null;
  usedCount: number;
}

/** Waiting for somebody comes first, then switched off, then too late, then used up; whatever is left can be used. */
export function discountState(terms: StatedTerms, now: Date): DiscountState {
  if (terms.isWaiting) return "waiting";
  if (!terms.isActive) return "inactive";
  if (terms.expiresAt !== null && terms.expiresAt <= now) return "expired";
  return terms.maxUses !== null && terms.usedCount >= terms.maxUses ? "used_up" : "active";
}
