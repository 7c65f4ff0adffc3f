import { sayBookDay } from "~/domain/loops/book-days";
import { catchUpWeeks, DAYS_A_WEEK, type DeliveryWindow, startDayFor } from "~/domain/loops/calendar";
import { sayStart } from "~/domain/orders/starting";
import { daysBetween, isDay } from "~/domain/time/days";
import { formatDay } from "~/domain/time/format-days";

/** The delivery days on offer, and the copy of each. */

export const OFFERS = [
  {
    value: "recommended",
    label: "Recommended (1 year)",
    day: (window: DeliveryWindow) => window.recommended,
  },
  {
    value: "fifteen",
    label: "Start later: 15 months",
    day: (window: DeliveryWindow) => window.fifteenMonths,
  },
  {
    value: "eighteen",
    label: "Start later: 18 months",
    day: (window: DeliveryWindow) => window.eighteenMonths,
  },
] as const;

/** A choice as its card, the panel and the button's side say it. `day` is null while it is not typed yet. */
export interface DateChoice {
  readonly value: string;
  readonly label: string;
  readonly day: string | null;
}

/** When the year of a delivery day starts, with how far off that is. */
export function describeStart(deliveryDay: string, today: string): { day: string; note: string } {
  const start = startDayFor(deliveryDay);
  if (start === today) return { day: "Today", note: formatDay(start) };
  const weeks = Math.floor(daysBetween(today, start) / DAYS_A_WEEK);
  if (start < today) return { day: formatDay(start), note: "some weeks ago" };
  return { day: formatDay(start), note: weeks > 0 ? `in ${weeks} ${weeks === 1 ? "week" : "weeks"}` : "" };
}

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
export function sayBegun(
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
    more: `${sayStart(startDay, firstStart, today)} Your book arrives ${sayBookDay(deliveryDay)}.`,
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
