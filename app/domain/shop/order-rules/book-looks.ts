import type { ShipmentState } from "./shipments";

/**
 * Who of the staff takes the file of a whole book, and why. Its owner reads it among the looks at their entries, because
 * the file holds all of them.
 */

/** The reason as long as a book is to be printed. */
export const TO_PRINT = "To print your book";

/** The files that hold what somebody wrote; the ticket holds an address alone. */
const WRITTEN_FILES = ["interior", "cover"] as const;

export function holdsEntries(kind: string): boolean {
  return WRITTEN_FILES.some((one) => one === kind);
}

/** Whether a reason must be typed: once a book has left the printer, nobody needs its file to print it. */
export function needsReason(state: ShipmentState): boolean {
  return state === "shipped" || state === "delivered";
}

/** What is recorded as the reason; null where one has to be typed and is not. */
export function whyTaken(state: ShipmentState, typed: string | null): string | null {
  return needsReason(state) ? typed : TO_PRINT;
}

/** The promise, as the owner reads it. */
export const BOOK_LOOKS_SHOWN =
  "If one of us takes the file of your whole book, to print it or for another reason, that’s here too.";
