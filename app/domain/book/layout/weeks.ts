import { pointOf, type StoredPoint } from "~/domain/diary/photos/point-of-interest";
import { type CountedYear, weekDays } from "~/domain/diary/rules/calendar";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { beginningOf } from "~/domain/kernel/text/segments";
import { formatDayRange } from "~/domain/kernel/time/format-days";
import type { TypeSizes } from "./book-theme";
import type { Box, Page, SpreadForm, WeekSpread, WeekWords } from "./pages";
import { arrangeAboveWords, arrangePhotos, type BookPhoto } from "./photo-pages";
import { isEmpty, type Paragraph, plainLine, prepareLine, prepareProse, quoted, textOf } from "./prepared-text";
import { asFormWeek, fitsLong, longBleed } from "./spread-forms";
import { arrangeForm } from "./spread-photos";
import type { TypeTable } from "./type-steps";

/** The pages of a week: its words, and its photos in the form that the year gave it. */

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

export interface StoredPhoto extends Partial<StoredPoint> {
  id: string;
  printWidth: number;
  printHeight: number;
  caption: string;
}

/** Turns a week's stored words and photos into an entry of the book. */
export function asBookEntry(
  year: CountedYear,
  { week, title, highlight, gratitude, prompt, content, learned }: WrittenWeek,
  photos: readonly StoredPhoto[],
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
    photos: photos.map(({ id, printWidth, printHeight, caption, ...stored }) => {
      const point = pointOf(stored);
      return { id, width: printWidth, height: printHeight, caption, ...(point && { point }) };
    }),
  };
}

/**
 * The column of words on a recto. 140 mm of 11 pt Besley are about 68 characters, the length that reads best; the inner
 * margin leaves room for the curve of the page into the spine.
 */
export const WORDS_COLUMN: Box = { x: 32, y: 20, width: 140, height: 236 };

type WeekPage = Page extends infer Kind ? (Kind extends Page ? Omit<Kind, "side"> : never) : never;

/** The pages of a written week in its form: two, or four where its photo has a spread of its own. */
export function layWeek(
  entry: BookEntry,
  words: WeekWords,
  form: SpreadForm,
  { sizes, type }: { sizes: TypeSizes; type: TypeTable },
): [week: WeekPageOf<"week">, ...after: WeekPageOf<"week-continued">[]] {
  const { week, photos } = entry;
  const [first, ...rest] = photos;
  const asForm = asFormWeek(week, photos, words);
  const isLineOver = fitsLong(asForm, type) === "over-photos";
  const long = { bleed: longBleed(asForm, isLineOver), isLineOver };
  const spread: WeekSpread = {
    form,
    words,
    ...arrangeForm(form, photos, week, sizes, long),
    corner: first?.look?.corner ?? "bottom-right",
    isLineOverPhotos: isLineOver,
    photos: arrangePhotos(photos, week, sizes),
    long: {
      besideAnswer: arrangeAboveWords(photos, week, sizes, VERSO_COLUMN),
      first: arrangePhotos(first === undefined ? [] : [first], week, sizes),
      after: rest.length > 0 ? arrangePhotos(rest, week, sizes) : null,
    },
  };
  const after = Array.from({ length: form === "double-words" ? 3 : 1 }, () => {
    return { kind: "week-continued", week } as const;
  });
  return [{ kind: "week", week, spread }, ...after];
}

const VERSO_COLUMN = { ...WORDS_COLUMN, x: BOOK_FORMAT.trimWidth - WORDS_COLUMN.x - WORDS_COLUMN.width };

type WeekPageOf<Kind extends Page["kind"]> = Extract<WeekPage, { kind: Kind }>;

/** The words of an entry, ready for typesetting. */
export function wordsOf(entry: BookEntry, season: string): WeekWords {
  const title = present(prepareLine(entry.title));
  const highlight = present(prepareLine(entry.highlight));
  const name = plainLine(entry.title) || plainLine(entry.highlight);
  const answer = prepareProse(entry.answer);
  return {
    week: entry.week,
    season,
    isRightToLeft: isMostlyRightToLeft([...answer, ...(highlight === null ? [] : [highlight])]),
    days: formatDayRange(entry.from, entry.to, { withYear: true }),
    outline: name === "" ? `Week ${entry.week}` : `Week ${entry.week}: ${shortened(name)}`,
    title,
    highlight: highlight === null ? null : quoted(highlight),
    gratitude: prepareProse(entry.gratitude),
    prompt: present(prepareLine(entry.prompt)),
    answer,
    learned: prepareProse(entry.learned),
  };
}

function isMostlyRightToLeft(paragraphs: readonly Paragraph[]): boolean {
  const letters = (direction: Paragraph["direction"]) =>
    paragraphs
      .filter((paragraph) => paragraph.direction === direction)
      .reduce((sum, paragraph) => sum + textOf(paragraph).length, 0);
  return letters("rtl") > letters("ltr");
}

/** For the outline of the document, whose panel is narrow. */
const LONGEST_OUTLINE = 80;

function shortened(name: string): string {
  return name.length <= LONGEST_OUTLINE ? name : `${beginningOf(name, LONGEST_OUTLINE).replace(/\s+\S*$/, "")}…`;
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
