/** Numbers and dates in words. */

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** 0 to 99 in words, "fifty-two"; any other number in figures. */
export function numberInWords(number: number): string {
  if (!Number.isInteger(number) || number < 0 || number > 99) return String(number);
  if (number < 20) return SMALL[number] ?? String(number);
  const tens = TENS[Math.floor(number / 10)] ?? "";
  return number % 10 === 0 ? tens : `${tens}-${SMALL[number % 10]}`;
}

export function capitalise(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "2025-03-22" as "22 March 2025". */
export function dayInWords(day: string): string {
  const [year, month, date] = partsOf(day);
  return `${date} ${month} ${year}`;
}

/** "2025-03" as "March 2025". */
export function monthInWords(month: string): string {
  const [year, name] = partsOf(month);
  return `${name} ${year}`;
}

/** "22 to 28 March 2025", "29 March to 4 April 2025", "28 December 2025 to 3 January 2026". */
export function daysInWords(from: string, to: string): string {
  const [fromYear, fromMonth, fromDate] = partsOf(from);
  const [toYear, toMonth] = partsOf(to);
  if (fromYear !== toYear) return `${dayInWords(from)} to ${dayInWords(to)}`;
  if (fromMonth !== toMonth) return `${fromDate} ${fromMonth} to ${dayInWords(to)}`;
  return `${fromDate} to ${dayInWords(to)}`;
}

/** "2025–26", or "2025" for a single year. */
export function yearsInFigures(from: string, to: string): string {
  const first = from.slice(0, 4);
  const last = to.slice(0, 4);
  if (first === last) return first;
  return first.slice(0, 2) === last.slice(0, 2) ? `${first}–${last.slice(2)}` : `${first}–${last}`;
}

function partsOf(day: string): [year: string, month: string, date: string] {
  const month = MONTHS[Number(day.slice(5, 7)) - 1] ?? "";
  return [day.slice(0, 4), month, String(Number(day.slice(8, 10)))];
}
