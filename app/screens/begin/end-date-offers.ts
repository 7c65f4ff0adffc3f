import { type DeliveryWindow, startDayFor } from "~/domain/loops/calendar";
import { formatDay } from "~/domain/time/format-days";

/** The delivery days on offer, and the copy of each. */

export const OFFERS = [
  {
    value: "recommended",
    label: "Recommended (1 year)",
    day: (window: DeliveryWindow) => window.recommended,
  },
  { value: "fifteen", label: "15 months", day: (window: DeliveryWindow) => window.fifteenMonths },
  { value: "eighteen", label: "18 months", day: (window: DeliveryWindow) => window.eighteenMonths },
] as const;

/** When the year starts and the book arrives. The recommended year is the one that starts today. */
export function describeOffer(day: string, { recommended }: DeliveryWindow): string {
  const start = formatDay(startDayFor(day));
  return `Starts ${day === recommended ? `today (${start})` : start}, arrives ${formatDay(day)}`;
}

/** The choice of any other day. */
export const OWN = "own";

export const SENTENCES = {
  not_a_day: () => "Please choose a date from the calendar",
  too_early: (window: DeliveryWindow) => `Please choose a date on or after ${formatDay(window.earliest)}`,
  too_late: (window: DeliveryWindow) => `Please choose a date on or before ${formatDay(window.latest)}`,
};

/** After a loop has begun: when its year starts, if later, and when its book is due. */
export function sayBegun(deliveryDay: string, today: string, isByVoucher: boolean) {
  const start = startDayFor(deliveryDay);
  const startsLater = start > today;
  const byPayment = startsLater ? "Your dates are set." : "Your loop has begun.";
  return {
    message: isByVoucher ? "Voucher redeemed successfully! Your memory loop has been created." : byPayment,
    more: startsLater
      ? `Your year starts on ${formatDay(start)}, and your book is due on ${formatDay(deliveryDay)}.`
      : `Your book is due on ${formatDay(deliveryDay)}.`,
  };
}
