import type { BookPictures } from "~/domain/books/page-reader.server";
import type { PageAbout } from "~/domain/typesetting/page-pictures";

/** The spreads of a book: its first page alone on the right, then pairs, its last alone on the left. */

export interface OpenPage {
  number: number;
  week: number | null;
  /** Whether photos of its week are on it. */
  hasPhotos: boolean;
  side: "verso" | "recto";
  /** Whether what is said of its week's words is said here: on its first page of words, else on its first. */
  isForWords: boolean;
  words: string;
}

export interface DrawnPage extends OpenPage {
  svg: string;
}

export interface OpenSpread {
  pages: OpenPage[];
  /** "Page 1", or "Pages 8 and 9". */
  place: string;
  /** The contents of the spread, in a sentence. */
  words: string;
  previous: number | null;
  next: number | null;
}

/** The spread with this page; an invalid page opens the book at the front. */
export function spreadAt(pages: readonly PageAbout[], input: number): OpenSpread {
  const page = Number.isSafeInteger(input) && input >= 1 && input <= pages.length ? input : 1;
  const left = page - (page % 2);
  const numbers = [left, left + 1].filter((number) => number >= 1 && number <= pages.length);
  const open = numbers.flatMap((number) => {
    const picture = pages[number - 1];
    if (!picture) return [];
    const { week, kind } = picture;
    const hasPhotos = kind === "week-photos";
    const side: OpenPage["side"] = number % 2 === 0 ? "verso" : "recto";
    const isForWords = week !== null && wordsPageOf(pages, week) === number;
    return [{ number, week, hasPhotos, side, isForWords, words: `Page ${number}: ${wordsFor(picture)}` }];
  });
  const last = left + 1;
  return {
    pages: open,
    place: `${open.length === 1 ? "Page" : "Pages"} ${numbers.join(" and ")}`,
    words: [...new Set(numbers.flatMap((number) => sentenceFor(pages[number - 1])))].join(" "),
    previous: left >= 2 ? Math.max(1, left - 1) : null,
    next: last < pages.length ? last + 1 : null,
  };
}

/** The pages of a spread with their drawings; null when the drawings are gone. */
export async function drawSpread(book: BookPictures, { pages }: OpenSpread): Promise<DrawnPage[] | null> {
  const listed = pages.flatMap(({ number }) => book.pages[number - 1] ?? []);
  const drawings = await book.draw(listed);
  return drawings && pages.map((page, index) => ({ ...page, svg: drawings[index] ?? "" }));
}

/** The first page of a printed week, else the front. */
export function pageOfWeek(pages: readonly PageAbout[], week: number): number {
  return Math.max(1, pages.findIndex((page) => page.week === week) + 1);
}

/** The first page of a week's words; where words and photos share pages, its first page. */
function wordsPageOf(pages: readonly PageAbout[], week: number): number {
  const words = pages.findIndex((page) => page.week === week && page.kind !== "week-photos");
  return words === -1 ? pageOfWeek(pages, week) : words + 1;
}

/** The places of the table of contents: the front, each season, each week, the end. */
export function asStops(pages: readonly PageAbout[]): { page: number; label: string }[] {
  const stops = [{ page: 1, label: "The front" }];
  let season = 0;
  for (const [index, { kind, week }] of pages.entries()) {
    const isFirst = week !== null && pages[index - 1]?.week !== week;
    if (kind === "season") {
      season += 1;
      stops.push({ page: index + 1, label: `Season ${season}` });
    } else if (isFirst) stops.push({ page: index + 1, label: `Week ${week}` });
    else if (kind === "numbers") stops.push({ page: index + 1, label: "The year in numbers" });
    else if (kind === "closing") stops.push({ page: index + 1, label: "The end" });
  }
  return stops;
}

const KINDS: Readonly<Record<string, string>> = {
  "half-title": "the title alone",
  blank: "empty",
  pattern: "the pattern of the cloth",
  title: "the title page",
  dedication: "the dedication",
  season: "a new season",
  "contact-sheet": "this season’s photos",
  numbers: "the year in numbers",
  "numbers-lists": "who and what you wrote about most",
  notes: "lines for notes",
  "finished-picture": "the finished picture",
  closing: "the last words",
  colophon: "how the book was made",
};

function wordsFor({ kind, week }: PageAbout): string {
  if (week === null) return KINDS[kind] ?? "a page of the book";
  return kind === "ruled-photo" || kind === "ruled-words"
    ? `week ${week}, to fill in by hand`
    : `week ${week}`;
}

function sentenceFor(page: PageAbout | undefined): string[] {
  if (!page || page.kind === "blank") return [];
  const words = wordsFor(page);
  return [`${words.charAt(0).toUpperCase()}${words.slice(1)}.`];
}
