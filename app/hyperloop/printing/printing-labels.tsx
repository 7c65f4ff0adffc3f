import { countBindings } from "~/domain/kernel/book-format/bindings";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatCountOf, formatOrdinal } from "~/domain/kernel/text/numbers";
import type { ReprintCause, ReprintPayer } from "~/domain/operations/printing/print-costs";
import type { shipmentData } from "~/domain/operations/printing/print-queue.server";
import type { ReprintQuote } from "~/domain/operations/printing/reprints.server";
import { NOT_SECOND } from "~/domain/people/staff/second-person";
import { APPROVAL_LIMIT_HOURS, type ApprovalLimit } from "~/domain/shop/discounts/approval-limits";
import type { BookCount, ShipmentRefusal, Step } from "~/domain/shop/order-rules/shipments";
import { CAUSES, PAYERS } from "./cost-labels";

/** Labels of the print queue: a shipment's status, the state of its files, and why it is refused. */

export const REFUSALS = {
  not_found: "No such parcel.",
  not_now: "It has moved.",
  gone: "The loop has been deleted.",
  unwritten: "The year isn’t finished yet.",
  no_address: "There’s no address. Ask the owner to add one to their account, or type in what they tell you.",
  refunded: "It was refunded, so we won’t print it.",
  in_doubt: "The payment is in doubt: a bank disputes it or has warned us.",
  flagged: "A flagged week is waiting for a moderator.",
  unreviewed: "Some weeks haven’t been reviewed. Review them, or say why it should print anyway.",
  no_files: "The files haven’t been made yet.",
  stale_files: "The book or its address has changed since the files were made. Make them again.",
  too_late: "It’s too late to undo that: the email has gone.",
  reprinted: "It’s already being printed again, so you can’t undo sending it.",
  unchanged: "It already has that carrier and number.",
  by_hand: "No printer takes our orders yet. Download the files and take them to one.",
  ordered: "The printer has this order, or may have it.",
  already: "It’s already being printed again.",
  asked: "Somebody has asked to print it again. It’s waiting for a second person.",
  not_waiting: "Somebody has decided already.",
  ...NOT_SECOND,
} as const satisfies Record<ShipmentRefusal | "already" | "asked" | "not_waiting" | "own_request" | "not_two", string>;

/** Of a shipment at the printer that goes elsewhere by now. */
export const OLD_TICKET = "The printer’s ticket has a different address. Tell them the new one.";

/** "1 with a printed cover, 2 with a leather cover" */
export function formatBooks(books: readonly BookCount[]): string {
  return countBindings(books) || "None";
}

/** A description of a reprint: the asker and the second person read the same. */
export function formatReprint(
  line: { readonly title: string; readonly books: Parameters<typeof formatBooks>[0] },
  reprint: {
    readonly printing: number;
    readonly costPence: number;
    readonly cause: ReprintCause;
    readonly payer: ReprintPayer;
  },
): string {
  const times = `for the ${formatOrdinal(reprint.printing)} time`;
  return `Print “${line.title}” (${formatBooks(line.books)}) ${times}, for about ${formatPence(reprint.costPence)}. ${CAUSES[reprint.cause]}. ${PAYERS[reprint.payer]}.`;
}

/** Why a reprint takes a second person. */
export function formatWhyTwo(
  why: NonNullable<ReprintQuote["isForTwo"]>,
  { printing, limit }: { readonly printing: number; readonly limit: ApprovalLimit },
): string {
  switch (why) {
    case "printing":
      return `This would be its ${formatOrdinal(printing)} printing, so a second person decides.`;
    case "day":
      return `It takes you over the ${formatPence(limit.dayPence)} that you can give away on your own in ${APPROVAL_LIMIT_HOURS} hours, so a second person decides.`;
    case "recipient":
      return `It takes what this person has been given in ${APPROVAL_LIMIT_HOURS} hours over ${formatPence(limit.recipientPence)}, so a second person decides.`;
  }
}

/** "Seven things to check", at the beginning of a line. */
export function formatThings(count: number): string {
  const words = formatCountOf(count, "thing to check", "things to check");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "3 weeks haven’t been reviewed." */
export function formatUnreviewed(weeks: number): string {
  return weeks === 1 ? "1 week hasn’t been reviewed." : `${weeks} weeks haven’t been reviewed.`;
}

/** The name of the field that says why a shipment goes to print although weeks of it are unreviewed. */
export const whyFieldOf = (shipmentId: string) => `why-${shipmentId}`;

/** Notes of a file's check, each once with its pages: "Pages 12, 40: A photo has 240 pixels an inch." */
export function groupFindings(notes: readonly { readonly page: number | null; readonly detail: string }[]): string[] {
  const pagesOf = new Map<string, number[]>();
  for (const { page, detail } of notes) {
    pagesOf.set(detail, [...(pagesOf.get(detail) ?? []), ...(page === null ? [] : [page])]);
  }
  return [...pagesOf].map(([detail, pages]) => {
    if (pages.length === 0) return detail;
    return `${pages.length === 1 ? "Page" : "Pages"} ${pages.join(", ")}: ${detail}`;
  });
}

type Warning = NonNullable<ReturnType<typeof shipmentData>>["prints"][number]["warnings"][number];

/** What was found in the files, for the person who sends them on. */
export function formatWarning(warning: Warning): string {
  const where = warning.week === null ? "Title or dedication" : `Week ${warning.week}`;
  switch (warning.kind) {
    case "soft_photo":
      return `${where}: a photo has ${Math.round(warning.pixelsPerInch ?? 0)} pixels per inch and will look soft.`;
    case "cut_photo":
      return `${where}: a photo is cropped by ${(warning.cuts ?? []).map(({ edge, millimetres }) => `${millimetres} mm at the ${edge}`).join(", ")}.`;
    case "covered_photo":
      return `${where}: its words are over its photo.`;
    case "runs_over":
      return `${where}: the words fill ${warning.pages ?? 2} pages.`;
    case "lost_characters":
      return `${where}: ${(warning.characters ?? []).join(" ")} can’t be printed and is left out.`;
    case "plain_characters":
      return `${where}: ${(warning.words ?? []).map(({ typed, printed }) => `“${typed}” prints as “${printed}”`).join(", ")}.`;
    default:
      return where;
  }
}

export const STEP_LABELS = {
  send: {
    title: "Send to the printer?",
    lead: "Do this once the printer has the files. We email each owner, and nobody can change these books after that.",
    button: "Mark as sent to the printer",
    done: "sent to the printer",
  },
  ship: {
    title: "Mark as sent",
    lead: "We email each owner the carrier and the tracking number.",
    button: "Mark as sent",
    done: "on the way",
  },
  deliver: {
    title: "Mark as delivered?",
    lead: "We email each owner to ask if everything’s right.",
    button: "Mark as delivered",
    done: "delivered",
  },
} as const satisfies Record<Step, object>;
