/**
 * How a shipment of books travels: its files are made, somebody looks at what was found in them, then it goes to the
 * printer, to its carrier and to its reader, in that order and never back. A shipment is the book of a year itself, or
 * copies that were ordered besides. What went wrong on the way is printed again as a shipment of its own.
 */

export type ShipmentState = "waiting" | "printing" | "shipped" | "delivered";

/** What staff note of a shipment, and from which state each leads to which. */
export const STEPS = {
  send: { from: "waiting", to: "printing" },
  ship: { from: "printing", to: "shipped" },
  deliver: { from: "shipped", to: "delivered" },
} as const satisfies Record<string, { from: ShipmentState; to: ShipmentState }>;

export type Step = keyof typeof STEPS;

export function nextStep(state: ShipmentState): Step | null {
  const found = Object.entries(STEPS).find(([, { from }]) => from === state);
  return found ? (found[0] as Step) : null;
}

/**
 * Why a shipment cannot take a step now. `gone`: its loop is no more. `unwritten`: its year is still being written.
 * `refunded`: its year was taken back and its money given back. `in_doubt`: a bank disputes what was paid, or warns of it. `flagged`: a week waits for a moderator's word.
 * `stale_files`: what prints, or where it goes, has changed since its files were made.
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
  | "no_files"
  | "stale_files";

export interface BookCount {
  readonly binding: "standard" | "luxury";
  readonly copies: number;
}

/** The most shipments that one press of a button moves: a page of the queue. */
export const MOST_AT_ONCE = 25;
