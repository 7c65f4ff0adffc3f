import { BOOK_FORMAT } from "../book-format/format";
import { type CountedYear, type Pause, type WEEKS, weekDays } from "../loops/calendar";
import { capitalise, numberInWords } from "../text/numbers";
import { addDays } from "../time/days";
import { formatDay, formatDayRange, yearsInFigures } from "../time/format-days";
import { coloursOf, typeSizes } from "./book-theme";
import { contactSheet } from "./chapter-openings";
import { layNumbers } from "./numbers-pages";
import type { BookLayout, Page } from "./pages";
import { plainLine, prepareLine, prepareProse } from "./prepared-text";
import { type ChosenForm, chooseForms, type DoubleChoices } from "./rhythm";
import { type Quarter, quartersOf } from "./seasons";
import { asFormWeek } from "./spread-forms";
import { type TypeTable, typeTable } from "./type-steps";
import { type BookEntry, layRuledWeek, layWeek, WORDS_COLUMN, wordsOf } from "./weeks";

/**
 * Turns a loop into a book: which pages it has, in which order, and where everything on them is placed. A week is a
 * spread in one of several forms, chosen over the whole year; four seasons divide the year. A week without an entry in
 * the input is skipped, unless the owner wants ruled pages to fill in by hand. The layout is pure, without clock,
 * database or knowledge of the printer's machine: the same loop always gives the same book. Only line breaks are left
 * to the typesetter, and an answer that runs over always takes two more pages, so the count stays even.
 */

export type { BookPhoto } from "./photo-pages";
export type { BookEntry } from "./weeks";

export interface BookInput {
  readonly loop: {
    readonly id: string;
    readonly title: string;
    readonly subtitle?: string;
    readonly theme: string;
    readonly typeKey: string;
    readonly typeName: string;
    readonly dedication: string;
    readonly startDay: string;
    /** Defaults to no pauses. */
    readonly pauses?: readonly Pause[];
    readonly weeks: typeof WEEKS;
  };
  readonly entries: readonly BookEntry[];
  readonly options: {
    readonly ruledEmptyWeeks: boolean;
    readonly largePrint?: boolean;
    /** Whether the year in numbers is printed at the end. */
    readonly printsNumbers?: boolean;
    /** What the owner decided about photos over two pages. */
    readonly doubles?: DoubleChoices;
    /** "proof" is printed at the foot of the title page, and waives the printer's minimum of pages. */
    readonly marking?: "proof" | null;
  };
}

/** Lays a loop out as a book. Accepts any text a customer can write; a loop without entries gives a short book. */
export function layoutBook(input: BookInput): BookLayout {
  const { loop, options } = input;
  const largePrint = options.largePrint ?? false;
  const type = { sizes: typeSizes(largePrint), type: typeTable(largePrint) };
  const entries = filledEntries(input.entries);
  const pages = new PageSequence();
  layFrontMatter(pages, input);
  const quarters = quartersOf(middleDays(input));
  const weeks = formsOf(entries, quarters, type.type, options.doubles);
  for (const quarter of quarters) {
    const written = entries.filter((entry) => isIn(entry.week, quarter));
    if (written.length === 0 && !options.ruledEmptyWeeks) continue;
    pages.add({ kind: "season", ...pick(quarter) });
    pages.add({ kind: "contact-sheet", season: quarter.name, sheet: contactSheet(written) });
    for (let week = quarter.firstWeek; week <= quarter.lastWeek; week += 1) {
      const formed = weeks.get(week);
      if (formed) for (const page of layWeek(formed.entry, formed.words, formed.form, type)) pages.add(page);
      else if (options.ruledEmptyWeeks) {
        for (const page of layRuledWeek({ week, ...daysOf(input, week) })) pages.add(page);
      }
    }
  }
  layBackMatter(pages, input, entries);
  const last = entries.at(-1);
  return {
    format: BOOK_FORMAT,
    colours: coloursOf(loop.theme),
    ...type,
    language: "en-GB",
    documentTitle: plainLine(loop.title) || loop.typeName,
    documentDay: last?.to ?? loop.startDay,
    title: prepareLine(loop.title || loop.typeName),
    titleSize: titleSize(plainLine(loop.title) || loop.typeName),
    subtitle: loop.subtitle?.trim() ? prepareLine(loop.subtitle) : null,
    years: yearsInFigures(loop.startDay, weekDays(countedYear(loop), loop.weeks).to),
    marking: options.marking === "proof" ? "Proof" : null,
    column: WORDS_COLUMN,
    pages: pages.all,
    doubles: [...weeks.values()].flatMap(({ entry, double }) => {
      const photoId = entry.photos[0]?.id;
      if (double === null || photoId === undefined) return [];
      return [{ kind: "double_page", week: entry.week, photoId, ...double } as const];
    }),
  };
}

/** Every written week with its words and the form that the year gives it. */
function formsOf(
  entries: readonly BookEntry[],
  quarters: readonly Quarter[],
  type: TypeTable,
  doubles: DoubleChoices | undefined,
) {
  const weeks = entries.map((entry) => {
    const season = quarters.find((quarter) => isIn(entry.week, quarter))?.name ?? "";
    return { entry, words: wordsOf(entry, season) };
  });
  const chosen = chooseForms(
    weeks.map(({ entry, words }) => asFormWeek(entry.week, entry.photos, words)),
    type,
    doubles,
  );
  return new Map(
    weeks.map((week, index) => {
      const { form, double }: ChosenForm = chosen[index] ?? { form: "flowing", double: null };
      return [week.entry.week, { ...week, form, double }];
    }),
  );
}

const TITLE_WIDTH_POINTS = (150 * 72) / 25.4;
/** A wide letter of Besley takes about this share of its size. */
const WIDE_LETTER = 0.62;

/**
 * The size of the title on its page in points: smaller for a longer title, and always small enough for its longest
 * word.
 */
function titleSize(title: string): number {
  const size =
    [52, 44, 36, 28, 22, 18][[14, 28, 48, 90, 140].filter((limit) => title.length > limit).length] ?? 18;
  const longestWord = Math.min(24, Math.max(1, ...title.split(/\s+/).map((word) => word.length)));
  return Math.min(size, Math.floor(TITLE_WIDTH_POINTS / (longestWord * WIDE_LETTER)));
}

function filledEntries(entries: readonly BookEntry[]): BookEntry[] {
  return entries
    .filter((entry) => entry.photos.length > 0 || hasWords(entry))
    .sort((one, other) => one.week - other.week);
}

function hasWords(entry: BookEntry): boolean {
  return [entry.title, entry.highlight, entry.gratitude, entry.answer, entry.learned].some(
    (words) => plainLine(words) !== "",
  );
}

class PageSequence {
  readonly all: Page[] = [];
  get nextSide(): Page["side"] {
    return this.all.length % 2 === 0 ? "recto" : "verso";
  }
  add(page: DistributiveOmit<Page, "side">): void {
    this.all.push({ ...page, side: this.nextSide } as Page);
  }
}

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;

function layFrontMatter(pages: PageSequence, { loop, options }: BookInput): void {
  pages.add({ kind: "half-title" });
  pages.add({ kind: "pattern" });
  pages.add({ kind: "title", marking: options.marking === "proof" ? "Proof" : null });
  const dedication = prepareProse(loop.dedication);
  if (dedication.length === 0) return;
  pages.add({ kind: "blank" });
  pages.add({ kind: "dedication", text: dedication });
}

function layBackMatter(pages: PageSequence, input: BookInput, entries: readonly BookEntry[]): void {
  const isProof = input.options.marking === "proof";
  const numbers = input.options.printsNumbers ? layNumbers(entries) : null;
  const closingPages = numbers ? 5 : 3;
  while (!isProof && pages.all.length + closingPages < BOOK_FORMAT.fewestPages) pages.add({ kind: "notes" });
  if (numbers) {
    pages.add(numbers.numbers);
    pages.add(numbers.lists);
  }
  const isFinished = entries.length === input.loop.weeks;
  pages.add({ kind: "finished-picture", weeks: entries.map(({ week }) => week) });
  const below = isFinished || entries.length === 0 ? null : OPEN_STITCHES;
  pages.add({ kind: "closing", text: closingLine(entries, isFinished), below, isFinished });
  pages.add({ kind: "colophon", lines: colophon(entries) });
}

const OPEN_STITCHES =
  "The open stitches are the weeks still to be written. The ring keeps a place for each of them.";

function closingLine(entries: readonly BookEntry[], isFinished: boolean): string {
  if (isFinished) return "That’s the loop closed.";
  if (entries.length === 0) return "The first stitch is still to come.";
  return `${capitalise(numberInWords(entries.length))} ${entries.length === 1 ? "week" : "weeks"}, so far.`;
}

function colophon(entries: readonly BookEntry[]): string[] {
  const first = entries[0];
  const last = entries.at(-1);
  const when =
    first && last
      ? [
          `Written a week at a time, from ${formatDay(first.from)} to ${formatDay(last.to)}. Every word is its writer’s own.`,
        ]
      : [];
  return [...when, "Set in Besley, a Clarendon first cut in London in 1845."];
}

function daysOf({ loop, entries }: BookInput, week: number): { days: string } {
  const entry = entries.find((candidate) => candidate.week === week);
  const { from, to } = entry ?? weekDays(countedYear(loop), week);
  return { days: formatDayRange(from, to, { withYear: true }) };
}

function countedYear({ startDay, pauses = [] }: BookInput["loop"]): CountedYear {
  return { startDay, pauses };
}

function middleDays({ loop, entries }: BookInput): string[] {
  const known = new Map(entries.map((entry) => [entry.week, entry.from]));
  return Array.from({ length: loop.weeks }, (_, index) => {
    const from = known.get(index + 1) ?? weekDays(countedYear(loop), index + 1).from;
    return addDays(from, 3);
  });
}

function isIn(week: number, quarter: Quarter): boolean {
  return week >= quarter.firstWeek && week <= quarter.lastWeek;
}

function pick({ name, span, firstWeek, lastWeek }: Quarter) {
  return { name, span, firstWeek, lastWeek };
}
