import { emailLeavesAt, type LoopStatus } from "~/domain/diary/loops/completion";
import type { Binding } from "~/domain/kernel/book-format/bindings";

/**
 * Shipments: files are made, a person checks what was found in them, then the shipment goes to the printer, to its
 * carrier and to its reader, in that order; only a slip is undone, within minutes. A shipment is the book of a year, or
 * copies ordered besides. A book that went wrong is reprinted as a shipment of its own.
 */

export type ShipmentState = "waiting" | "printing" | "shipped" | "delivered";

/**
 * The steps staff record, from which state to which; when it was taken, the email that tells of it, and what the loop of
 * a year's own book becomes.
 */
export const STEPS = {
  send: {
    from: "waiting",
    to: "printing",
    takenAt: "printingAt",
    email: "printing",
    loopStatus: "PRINTING",
  },
  ship: { from: "printing", to: "shipped", takenAt: "shippedAt", email: "shipped", loopStatus: "SHIPPED" },
  deliver: {
    from: "shipped",
    to: "delivered",
    takenAt: "deliveredAt",
    email: "delivered",
    loopStatus: "DELIVERED",
  },
} as const satisfies Record<
  string,
  { from: ShipmentState; to: ShipmentState; takenAt: keyof StepTimes; email: string; loopStatus: LoopStatus }
>;

export type Step = keyof typeof STEPS;

export function nextStep(state: ShipmentState): Step | null {
  const found = Object.entries(STEPS).find(([, { from }]) => from === state);
  return found ? (found[0] as Step) : null;
}

interface StepTimes {
  readonly state: ShipmentState;
  readonly printingAt: Date | null;
  readonly shippedAt: Date | null;
  readonly deliveredAt: Date | null;
}

/** The last step of a shipment and until when it can be taken back; null where it waits, or where that time is over. */
export function undoableStep(shipment: StepTimes, now: Date): { step: Step; until: Date } | null {
  const step = (Object.keys(STEPS) as Step[]).find((one) => STEPS[one].to === shipment.state);
  const taken = step ? shipment[STEPS[step].takenAt] : null;
  if (!taken || !step) return null;
  const until = emailLeavesAt(taken);
  return until > now ? { step, until } : null;
}

/**
 * Why a shipment cannot take a step now. `gone`: its loop was deleted. `unwritten`: its year is still being written.
 * `refunded`: its year was refunded. `in_doubt`: a bank disputes the payment, or warns of it. `flagged`: a week awaits
 * a moderator. `unreviewed`: a week awaits its review, and nobody gave a reason for sending the book all the same.
 * `stale_files`: what prints, or the address, has changed since its files were made. `too_late`: what would be taken
 * back has left. `reprinted`: it is printed again because it left. `unchanged`: a correction that corrects nothing.
 * `by_hand`: no printer takes orders by its API. `ordered`: a printer has it already, or may have it.
 */
export type ShipmentRefusal =
  | "not_found"
  | "not_now"
  | "gone"
  | "unwritten"
  | "no_address"
  | "refunded"
  | "in_doubt"
  | "flagged"
  | "unreviewed"
  | "no_files"
  | "stale_files"
  | "too_late"
  | "reprinted"
  | "unchanged"
  | "by_hand"
  | "ordered";

/** What becomes of a phone number that somebody gives (`print-orders.server.ts`). */
export const PHONE_USE = "We give it to the printer and the carrier alone, so that they can reach you about a parcel.";

/** What is promised of the weeks of a book before it is printed. */
export const CHECKED_BEFORE_PRINT =
  "We check entries before they’re printed. If a book has to go to the printer before we’ve read every week, we record who decided that, and why. A week that has been flagged is never printed unread.";

export interface BookCount {
  readonly binding: Binding;
  readonly copies: number;
}

/** The most shipments one batch moves: a page of the queue. */
export const MOST_AT_ONCE = 25;
