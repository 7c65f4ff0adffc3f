/**
 * Numbers, counts and shares as people read them: en-GB, independent of the locale of the machine. What is marked as
 * pure is left out of a page's script that does not use it.
 */

const SMALL =
  /* @__PURE__ */ "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = /* @__PURE__ */ "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** 0 to 99 and whole hundreds in words, "fifty-two", "five hundred"; any other number in figures. */
export function numberInWords(number: number): string {
  if (number >= 100 && number < 1000 && number % 100 === 0) return `${SMALL[number / 100]} hundred`;
  if (!Number.isInteger(number) || number < 0 || number > 99) return String(number);
  if (number < 20) return SMALL[number] ?? String(number);
  const tens = TENS[Math.floor(number / 10)] ?? "";
  return number % 10 === 0 ? tens : `${tens}-${SMALL[number % 10]}`;
}

const IRREGULAR: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

/** "first", "fourteenth", "fifty-second", for 1 to 99. */
export function ordinalInWords(number: number): string {
  return numberInWords(number).replace(/[a-z]+$/, (last) => IRREGULAR[last] ?? `${last.replace(/y$/, "ie")}th`);
}

/** Ordinals in running text: in words up to "twelfth", then "13th". */
export function formatOrdinal(number: number): string {
  if (number <= 12) return ordinalInWords(number);
  const ending = { one: "st", two: "nd", few: "rd" }[englishOrdinals.select(number) as string];
  return `${number}${ending ?? "th"}`;
}

const englishOrdinals = /* @__PURE__ */ new Intl.PluralRules("en-GB", { type: "ordinal" });

/** Minutes as they are spoken of: "a quarter of an hour", "half an hour", "ten minutes". */
export function minutesInWords(minutes: number): string {
  if (minutes === 15) return "a quarter of an hour";
  return minutes === 30 ? "half an hour" : `${numberInWords(minutes)} minutes`;
}

export function capitalise(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Small counts in words, as in running text: 0 is "no", 3 is "three"; above twelve in figures. */
export function formatCount(count: number): string {
  if (count === 0) return "no";
  return count <= 12 ? numberInWords(count) : String(count);
}

/** The same with its noun: (1, "open stitch", "open stitches") is "one open stitch". */
export function formatCountOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A number in figures with its noun, as in lists: (10, "result", "results") is "10 results". */
export function formatFigureOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A file's size in the decimal units a phone shows: 3_200_000 is "3.2 MB", 48_300 is "48 KB". */
export function formatBytes(bytes: number): string {
  if (bytes >= 1_000_000_000) return `${Number((bytes / 1_000_000_000).toFixed(1))} GB`;
  if (bytes >= 1_000_000) return `${Number((bytes / 1_000_000).toFixed(1))} MB`;
  return `${Math.max(1, Math.round(bytes / 1000))} KB`;
}

/** A whole number with separators: 18420 is "18,420". */
export function formatNumber(value: number): string {
  return value.toLocaleString("en-GB");
}

/** A number that was counted no further than to see whether there are more than `most`: "1,000+" of more. */
export function formatUpTo(count: number, most: number): string {
  return count > most ? `${formatNumber(most)}+` : formatNumber(count);
}

/** How much of a limit is used, and by how much it is exceeded: "512 of 500 words, 12 too many". */
export function formatUsed(count: number, most: number, what: string): string {
  const over = count > most ? `, ${formatNumber(count - most)} too many` : "";
  return `${formatNumber(count)} of ${formatNumber(most)} ${what}${over}`;
}

/** A share of one in per cent: 0.036 is "3.6%"; a dash for null. */
export function formatShare(share: number | null): string {
  return share === null ? "–" : `${(100 * share).toFixed(1)}%`;
}
