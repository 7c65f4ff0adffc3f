import type { ModerationState } from "~/domain/diary/loops/printed-weeks";

/**
 * The decisions a review can reach. Everything written prints unless a reviewer says no: moderation comes before
 * printing and is no permission to write. PENDING and FLAGGED await a decision; what was approved or rejected can
 * still be hidden; only the owner leads out of REJECTED and HIDDEN, by editing, which makes the week PENDING again.
 */

export const MODERATION_DECISIONS = ["approve", "flag", "reject", "hide"] as const;
export type ModerationDecision = (typeof MODERATION_DECISIONS)[number];

const MOVES: Readonly<Record<ModerationState, readonly ModerationDecision[]>> = {
  PENDING: ["approve", "flag", "reject"],
  FLAGGED: ["approve", "flag", "reject"],
  APPROVED: ["hide"],
  REJECTED: ["hide"],
  HIDDEN: [],
};

export const OUTCOMES: Readonly<Record<ModerationDecision, ModerationState>> = {
  approve: "APPROVED",
  flag: "FLAGGED",
  reject: "REJECTED",
  hide: "HIDDEN",
};

/** Characters of the note that a decision needs which its owner or a colleague reads. */
export const SHORTEST_NOTE = 3;

/** What may be decided about an entry in this state. */
export function decisionsFor(state: ModerationState): readonly ModerationDecision[] {
  return MOVES[state];
}

/** Minutes for which a reviewer can undo their last decision, if nobody outside has been notified. */
export const UNDO_MINUTES = 10;

/** Only its reviewer knows of it yet; a rejection has gone to the owner. */
export function isUndoable(state: ModerationState): boolean {
  return state === "APPROVED" || state === "FLAGGED";
}

/** Minutes after its reason was given in which that is so: its owner may write what they didn't give it for. */
export const LONGEST_LOOK_MINUTES = 60;

/** The number of entries in the queue above the list. */
export const PRIORITY_QUEUE = 6;
