import type { BookPictures } from "~/domain/book/books/page-reader.server";
import type { PageAbout } from "~/domain/book/typesetting/page-pictures";
import { capitalise } from "~/domain/kernel/text/numbers";

/**
 * The pages of a book as they are turned: two by two as they lie open, the first alone on the right and the last alone
 * on the left; on a narrow screen, and enlarged, one by one.
 */

export interface OpenPage {
  number: number;
  week: number | null;
  kind: string;
  /** Whether photos of its week are on it. */
  hasPhotos: boolean;
  side: "verso" | "recto";
  /** Whether the remarks about its week's text are shown here: on its first page of text, else on its first. */
  isForWords: boolean;
  /** The one of the spread that was asked for, which a narrow screen shows alone. */
  isAsked: boolean;
  words: string;
}

export interface DrawnPage extends OpenPage {
  svg: string;
}

/** Where a reader is, and the pages before and after. */
export interface Place {
  /** "Week 7", or what these pages are. */
  name: string;
  /** "Page 1", or "Pages 8 and 9". */
  where: string;
  previous: number | null;
  next: number | null;
}

/** A page's own text beside its picture: what is small on a phone can be read there. */
export interface PageWords {
  heading: string;
  /** In the order in which they print. */
  parts: { label: string; text: string }[];
}

/** A drawn page with its URL in the other size, and its text. */
export type ShownPage = DrawnPage & { otherSize: string; text: PageWords | null };

/** A stop of the strip of pages: a week, a season, the front. */
export interface Stop {
  label: string;
  href: string;
  isHere: boolean;
  isWeek: boolean;
  /** The address of a small photo of the week. */
  thumbnail: string | null;
  /** How many things are to be checked there. */
  pins: number;
}

export interface TurnerView {
  /** 0 is the cover. */
  asked: number;
  isEnlarged: boolean;
  /** Its pages take less room enlarged, because nothing in it is small. */
  largePrint: boolean;
  bySpread: LinkedPlace;
  byPage: LinkedPlace;
  /** The same page enlarged, or as wide as the screen again; null where nothing is to be enlarged. */
  otherSize: string | null;
  stops: readonly Stop[];
}

/** A place with the addresses of the pages before and after. */
export interface LinkedPlace extends Pick<Place, "name" | "where"> {
  previous: string | null;
  next: string | null;
}

export interface OpenSpread {
  asked: number;
  pages: OpenPage[];
  bySpread: Place;
  byPage: Place;
}

/** The spread with this page; an invalid page opens the book at the front. */
export function spreadAt(pages: readonly PageAbout[], input: number): OpenSpread {
  const asked = Number.isSafeInteger(input) && input >= 1 && input <= pages.length ? input : 1;
  const left = asked - (asked % 2);
  const numbers = [left, left + 1].filter((number) => number >= 1 && number <= pages.length);
  const open = numbers.flatMap((number) => {
    const picture = pages[number - 1];
    if (!picture) return [];
    const { week, kind } = picture;
    const hasPhotos = kind === "week-photos";
    const side: OpenPage["side"] = number % 2 === 0 ? "verso" : "recto";
    const isForWords = week !== null && wordsPageOf(pages, week) === number;
    const isAsked = number === asked;
    const words = `Page ${number}: ${wordsFor(picture)}`;
    return [{ number, week, kind, hasPhotos, side, isForWords, isAsked, words }];
  });
  const last = left + 1;
  return {
    asked,
    pages: open,
    bySpread: {
      name: nameOf(numbers.flatMap((number) => pages[number - 1] ?? [])),
      where: `${open.length === 1 ? "Page" : "Pages"} ${numbers.join(" and ")}`,
      previous: left >= 2 ? Math.max(1, left - 1) : null,
      next: last < pages.length ? last + 1 : null,
    },
    byPage: {
      name: nameOf(pages.slice(asked - 1, asked)),
      where: `Page ${asked}`,
      previous: asked > 1 ? asked - 1 : null,
      next: asked < pages.length ? asked + 1 : null,
    },
  };
}

/** These pages with their drawings; null when the drawings are gone. */
export async function drawPages(book: BookPictures, pages: readonly OpenPage[]): Promise<DrawnPage[] | null> {
  const listed = pages.flatMap(({ number }) => book.pages[number - 1] ?? []);
  const drawings = await book.draw(listed);
  return drawings && pages.map((page, index) => ({ ...page, svg: drawings[index] ?? "" }));
}

/** The first page of a printed week, else the front. */
export function pageOfWeek(pages: readonly PageAbout[], week: number): number {
  return Math.max(1, pages.findIndex((page) => page.week === week) + 1);
}

/** The first page of a week's text; where text and photos share pages, its first page. */
function wordsPageOf(pages: readonly PageAbout[], week: number): number {
  const words = pages.findIndex((page) => page.week === week && page.kind !== "week-photos");
  return words === -1 ? pageOfWeek(pages, week) : words + 1;
}

/** The places of the table of contents: the front, each season, each week, the extra pages, the end. */
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
    else if (isExtra(kind) && !isExtra(pages[index - 1]?.kind)) {
      stops.push({ page: index + 1, label: "Extra pages" });
    } else if (kind === "closing") stops.push({ page: index + 1, label: "The end" });
  }
  return stops;
}

/** A page that a thin book has only because fewer can't be bound. */
function isExtra(kind: string | undefined): boolean {
  return kind === "photograph-again" || kind === "notes";
}

const KINDS: Readonly<Record<string, string>> = {
  "half-title": "the title",
  blank: "empty",
  pattern: "the pattern of the cloth",
  title: "the title page",
  dedication: "the dedication",
  contents: "the list of the seasons",
  season: "a new season",
  "season-weeks": "this season’s weeks",
  numbers: "the year in numbers",
  "numbers-lists": "who and what you wrote about most",
  "photograph-again": "your photos again",
  notes: "lines for notes",
  "finished-picture": "the finished picture",
  closing: "the last words",
  colophon: "how the book was made",
};

function wordsFor({ kind, week }: PageAbout): string {
  if (week === null) return KINDS[kind] ?? "a page of the book";
  return kind === "ruled-photo" || kind === "ruled-words" ? `week ${week}, to fill in by hand` : `week ${week}`;
}

/** "Week 7", or what each page is: "The pattern of the cloth, the title page". */
function nameOf(pages: readonly PageAbout[]): string {
  const week = pages.find((page) => page.week !== null)?.week;
  if (week) return `Week ${week}`;
  const told = [...new Set(pages.map(wordsFor))].filter((words) => words !== KINDS.blank || pages.length === 1);
  return capitalise(told.join(", "));
}
