/**
 * Formats sums, days and counts for people: en-GB, pure, independent of clock and machine locale. Months are spelt here
 * instead of by Intl, so that a page reads the same under every build of Node.
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

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
] as const;

/**
 * Pence as pounds: 6999 is "£69.99", 123450 is "£1,234.50", -700 is "−£7.00" with a true minus sign.
 *
 * @
 * @throws RangeError for anything but a whole number of pence.
 */
export function formatPence(pence: number): string {
  if (!Number.isSafeInteger(pence)) throw new RangeError(`Not a whole number of pence: ${pence}`);
  const absolute = Math.abs(pence);
  const pounds = String(Math.floor(absolute / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  const rest = String(absolute % 100).padStart(2, "0");
  return `${pence < 0 ? "−" : ""}£${pounds}.${rest}`;
}

interface CalendarDay {
  readonly year: number;
  readonly month: string;
  readonly day: number;
}

function readDay(day: string): CalendarDay {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  const month = MONTHS[Number(parts?.[2]) - 1];
  const dayOfMonth = Number(parts?.[3]);
  if (!parts || !month || dayOfMonth < 1 || dayOfMonth > 31)
    throw new RangeError(`Not a calendar day: ${day}`);
  return { year: Number(parts[1]), month, day: dayOfMonth };
}

/** "2026-11-20" as "20 November 2026". @throws RangeError for anything but YYYY-MM-DD. */
export function formatDay(day: string): string {
  const { year, month, day: dayOfMonth } = readDay(day);
  return `${dayOfMonth} ${month} ${year}`;
}

/** "2026-11-20" as "20 November", where the context makes the year clear. */
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
 * First and last day, inclusive: "19 to 25 November", "29 October to 4 November". The year is added on request, and
 * always when the range spans two: "29 December 2026 to 4 January 2027".
 */
export function formatDayRange(first: string, last: string, options: { withYear?: boolean } = {}): string {
  const from = readDay(first);
  const to = readDay(last);
  if (from.year !== to.year) return `${formatDay(first)} to ${formatDay(last)}`;
  const year = options.withYear ? ` ${to.year}` : "";
  if (from.month === to.month) return `${from.day} to ${to.day} ${to.month}${year}`;
  return `${from.day} ${from.month} to ${to.day} ${to.month}${year}`;
}

const londonParts = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** An instant in London time: "20 November 2026, 16:05". */
export function formatMoment(moment: Date): string {
  const parts = new Map(londonParts.formatToParts(moment).map((part) => [part.type, part.value]));
  const day = `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
  return `${formatDay(day)}, ${parts.get("hour")}:${parts.get("minute")}`;
}

/** Small counts in words, as in running text: 0 is "no", 3 is "three"; above twelve in figures. */
export function formatCount(count: number): string {
  return NUMBERS[count] ?? String(count);
}

/** The same with its noun: (1, "open stitch", "open stitches") is "one open stitch". */
export function formatCountOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A file size in decimal units, as phones show it: 3_200_000 is "3.2 MB", 48_300 is "48 KB". */
export function formatBytes(bytes: number): string {
  if (bytes >= 1_000_000) return `${Number((bytes / 1_000_000).toFixed(1))} MB`;
  return `${Math.max(1, Math.round(bytes / 1000))} KB`;
}

/** Joins class names, leaving out unset ones. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}

/** A whole number with separators: 18420 is "18,420". */
export function formatNumber(value: number): string {
  return value.toLocaleString("en-GB");
}

/** A share of one as a percentage: 0.036 is "3.6%"; null is a dash. */
export function formatShare(share: number | null): string {
  return share === null ? "–" : `${(100 * share).toFixed(1)}%`;
}
