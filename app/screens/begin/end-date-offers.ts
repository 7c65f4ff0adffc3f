import { formatBookDay } from "~/domain/diary/loops/book-days";
import { formatStart, WISH } from "~/domain/diary/loops/starting";
import {
  catchUpWeeks,
  type DeliveryWindow,
  deliveryWindow,
  MAKING_WEEKS,
  startDayFor,
  WEEKS,
} from "~/domain/diary/rules/calendar";
import { CANCELLATION_DAYS } from "~/domain/kernel/time/agreed-days";
import { isDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";

/** The delivery days on offer, and the copy of each. */

/** A choice as its card, the panel and the button's side say it. */
export interface DateChoice {
  readonly value: string;
  readonly label: string;
  readonly length: string | null;
  /** Null while it is not typed yet. */
  readonly day: string | null;
  readonly note: string | null;
}

/** The wish not to wait for the days to cancel, which is never chosen in advance. */
export const TODAY = "today";

/** The choices of days, those that start first at the top. `firstStart` is null where the year can start today. */
export function datesOnOffer(today: string, firstStart: string | null): DateChoice[] {
  const window = deliveryWindow(today, firstStart);
  const recommended = { value: "recommended", length: "Recommended (1 year)", day: window.recommended };
  const later = [
    { value: "fifteen", length: "15 months", day: window.fifteenMonths },
    { value: "eighteen", length: "18 months", day: window.eighteenMonths },
  ].map((one) => ({ ...one, label: labelOf(one.day, today), note: null }));
  if (firstStart === null) return [{ ...recommended, label: "Start today", note: null }, ...later];
  const wait = `When your ${CANCELLATION_DAYS} days to cancel are over.`;
  return [
    {
      value: TODAY,
      label: WISH.words,
      length: null,
      day: deliveryWindow(today).recommended,
      note: WISH.terms,
    },
    { ...recommended, label: labelOf(window.recommended, today), note: wait },
    ...later,
  ];
}

function labelOf(deliveryDay: string, today: string): string {
  const start = startDayFor(deliveryDay);
  return start === today ? "Start today" : `Start on ${formatDay(start)}`;
}

/** The choice of any other day, once one is typed too. */
export function ownDate(day: string | null): DateChoice {
  return { value: OWN, label: "On a date you choose", length: null, day, note: null };
}

export const STARTS_BEFORE = `Your year starts ${WEEKS + MAKING_WEEKS} weeks before.`;

/** In place of the id of a paid credit. */
export const VOUCHER = "voucher";

/** The choice of any other day. */
export const OWN = "own";

export const SENTENCES = {
  not_a_day: () => "Please choose a date from the calendar",
  too_early: (window: DeliveryWindow) => `Please choose a date on or after ${formatDay(window.earliest)}`,
  too_late: (window: DeliveryWindow) => `Please choose a date on or before ${formatDay(window.latest)}`,
};

/** After a loop has begun: when its year starts, and when its book arrives. */
export function formatBegun(
  { startDay, deliveryDay }: { startDay: string; deliveryDay: string },
  firstStart: string | null,
  today: string,
  isByVoucher: boolean,
) {
  const message = isByVoucher
    ? "Voucher redeemed successfully! Your memory loop has been created."
    : "Your dates are set.";
  return {
    message,
    more: `${formatStart(startDay, firstStart, today)} Your book arrives ${formatBookDay(deliveryDay)}.`,
  };
}

/** How many weeks of the year are over already, for a book due so soon; null if none is. */
export function catchUpFor(deliveryDay: string, { earliest, latest }: DeliveryWindow, today: string) {
  if (!isDay(deliveryDay) || deliveryDay < earliest || deliveryDay > latest) return null;
  const weeks = catchUpWeeks(startDayFor(deliveryDay), today);
  return weeks > 0 ? { deliveryDay, weeks } : null;
}

export const FAILED = "An error occurred. Please try again.";
export const NOT_SOLD = "Failed to redeem voucher: we no longer sell that loop. Please choose another one.";
