import { addDays, weekdayOf } from "./days";

/**
 * Working days in England: Monday to Friday without bank holidays. Days are "YYYY-MM-DD". Bank holidays follow the
 * Banking and Financial Dealings Act 1971 and the proclamations made every year since: New Year's Day, Good Friday,
 * Easter Monday, the first and last Monday of May, the last Monday of August, Christmas Day and Boxing Day; one that
 * falls on a weekend is kept on the next working day. One-off changes are in a table.
 */

/** Holidays of one year only, for England and Wales (gov.uk/bank-holidays). */
const MOVED: Readonly<Record<string, string>> = {
  /** 75 years since the end of the war in Europe. */
  "2020-05-04": "2020-05-08",
  /** The Platinum Jubilee. */
  "2022-05-30": "2022-06-02",
};
/** The Platinum Jubilee, the funeral of Elizabeth II, the coronation of Charles III. */
const ADDED: readonly string[] = ["2022-06-03", "2022-09-19", "2023-05-08"];

/** The day that lies this many working days after `day`. */
export function addWorkingDays(day: string, count: number): string {
  let found = day;
  for (let left = count; left > 0; ) {
    found = addDays(found, 1);
    if (isWorkingDay(found)) left -= 1;
  }
  return found;
}

export function isWorkingDay(day: string): boolean {
  return !isWeekend(day) && !bankHolidays(Number(day.slice(0, 4))).includes(day);
}

/** The bank holidays of a year in England, in order. */
export function bankHolidays(year: number): string[] {
  const easter = easterSunday(year);
  const newYear = keptOn([`${year}-01-01`]);
  const christmas = keptOn([`${year}-12-25`, `${year}-12-26`]);
  const firstOfMay = mondayFrom(`${year}-05-01`);
  const usual = [
    ...newYear,
    ...[addDays(easter, -2), addDays(easter, 1)],
    ...[firstOfMay, mondayFrom(`${year}-05-25`), mondayFrom(`${year}-08-25`)],
    ...christmas,
  ];
  const added = ADDED.filter((day) => day.startsWith(`${year}-`));
  return [...usual.map((day) => MOVED[day] ?? day), ...added].sort();
}

/** Holidays on a weekend move to the next days that are neither weekend nor holiday. */
function keptOn(days: readonly string[]): string[] {
  const kept = days.filter((day) => !isWeekend(day));
  for (const day of days.filter(isWeekend)) {
    let moved = addDays(day, 1);
    while (isWeekend(moved) || kept.includes(moved)) moved = addDays(moved, 1);
    kept.push(moved);
  }
  return kept;
}

/** Easter in the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const dayOfMonth = ((h + l - 7 * m + 114) % 31) + 1;
  return dayOf(Date.UTC(year, month - 1, dayOfMonth));
}

/** The first Monday on or after a day. */
function mondayFrom(day: string): string {
  let found = day;
  while (weekdayOf(found) !== 1) found = addDays(found, 1);
  return found;
}

function isWeekend(day: string): boolean {
  return weekdayOf(day) === 0 || weekdayOf(day) === 6;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
