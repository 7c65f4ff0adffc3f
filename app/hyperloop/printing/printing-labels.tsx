import type { ShipmentRefusal, Step } from "~/domain/printing/shipments";
import { formatCountOf } from "~/domain/text/numbers";

/** Labels of the print queue: a shipment's status, the state of its files, and why it is refused. */

export const REFUSALS = {
  not_found: "There is no such shipment.",
  not_now: "It stands somewhere else by now.",
  gone: "Its loop is no more.",
  unwritten: "Its year is still being written.",
  no_address:
    "There is no address: its owner keeps none. Ask them to add one to their account, or type in what they tell you.",
  refunded: "It was refunded and taken back, so it isn’t printed.",
  in_doubt: "The payment is in doubt: a bank disputes it, or warns of it.",
  flagged: "A week is flagged and waits for a moderator.",
  no_files: "Its files are not made yet.",
  stale_files: "What prints, or where it goes, has changed since its files were made. Make them again.",
  already: "It is being printed again already.",
} as const satisfies Record<ShipmentRefusal | "already", string>;

/** Of a shipment at the printer that goes elsewhere by now. */
export const OLD_TICKET = "The printer’s ticket has another address. Tell them where it goes now.";

/** "1 standard, 2 luxury" */
export function sayBooks(books: readonly { readonly binding: string; readonly copies: number }[]): string {
  return books.map(({ binding, copies }) => `${copies} ${binding}`).join(", ") || "None";
}

/** "Seven things to look at", at the beginning of a line. */
export function sayThings(count: number): string {
  const words = formatCountOf(count, "thing to look at", "things to look at");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "3 of its weeks have not been reviewed." */
export function sayUnreviewed(weeks: number): string {
  return weeks === 1
    ? "One of its weeks has not been reviewed."
    : `${weeks} of its weeks have not been reviewed.`;
}

interface Warning {
  readonly kind: string;
  readonly week: number | null;
  readonly pixelsPerInch?: number;
  readonly pages?: number;
  readonly cuts?: readonly { edge: string; millimetres: number }[];
  readonly characters?: readonly string[];
}

/** What was found in the files, for the person who sends them on. */
export function sayWarning(warning: Warning): string {
  const where = warning.week === null ? "Title or dedication" : `Week ${warning.week}`;
  switch (warning.kind) {
    case "soft_photo":
      return `${where}: a photo has ${Math.round(warning.pixelsPerInch ?? 0)} pixels to the inch and will look soft.`;
    case "cut_photo":
      return `${where}: a photo loses ${(warning.cuts ?? []).map(({ edge, millimetres }) => `${millimetres} mm at the ${edge}`).join(", ")}.`;
    case "runs_over":
      return `${where}: the words run on over ${warning.pages ?? 2} pages.`;
    case "lost_characters":
      return `${where}: ${(warning.characters ?? []).join(" ")} cannot be printed and is left out.`;
    default:
      return where;
  }
}

export const STEP_LABELS = {
  send: {
    title: "Send to the printer?",
    lead: "Say so once the printer has the files. Each reader gets an email, and nothing in these books can be changed any more.",
    button: "Sent to the printer",
    done: "sent to the printer",
  },
  ship: {
    title: "Note as sent out",
    lead: "Each reader gets an email with the carrier and the tracking number.",
    button: "Note as sent out",
    done: "on the way",
  },
  deliver: {
    title: "Note as delivered?",
    lead: "Each reader gets an email that asks whether everything is right.",
    button: "Note as delivered",
    done: "delivered",
  },
} as const satisfies Record<Step, object>;
