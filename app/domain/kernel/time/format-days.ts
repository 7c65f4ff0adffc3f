import { londonDay } from "./days";
import { londonTime } from "./instants";

/**
 * How days and instants are written for people: en-GB, as the calendar and the clocks in London show them. Months are
 * spelt here rather than asked of Intl, so that a page reads the same under every build of Node.
 */

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

function readDay(day: string): { readonly year: number; readonly month: string; readonly day: number } {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  const month = MONTHS[Number(parts?.[2]) - 1];
  const dayOfMonth = Number(parts?.[3]);
  if (!parts || !month || dayOfMonth < 1 || dayOfMonth > 31) throw new RangeError(`Not a calendar day: ${day}`);
  return { year: Number(parts[1]), month, day: dayOfMonth };
}

/** "2026-11-20" as "20 November 2026". Throws RangeError for anything but YYYY-MM-DD. */
export function formatDay(day: string): string {
  const { year, month, day: dayOfMonth } = readDay(day);
  return `${dayOfMonth} ${month} ${year}`;
}

/** "2026-11-20" as "20 Nov 2026", for a column of days. */
export function formatShortDay(day: string): string {
  const { year, month, day: dayOfMonth } = readDay(day);
  return `${dayOfMonth} ${month.slice(0, 3)} ${year}`;
}

/** "2026-11-20" as "20 November", where the year is clear from the context. */
export function formatDayAndMonth(day: string): string {
  const { month, day: dayOfMonth } = readDay(day);
  return `${dayOfMonth} ${month}`;
}

/** "2027-12-03" or "2027-12" as "December 2027", for days that are not promised exactly. */
export function formatMonth(day: string): string {
  const { year, month } = readDay(day.length === 7 ? `${day}-01` : day);
  return `${month} ${year}`;
}

/**
 * First and last day, both included: "19 to 25 November", "29 October to 4 November". The year is added when
 * asked for, and always when the range crosses one: "29 December 2026 to 4 January 2027".
 */
export function formatDayRange(first: string, last: string, options: { withYear?: boolean } = {}): string {
  const from = readDay(first);
  const to = readDay(last);
  if (from.year !== to.year) return `${formatDay(first)} to ${formatDay(last)}`;
  const year = options.withYear ? ` ${to.year}` : "";
  if (from.month === to.month) return `${from.day} to ${to.day} ${to.month}${year}`;
  return `${from.day} ${from.month} to ${to.day} ${to.month}${year}`;
}

/** The months of a first and a last day: "November 2025 to February 2026", "March to June 2026", "May 2026". */
export function formatMonthRange(first: string, last: string): string {
  const [from, to] = [readDay(first), readDay(last)];
  if (from.year !== to.year) return `${formatMonth(first)} to ${formatMonth(last)}`;
  return from.month === to.month ? formatMonth(last) : `${from.month} to ${formatMonth(last)}`;
}

/** The day of an instant in London: "20 November 2026". */
export function formatLondonDay(instant: Date): string {
  return formatDay(londonDay(instant));
}

/** "20 Nov 2026", for a column. */
export function formatShortLondonDay(instant: Date): string {
  return formatShortDay(londonDay(instant));
}

/** An instant as London's clocks show it: "20 November 2026, 16:05". */
export function formatMoment(instant: Date): string {
  return `${formatLondonDay(instant)}, ${londonTime(instant)}`;
}

/** "20 Nov 2026, 16:05", for a column. */
export function formatShortMoment(instant: Date): string {
  return `${formatShortLondonDay(instant)}, ${londonTime(instant)}`;
}

/** The same within a sentence: "20 November 2026 at 16:05". */
export function momentInWords(instant: Date): string {
  return `${formatLondonDay(instant)} at ${londonTime(instant)}`;
}

/** "2025–26", or "2025" where a single year is spanned. */
export function yearsInFigures(from: string, to: string): string {
  const first = from.slice(0, 4);
  const last = to.slice(0, 4);
  if (first === last) return first;
  return first.slice(0, 2) === last.slice(0, 2) ? `${first}–${last.slice(2)}` : `${first}–${last}`;
}
