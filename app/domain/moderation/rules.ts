import type { ModerationState } from "../loops/printed-weeks";

/**
 * What a review can come to. Whatever is written may be printed unless somebody who read it says no: a look before
 * printing, not a permission to write. PENDING and FLAGGED wait for a decision; what was approved or rejected can
 * still be hidden; out of REJECTED and HIDDEN only its owner leads, by mending it, which makes it PENDING anew.
 */

export const JUDGEMENTS = ["approve", "flag", "reject", "hide"] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

const MOVES: Readonly<Record<ModerationState, readonly Judgement[]>> = {
  PENDING: ["approve", "flag", "reject"],
  FLAGGED: ["approve", "flag", "reject"],
  APPROVED: ["hide"],
  REJECTED: ["hide"],
  HIDDEN: [],
};

export const OUTCOMES: Readonly<Record<Judgement, ModerationState>> = {
  approve: "APPROVED",
  flag: "FLAGGED",
  reject: "REJECTED",
  hide: "HIDDEN",
};

/** What may be decided about an entry in this state. */
export function judgementsFor(state: ModerationState): readonly Judgement[] {
  return MOVES[state];
}

/** So long one reader has an entry for themselves; each page of it they open begins the time anew. */
export const LOCK_MINUTES = 10;

/** How many entries stand in the queue above the list. */
export const PRIORITY_QUEUE = 6;
