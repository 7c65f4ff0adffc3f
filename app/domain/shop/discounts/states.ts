import type { DiscountTerms } from "./rules";

/** A discount's state for staff. */

export type DiscountState = "waiting" | "inactive" | "expired" | "used_up" | "not_yet" | "active";

export interface StatedTerms
  extends Pick<DiscountTerms, "isActive" | "startsAt" | "expiresAt" | "maxUses" | "usedCount"> {
  /** For a second person to approve it. */
  isWaiting: boolean;
}

/** Waiting for approval comes first, then switched off, expired, used up, not begun; otherwise it can be used. */
export function discountState(terms: StatedTerms, now: Date): DiscountState {
  if (terms.isWaiting) return "waiting";
  if (!terms.isActive) return "inactive";
  if (terms.expiresAt !== null && terms.expiresAt <= now) return "expired";
  if (terms.maxUses !== null && terms.usedCount >= terms.maxUses) return "used_up";
  return terms.startsAt !== null && now < terms.startsAt ? "not_yet" : "active";
}
