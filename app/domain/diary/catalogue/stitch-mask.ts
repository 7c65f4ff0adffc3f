import { WEEKS } from "../rules/calendar";

/**
 * The weeks of a year that have a stitch, as 52 bits in 13 hexadecimal digits: week 1 is the lowest bit, so the first
 * nine weeks are "00000000001ff". It is part of picture URLs, which are cached permanently, so each set of weeks has
 * exactly one mask.
 */
const WEEKS_PER_DIGIT = 4;
const DIGITS = WEEKS / WEEKS_PER_DIGIT;

/** @throws RangeError for a number outside 1 to 52, which would be a bug. */
export function weeksToMask(weeks: ReadonlySet<number>): string {
  const digits = Array.from({ length: DIGITS }, () => 0);
  for (const week of weeks) {
    if (!Number.isInteger(week) || week < 1 || week > WEEKS) throw new RangeError(`There is no week ${week}`);
    const digit = DIGITS - 1 - Math.floor((week - 1) / WEEKS_PER_DIGIT);
    digits[digit] = (digits[digit] ?? 0) | (1 << ((week - 1) % WEEKS_PER_DIGIT));
  }
  return digits.map((digit) => digit.toString(16)).join("");
}

/** The weeks of a mask; undefined unless it is exactly 13 digits 0 to 9 and a to f, in lower case. */
export function maskToWeeks(mask: string): Set<number> | undefined {
  if (!/^[0-9a-f]{13}$/.test(mask) || mask.length !== DIGITS) return undefined;
  const weeks = new Set<number>();
  for (let week = 1; week <= WEEKS; week++) {
    const digit = Number.parseInt(mask.charAt(DIGITS - 1 - Math.floor((week - 1) / WEEKS_PER_DIGIT)), 16);
    if (digit & (1 << ((week - 1) % WEEKS_PER_DIGIT))) weeks.add(week);
  }
  return weeks;
}
