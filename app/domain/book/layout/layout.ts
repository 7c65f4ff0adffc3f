import { type CountedYear, type Pause, type WEEKS, weekDays } from "~/domain/diary/rules/calendar";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { addDays } from "~/domain/kernel/time/days";
import { formatDay, formatDayRange, yearsInFigures } from "~/domain/kernel/time/format-days";
import { coloursOf, type TypeSizes, typeSizes } from "./book-theme";
import { openSeason, type SeasonWeek } from "./chapter-openings";
import { type Filling, fillingPages } from "./filling";
import { layNumbers } from "./numbers-pages";
import type { BookLayout, Page, WeekWords } from "./pages";
import { plainLine, prepareLine, prepareProse } from "./prepared-text";
import { type ChosenForm, chooseForms, type DoubleChoices } from "./rhythm";
import { type Quarter, quartersOf } from "./seasons";
import { asFormWeek } from "./spread-forms";
import { lengthInWords } from "./text-measurement";
import { type TypeTable, typeTable } from "./type-steps";
import { type BookEntry, layRuledWeek, layWeek, WORDS_COLUMN, wordsOf } from "./weeks";

/**
 * Turns a loop into a book: which pages it has, in which order, and where everything on them is placed. A week is a
 * spread in one of several forms, chosen over the whole year; four seasons divide the year. A week without an entry in
 * the input is skipped, unless the owner wants ruled pages to fill in by hand. The layout is pure, without clock,
 * database or knowledge of the printer's machine: the same loop always gives the same book. Only line breaks are left
 * to the typesetter, and an answer that runs over always takes two more pages, so the count stays even: after a third
 * page, the next week's photo would face words that are not its own, and its words would be overleaf.
 */

export type { BookPhoto } from "./photo-pages";
export type { BookEntry } from "./weeks";

export interface BookInput {
  readonly loop: {
    readonly id: string;
    readonly title: string;
    readonly subtitle?: string;
    readonly theme: string;
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
    readonly doublePagePhotos?: DoubleChoices;
    /** What fills a book of fewer pages than can be bound. Defaults to its photographs. */
    readonly filling?: Filling;
    /** The pages that long weeks take beyond those laid out, which a thin book is filled with less. Defaults to 0. */
    readonly runOver?: number;
  };
}

/** Lays a loop out as a book. Accepts any text a customer can write; a loop without entries gives a short book. */
export function layoutBook(input: BookInput): BookLayout {
  const { loop, options } = input;
  const largePrint = options.largePrint ?? false;
  const entries = filledEntries(input.entries);
  const quarters = quartersOf(middleDays(input));
  const words = entries.map((entry) => {
    return wordsOf(entry, quarters.find((quarter) => isIn(entry.week, quarter))?.name ?? "");
  });
  const table = typeTable(
    largePrint,
    words.map(({ answer }) => lengthInWords(answer)),
  );
  const type = { sizes: typeSizes(largePrint, table), type: table };
  const weeks = formsOf(entries, words, table, options.doublePagePhotos);
  const inner: UnsidedPage[] = [];
  for (const quarter of quarters) {
    const all = Array.from({ length: loop.weeks }, (_, index) => index + 1).filter((week) => isIn(week, quarter));
    const printed = all.filter((week) => options.ruledEmptyWeeks || weeks.has(week));
    if (printed.length === 0) continue;
    inner.push(
      ...openSeason(
        quarter,
        printed.map((week) => ofSeason(input, week, weeks.get(week))),
      ),
    );
    for (const week of printed) {
      const formed = weeks.get(week);
      if (formed) for (const page of layWeek(formed.entry, formed.words, formed.form, type)) inner.push(page);
      else for (const page of layRuledWeek({ week, ...daysOf(input, week) })) inner.push(page);
    }
  }
  const pages = new PageSequence();
  layFrontMatter(pages, input, inner);
  for (const page of inner) pages.add(page);
  const filled = layBackMatter(pages, input, entries, type.sizes);
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
    column: WORDS_COLUMN,
    pages: pages.all,
    filled,
    doublePagePhotos: [...weeks.values()].flatMap(({ entry, double }) => {
      const photoId = entry.photos[0]?.id;
      if (double === null || photoId === undefined) return [];
      return [{ kind: "double_page", week: entry.week, photoId, ...double } as const];
    }),
  };
}

/** Every written week with its words and the form that the year gives it. */
function formsOf(
  entries: readonly BookEntry[],
  words: readonly WeekWords[],
  type: TypeTable,
  doublePagePhotos: DoubleChoices | undefined,
) {
  const weeks = words.flatMap((said, index) => {
    const entry = entries[index];
    return entry === undefined ? [] : [{ entry, words: said }];
  });
  const chosen = chooseForms(
    weeks.map((week) => asFormWeek(week.entry.week, week.entry.photos, week.words)),
    type,
    doublePagePhotos,
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
  const size = [52, 44, 36, 28, 22, 18][[14, 28, 48, 90, 140].filter((limit) => title.length > limit).length] ?? 18;
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
  add(page: UnsidedPage): void {
    this.all.push({ ...page, side: this.nextSide } as Page);
  }
}

type UnsidedPage = DistributiveOmit<Page, "side">;
type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;

/** A book of more pages of weeks than this has a list of its seasons: 60 with those around them. */
const LONG_BOOK = 52;

function layFrontMatter(pages: PageSequence, { loop, options }: BookInput, inner: readonly UnsidedPage[]): void {
  pages.add({ kind: "half-title" });
  pages.add({ kind: "pattern" });
  pages.add({ kind: "title" });
  const dedication = prepareProse(loop.dedication);
  const contents = inner.length > LONG_BOOK ? contentsOf(inner, options.printsNumbers ?? false) : null;
  if (dedication.length > 0) {
    pages.add(contents ?? { kind: "blank" });
    pages.add({ kind: "dedication", text: dedication });
  } else if (contents) {
    pages.add({ kind: "blank" });
    pages.add(contents);
  }
}

function contentsOf(inner: readonly UnsidedPage[], printsNumbers: boolean): UnsidedPage {
  const seasons = inner.flatMap((page) => {
    return page.kind === "season-weeks" ? [{ name: page.name, months: page.months }] : [];
  });
  const numbers = printsNumbers ? [{ name: "The year in numbers", months: null }] : [];
  return { kind: "contents", lines: [...seasons, ...numbers] };
}

/** Lays what follows the weeks, and returns how many pages were added because fewer cannot be bound. */
function layBackMatter(
  pages: PageSequence,
  { loop, options }: BookInput,
  entries: readonly BookEntry[],
  sizes: TypeSizes,
): number {
  const numbers = options.printsNumbers ? layNumbers(entries) : null;
  const laid = pages.all.length + (options.runOver ?? 0) + (numbers ? 5 : 3);
  const missing = Math.max(0, BOOK_FORMAT.fewestPages - laid);
  const filling = fillingPages(entries, missing, options.filling ?? "photographs", sizes);
  for (const page of filling.before) pages.add(page);
  if (numbers) {
    pages.add(numbers.numbers);
    pages.add(numbers.lists);
  }
  pages.add({ kind: "finished-picture", weeks: entries.map(({ week }) => week) });
  pages.add({ kind: "closing", text: closingLine(entries, loop.weeks) });
  pages.add({ kind: "colophon", lines: colophon(entries) });
  for (let leaf = 0; leaf < filling.blanks; leaf += 1) pages.add({ kind: "blank" });
  return missing;
}

/** What the book holds, the same in its proof and in print: a year with weeks missing owes nobody an apology. */
function closingLine(entries: readonly BookEntry[], weeks: number): string {
  if (entries.length === weeks) return "That’s the loop closed.";
  return `${capitalise(numberInWords(entries.length))} ${entries.length === 1 ? "week" : "weeks"}, kept for good.`;
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
  return [...when, "The lettering is Besley, first made in London in 1845."];
}

/** A week in the list of its season; one that was not written has its days alone. */
function ofSeason({ loop }: BookInput, week: number, formed?: { entry: BookEntry } & ChosenForm): SeasonWeek {
  if (formed) return { ...formed.entry, form: formed.form };
  return { week, ...weekDays(countedYear(loop), week), title: "", highlight: "", photos: [], form: null };
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
