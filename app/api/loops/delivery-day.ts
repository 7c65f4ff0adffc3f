import type { DeliveryDayProblem } from "~/domain/diary/loops/loops.server";
import { DAYS_FROM_START_TO_DELIVERY, deliveryWindow } from "~/domain/diary/rules/calendar";
import { addDays, dayNamed, isDay, londonDay } from "~/domain/kernel/time/days";

/** The requested delivery day; an instant counts as its day in London. A start date is 378 days before the delivery. */
export function deliveryDayOf(
  sent: { deliveryDate?: string; endDate?: string; startDate?: string },
  now: Date,
  firstStart: string | null = null,
): string {
  // Without a time zone, the written day counts.
  const day = (text: string) => dayNamed(text.slice(0, 40)).replace(/^(\d{4}-\d{2}-\d{2})T.*$/s, "$1");
  const wanted = sent.deliveryDate || sent.endDate;
  if (wanted) return day(wanted);
  if (!sent.startDate) return deliveryWindow(londonDay(now), firstStart).recommended;
  const start = day(sent.startDate);
  return isDay(start) ? addDays(start, DAYS_FROM_START_TO_DELIVERY) : start;
}

export function daySentence(problem: DeliveryDayProblem, now: Date, firstStart: string | null = null): string {
  const { earliest, latest } = deliveryWindow(londonDay(now), firstStart);
  if (problem === "not_a_day") return "Please give a date as YYYY-MM-DD";
  return `The delivery date must be from ${earliest} to ${latest}`;
}
