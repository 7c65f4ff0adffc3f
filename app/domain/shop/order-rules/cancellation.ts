import type { LoopStatus } from "~/domain/diary/loops/completion";
import type { YearDays } from "~/domain/diary/loops/rescheduling";
import { SHARE, WISH } from "~/domain/diary/loops/starting";
import { currentWeek, WEEKS } from "~/domain/diary/rules/calendar";
import { formatPence } from "~/domain/kernel/money/pounds";
import { ordinalInWords } from "~/domain/kernel/text/numbers";
import { CANCELLATION_DAYS } from "~/domain/kernel/time/agreed-days";
import { firstDayAfterCancelling, lastCancelDay } from "~/domain/kernel/time/cancellation-days";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { ORDER_PLACES, type Reader } from "./order-places";

/**
 * The right to cancel: whether an order can be cancelled, until when, what is refunded, and the text about it on pages,
 * in emails and in the terms (Consumer Contracts Regulations 2013, reg. 29 to 36). Copies of a book are made to order
 * and exempt (reg. 28); they can be cancelled all the same until they go to the printer.
 */

/** Days after hearing of it in which the money goes back (reg. 34). */
export const REFUND_DAYS = 14;
/** Days in which the owner of a cancelled year can download it; then it is deleted. */
export const CANCELLED_YEAR_DAYS = 30;

/** Where its owner finds it. */
export const CANCELLED_YEARS_PATH = "/account-settings?tab=my-loop";

/** The last day of London on which a cancelled year can be downloaded. */
export function lastDownloadDay(cancelledAt: Date): string {
  return addDays(londonDay(cancelledAt), CANCELLED_YEAR_DAYS);
}

type CountedDays = Pick<YearDays, "startDay" | "pauses">;

export interface CancellableOrder {
  kind: "loop" | "gift" | "book_copies";
  status: "PENDING" | "PAID" | "CANCELLED" | "PARTLY_REFUNDED" | "REFUNDED";
  paidAt: Date | null;
  /** When the buyer asked for the year to start within the cooling-off period. */
  startRequestedAt: Date | null;
  totalPence: number;
  deliveryPence: number;
  /** What was paid and is not refunded, nor about to be. */
  leftPence: number;
  isDisputed: boolean;
  /** The year that was begun with the order or its voucher; null while none is. */
  year: (CountedDays & { status: LoopStatus; hasCopiesOnOrder: boolean }) | null;
  isYearCancelled: boolean;
  /** A year was begun, and its writer has deleted it since. */
  isYearGone: boolean;
  /** A copy of the order is at the printer, or was. */
  areCopiesBegun: boolean;
}

export type CancelRefusal =
  | "not_paid"
  | "already_cancelled"
  | "disputed"
  | "at_printer"
  | "too_late"
  | "gift_started"
  | "copies_first"
  | "ask_us";

/** What would be cancelled. `dated_loop`: its delivery date is chosen. `redeemed_gift`: its year has not started. */
export type CancelledThing = "loop" | "dated_loop" | "started_loop" | "voucher" | "redeemed_gift" | "copies";

export interface CancelOffer {
  thing: CancelledThing;
  refundPence: number;
  retainedPence: number;
  /** Weeks that have opened, each of which costs its share. */
  weeks: number;
}

export type Cancelling = { ok: true; offer: CancelOffer } | { ok: false; reason: CancelRefusal };

/** Whether the buyer can cancel an order at this instant, and what they would get. */
export function cancellingOf(order: CancellableOrder, now: Date): Cancelling {
  const { kind, status, paidAt, leftPence, year } = order;
  if (!paidAt) return refuse("not_paid");
  const isRefunded = order.totalPence > 0 ? leftPence <= 0 : status === "REFUNDED";
  if (isRefunded || status === "CANCELLED" || order.isYearCancelled) return refuse("already_cancelled");
  if (order.isDisputed) return refuse("disputed");
  if (kind === "book_copies") return order.areCopiesBegun ? refuse("at_printer") : refundAll("copies", order);
  if (londonDay(now) > lastCancelDay(paidAt)) return refuse("too_late");
  if (order.isYearGone) return refuse("ask_us");
  if (!year) return refundAll(kind === "gift" ? "voucher" : "loop", order);
  const weeks = weeksOpened(year, londonDay(now));
  if (kind === "gift" && weeks > 0) return refuse("gift_started");
  if (year.status !== "ACTIVE") return refuse("at_printer");
  if (year.hasCopiesOnOrder) return refuse(kind === "gift" ? "ask_us" : "copies_first");
  if (kind === "gift") return refundAll("redeemed_gift", order);
  if (weeks === 0) return refundAll("dated_loop", order);
  const retainedPence = order.startRequestedAt ? shareOfWeeks(order, weeks) : 0;
  return {
    ok: true,
    offer: { thing: "started_loop", refundPence: leftPence - retainedPence, retainedPence, weeks },
  };
}

const refuse = (reason: CancelRefusal): Cancelling => ({ ok: false, reason });

const refundAll = (thing: CancelledThing, { leftPence }: CancellableOrder): Cancelling => ({
  ok: true,
  offer: { thing, refundPence: leftPence, retainedPence: 0, weeks: 0 },
});

/** The weeks of a year that have opened by this day; 0 before it starts. */
export function weeksOpened(year: CountedDays, today: string): number {
  return today < year.startDay ? 0 : currentWeek(year, today);
}

/**
 * What we retain for a year that started at its buyer's wish: a 52nd for each week that has opened, of what was paid
 * and not refunded, without the delivery. Whole pence, rounded down, so that the odd penny is the buyer's.
 */
function shareOfWeeks({ leftPence, deliveryPence }: CancellableOrder, weeks: number): number {
  return Math.floor((Math.max(0, leftPence - deliveryPence) * weeks) / WEEKS);
}

/** Names an offer, so that a press is for what its page showed. */
export function offerKey({ thing, refundPence }: CancelOffer): string {
  return `${thing} ${refundPence}`;
}

/** The labels of the link and of the button that cancels. */
export const CANCEL_WORDS = {
  loop: "Cancel this order",
  gift: "Cancel this gift",
  book_copies: "Cancel these copies",
} as const satisfies Record<CancellableOrder["kind"], string>;

const DOWNLOAD = `What’s been written can be downloaded for ${CANCELLED_YEAR_DAYS} days; then we delete it.`;

/** The rules of refunds, each defined once. */
export const REFUND_RULES = {
  loop: "A loop whose year hasn’t started, even if you’ve chosen its delivery date: everything you paid.",
  started_loop: `A year that has started because you asked us not to wait: everything except ${SHARE}. The price is what you paid, without the delivery and less what we’ve refunded. We round what we keep down to the penny and show you the amounts before you cancel. ${DOWNLOAD}`,
  gift: "A gift that hasn’t been redeemed, or whose year hasn’t started: everything you paid. The voucher stops working. If somebody has redeemed it, we email them that their year is cancelled, but never say why.",
  copies: "Copies of a book: everything you paid, at any time until they go to the printer.",
} as const;

/** Printed from the buyer's own text and pictures (reg. 28(1)(b)). */
export const PRINTED_RULE =
  "A printed book is made from your own words and pictures, so you can’t cancel it or send it back just because you’ve changed your mind.";

/** The rules in short, for pages that sell. */
export const IN_SHORT = {
  loop: `You can cancel within ${CANCELLATION_DAYS} days. Not started? You get everything back. Started? You pay ${SHARE}.`,
  gift: `You can cancel within ${CANCELLATION_DAYS} days for a full refund, unless they’ve started their year.`,
  wish: `${WISH.words}. ${WISH.terms}`,
} as const;

/** Until when an order can be cancelled; with its day where there is one. */
export function untilWhen(paidAt: Date | null): string {
  return paidAt
    ? `until the end of ${formatDay(lastCancelDay(paidAt))}, UK time`
    : `until the end of the ${ordinalInWords(CANCELLATION_DAYS)} day after the day you ordered, UK time`;
}

/** The same as text, beside the button that cancels. */
export function formatUntil({ kind, paidAt }: Pick<CancellableOrder, "kind" | "paidAt">): string {
  return kind === "book_copies" ? `${UNTIL_PRINTER}.` : `You can cancel ${untilWhen(paidAt)}.`;
}

const UNTIL_PRINTER = "You can cancel until your copies go to the printer";

/** How to cancel, and until when. */
export function howToCancel(
  paidAt: Date | null,
  kind: CancellableOrder["kind"] = "loop",
  reader: Reader = "anybody",
): string {
  const press = `press “${CANCEL_WORDS[kind]}” ${ORDER_PLACES[reader]}`;
  return kind === "book_copies"
    ? `${UNTIL_PRINTER}: ${press}.`
    : `You can cancel ${untilWhen(paidAt)}, without giving a reason: ${press}.`;
}

/** What the buyer of a loop asked for when they paid: whether its year may start within the days to cancel (reg. 36). */
export function formatStartWish(startRequestedAt: Date | null, paidAt: Date): string {
  return startRequestedAt
    ? `You asked us not to wait for the ${CANCELLATION_DAYS} days to pass, so your year can start at once. If you cancel after it has started, you pay ${SHARE}.`
    : `You haven’t asked us to start early, so your year can start from ${formatDay(firstDayAfterCancelling(paidAt))}.`;
}

/** When and how the money goes back (reg. 34). */
export const HOW_WE_REFUND = `We refund you within ${REFUND_DAYS} days of hearing from you, the way you paid, delivery included and at no charge.`;

/** What cancelling does, before it is done. */
export function formatOffer({ thing, refundPence, retainedPence, weeks }: CancelOffer): string[] {
  const refund = refundPence > 0 ? [`We’ll refund ${formatPence(refundPence)} the way you paid.`] : [];
  const counted = weeks === 1 ? `1 week of ${WEEKS} has` : `${weeks} weeks of ${WEEKS} have`;
  const retained = retainedPence > 0 ? [`${counted} opened, so we keep ${formatPence(retainedPence)}: ${SHARE}.`] : [];
  return [WHAT_GOES[thing], ...refund, ...retained, ...(thing in YEAR_ENDS ? [DOWNLOAD] : [])];
}

const WHAT_GOES: Readonly<Record<CancelledThing, string>> = {
  loop: "We’ll cancel the loop you haven’t started.",
  dated_loop: "We’ll cancel the year you’ve chosen a date for. It hasn’t started yet.",
  started_loop: "We’ll end the year you’ve started, and there won’t be a book.",
  voucher: "We’ll cancel the voucher, so its code stops working.",
  redeemed_gift:
    "Your gift has been redeemed, but its year hasn’t started. We’ll cancel it and email the person who redeemed it, without saying why.",
  copies: "We won’t print the copies.",
};

/** The things that were a year with pages to write. */
const YEAR_ENDS = { dated_loop: true, started_loop: true } as const satisfies Partial<Record<CancelledThing, true>>;

const WRITE_TO_US = "If something’s wrong, write to us and we’ll put it right.";

export const CANCEL_REFUSALS: Readonly<Record<CancelRefusal, string>> = {
  not_paid: "This order wasn’t paid, so there’s nothing to cancel.",
  already_cancelled: "This order is already cancelled or refunded.",
  disputed: "Your bank is deciding about this payment, so we can’t refund it until that’s settled.",
  at_printer: `Your book has gone to the printer, so you can’t cancel it any more. ${WRITE_TO_US}`,
  too_late: `The ${CANCELLATION_DAYS} days for cancelling this order are over. ${WRITE_TO_US}`,
  gift_started: `The person you gave it to has started their year, so you can’t cancel it any more. ${WRITE_TO_US}`,
  copies_first: "You’ve ordered copies of this book. Cancel the copies first, then this order.",
  ask_us:
    "We have to settle something by hand before we can cancel this gift. Write to us within the days you have, and we’ll refund everything you paid.",
};

/** A press that came after what its page showed had changed. */
export const ASK_AGAIN = "Something has changed since you opened this page. Please check what happens now.";
