import { BOOK_FORMAT } from "../book-format/format";
import { type CountedYear, weekDays } from "../loops/calendar";
import { formatDayRange } from "../time/format-days";
import type { TypeSizes } from "./book-theme";
import type { Box, Page, WeekWords } from "./pages";
import { arrangeAboveWords, arrangePhotos, type BookPhoto } from "./photo-pages";
import { isEmpty, type Paragraph, plainLine, prepareLine, prepareProse, quoted } from "./prepared-text";

/** The spread of a week: photos on the verso, words on the recto. */

export interface BookEntry {
  readonly week: number;
  /** First and last day, "YYYY-MM-DD". */
  readonly from: string;
  readonly to: string;
  readonly title: string;
  readonly highlight: string;
  readonly gratitude: string;
  readonly prompt: string;
  readonly answer: string;
  readonly learned: string;
  readonly photos: readonly BookPhoto[];
}

/** The words of a week as stored. */
export interface WrittenWeek {
  week: number;
  title: string;
  highlight: string;
  gratitude: string;
  prompt: string;
  content: string;
  learned: string;
}

export interface KeptPhoto {
  id: string;
  printWidth: number;
  printHeight: number;
  caption: string;
}

/** Turns a week's stored words and photos into an entry of the book. */
export function asBookEntry(
  year: CountedYear,
  { week, title, highlight, gratitude, prompt, content, learned }: WrittenWeek,
  photos: readonly KeptPhoto[],
): BookEntry {
  return {
    week,
    title,
    highlight,
    gratitude,
    prompt,
    answer: content,
    learned,
    ...weekDays(year, week),
    photos: photos.map(({ id, printWidth, printHeight, caption }) => ({
      id,
      width: printWidth,
      height: printHeight,
      caption,
    })),
  };
}

/**
 * The column of words on a recto. 140 mm of 11 pt Besley are about 68 characters, the length that reads best; the inner
 * margin leaves room for the curve of the page into the spine.
 */
export const WORDS_COLUMN: Box = { x: 32, y: 20, width: 140, height: 236 };

type WeekPage = Page extends infer Kind ? (Kind extends Page ? Omit<Kind, "side"> : never) : never;

/** The two pages of a written week. */
export function layWeek(
  entry: BookEntry,
  sizes: TypeSizes,
): [photos: WeekPageOf<"week-photos">, words: WeekPageOf<"week-words">] {
  const { week, photos } = entry;
  const [first, ...rest] = photos;
  const versoColumn = { ...WORDS_COLUMN, x: BOOK_FORMAT.trimWidth - WORDS_COLUMN.x - WORDS_COLUMN.width };
  return [
    {
      kind: "week-photos",
      week,
      photos: arrangePhotos(photos, week, sizes),
      long: {
        besideAnswer: arrangeAboveWords(photos, week, sizes, versoColumn),
        first: arrangePhotos(first === undefined ? [] : [first], week, sizes),
        after: rest.length > 0 ? arrangePhotos(rest, week, sizes) : null,
      },
    },
    { kind: "week-words", words: wordsOf(entry) },
  ];
}

type WeekPageOf<Kind extends Page["kind"]> = Extract<WeekPage, { kind: Kind }>;

function wordsOf(entry: BookEntry): WeekWords {
  const title = present(prepareLine(entry.title));
  const highlight = present(prepareLine(entry.highlight));
  const name = plainLine(entry.title) || plainLine(entry.highlight);
  return {
    week: entry.week,
    days: formatDayRange(entry.from, entry.to, { withYear: true }),
    outline: name === "" ? `Week ${entry.week}` : `Week ${entry.week}: ${shortened(name)}`,
    title,
    highlight: highlight === null ? null : quoted(highlight),
    gratitude: prepareProse(entry.gratitude),
    prompt: present(prepareLine(entry.prompt)),
    answer: prepareProse(entry.answer),
    learned: prepareProse(entry.learned),
  };
}

/** For the outline of the document, whose panel is narrow. */
const LONGEST_OUTLINE = 80;

function shortened(name: string): string {
  return name.length <= LONGEST_OUTLINE ? name : `${name.slice(0, LONGEST_OUTLINE).replace(/\s+\S*$/, "")}…`;
}

function present(paragraph: Paragraph): Paragraph | null {
  return isEmpty(paragraph) ? null : paragraph;
}

/** An unwritten week, for its owner to fill in by hand: a stitched frame for a print, and ruled lines. */
export function layRuledWeek({ week, days }: { week: number; days: string }): WeekPage[] {
  return [
    { kind: "ruled-photo", week, frame: { x: 29, y: 44, width: 152, height: 102 } },
    { kind: "ruled-words", week, days },
  ];
}
