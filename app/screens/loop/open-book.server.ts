import type { BookPictures } from "~/domain/book/books/page-reader.server";
import { withMediumPhotos } from "~/domain/book/typesetting/page-pictures";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { type BookWeek, bookWeeksOf } from "~/domain/diary/loops/printed-weeks.server";
import {
  asStops,
  drawPages,
  type LinkedPlace,
  type OpenPage,
  type PageWords,
  type Place,
  type ShownPage,
  spreadAt,
  type TurnerView,
} from "./book-spreads";

/** In place of a page's number, in the address and in the list of stops. */
export const COVER = { address: "cover", page: 0 } as const;

interface Wanted {
  /** A page of the book, or `COVER.page` where it has one. */
  page: number;
  isEnlarged: boolean;
  hasCover: boolean;
  /** The address of the screen, up to its parameters for a page. */
  address: string;
  /** How many things are to be checked in a week. */
  countPins?: (week: number) => number;
}

export interface OpenBook extends TurnerView {
  pages: ShownPage[];
  pageCount: number;
  to(page: number): string;
}

/** The pages of a finished book at a place, with the way to the others; null when its drawings are gone. */
export async function openBookAt(
  loop: Loop,
  book: BookPictures,
  { page, isEnlarged, hasCover, address, countPins = () => 0 }: Wanted,
): Promise<OpenBook | null> {
  const { pages } = book;
  const at = (to: number, isLarge: boolean) =>
    `${address}page=${to === COVER.page ? COVER.address : to}${isLarge ? "&size=large" : ""}#spread`;
  const to = (number: number) => at(number, isEnlarged && number !== COVER.page);
  const isClosed = hasCover && page === COVER.page;
  const spread = isClosed ? closed(pages.length) : spreadAt(pages, page);
  const shown = isEnlarged ? spread.pages.filter(({ isAsked }) => isAsked) : spread.pages;
  const drawn = await drawPages(book, shown);
  if (!drawn) return null;
  const weeks = new Map(bookWeeksOf(loop).map((week) => [week.week, week]));
  const first = hasCover ? COVER.page : null;
  const link = (place: Place): LinkedPlace => {
    const previous = place.previous ?? (isClosed ? null : first);
    const where = isClosed ? place.where : `${place.where} of ${pages.length}`;
    const next = place.next === null ? null : to(place.next);
    return { name: place.name, where, previous: previous === null ? null : to(previous), next };
  };
  const stops = [...(hasCover ? [{ page: COVER.page, label: "The cover" }] : []), ...asStops(pages)];
  const last = spread.pages.at(-1)?.number ?? COVER.page;
  const here = stops.findLastIndex((stop) => stop.page <= last);
  return {
    asked: spread.asked,
    isEnlarged,
    largePrint: loop.largePrint,
    bySpread: link(spread.bySpread),
    byPage: link(spread.byPage),
    otherSize: isClosed ? null : at(spread.asked, !isEnlarged),
    pages: drawn.map((one) => ({
      ...one,
      svg: isEnlarged ? one.svg : withMediumPhotos(one.svg),
      otherSize: at(one.number, !isEnlarged),
      text: textOf(one, loop, weeks),
    })),
    pageCount: pages.length,
    to,
    stops: stops.map((stop, index) => {
      const week = pages[stop.page - 1]?.week ?? null;
      const photo = week === null ? undefined : weeks.get(week)?.photos[0];
      return {
        label: stop.label,
        href: to(stop.page),
        isHere: index === here,
        isWeek: week !== null,
        thumbnail: photo ? `/photos/${photo.id}/thumb` : null,
        pins: week === null ? 0 : countPins(week),
      };
    }),
  };
}

function closed(pageCount: number) {
  const place: Place = { name: "The cover", where: `${pageCount} pages`, previous: null, next: 1 };
  return { asked: COVER.page, pages: [], bySpread: place, byPage: place };
}

/** The text of a week is on any of its pages, so that each has all of it. */
function textOf(
  { week, kind }: OpenPage,
  { dedication }: Loop,
  weeks: ReadonlyMap<number, BookWeek>,
): PageWords | null {
  if (kind === "dedication") return { heading: "Dedication", parts: wordsIn([["", dedication ?? ""]]) };
  const of = week === null ? undefined : weeks.get(week);
  if (!of) return null;
  const captions = of.photos.map(({ caption }): [string, string] => ["Caption", caption ?? ""]);
  const { printed } = of;
  const words: [string, string][] = printed
    ? [
        ["", printed.title],
        ["Highlight", printed.highlight],
        ["Grateful for", printed.gratitude],
        [printed.prompt, printed.content],
        ["Something I learned", printed.learned],
      ]
    : [];
  const parts = wordsIn([...words, ...captions]);
  return parts.length === 0 ? null : { heading: `Week ${week} in words`, parts };
}

function wordsIn(parts: readonly [label: string, text: string][]) {
  return parts.flatMap(([label, text]) => (text.trim() === "" ? [] : [{ label, text }]));
}
