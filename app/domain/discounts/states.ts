/** A discount's state for staff. */

export type DiscountState = "waiting" | "inactive" | "expired" | "used_up" | "active";

export interface StatedTerms {
  isActive: boolean;
  /** For a second person to approve it. */
  isWaiting: boolean;
  expiresAt: Date | null;
  maxUses: number | null;
  usedCount: number;
}

/** Waiting for approval comes first, then switched off, expired, used up; otherwise it can be used. */
export function discountState(terms: StatedTerms, now: Date): DiscountState {
  if (terms.isWaiting) return "waiting";
  if (!terms.isActive) return "inactive";
  if (terms.expiresAt !== null && terms.expiresAt <= now) return "expired";
  return terms.maxUses !== null && terms.usedCount >= terms.maxUses ? "used_up" : "active";
}
