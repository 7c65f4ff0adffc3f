import { DAY_MS, HOUR_MS } from "./durations";

/**
 * Days of the calendar, written "YYYY-MM-DD" and counted in Europe/London. Nothing here but `londonDay` knows the
 * time of day, so a change of the clocks moves nothing.
 */

const london = /* @__PURE__ */ new Intl.DateTimeFormat("en-CA", {
  timeZone: "Europe/London",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** Of as many different hours as lists show, and few enough to be kept. */
const MOST_HOURS = 2_000;
const dayAtHour = new Map<number, string>();

/** The day it is in London at this instant. To ask takes 1 µs, and London's days change with a full hour alone. */
export function londonDay(now: Date): string {
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const known = dayAtHour.get(hour);
  if (known !== undefined) return known;
  if (dayAtHour.size >= MOST_HOURS) dayAtHour.clear();
  const day = london.format(now);
  dayAtHour.set(hour, day);
  return day;
}

/** Whether this is a day of the calendar: "2027-02-29" is not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/**
 * The day that an API client names: a day, or an instant such as "2027-11-20T23:59:59.999Z", which means its day in
 * London. Any other text is returned unchanged, for a form to refuse.
 */
export function dayNamed(text: string): string {
  const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? new Date(text) : null;
  return instant && !Number.isNaN(instant.getTime()) ? londonDay(instant) : text;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from one day to another; negative when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** The same day of a later month, or that month's last day where it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** 0 for a Sunday, 6 for a Saturday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Winter, spring, summer or autumn of a day, by meteorological seasons. */
export function seasonOf(day: string): "Winter" | "Spring" | "Summer" | "Autumn" {
  const month = Number(day.slice(5, 7));
  if (month <= 2 || month === 12) return "Winter";
  if (month <= 5) return "Spring";
  return month <= 8 ? "Summer" : "Autumn";
}
