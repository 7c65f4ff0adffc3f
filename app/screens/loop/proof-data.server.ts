import { BINDING_OF_A_LOOP } from "~/domain/book-format/bindings";
import { BOOK_FORMAT } from "~/domain/book-format/format";
import { type BookProgress, bookProgress, hasOlderBook, openPictures } from "~/domain/books/books.server";
import { findLoopType } from "~/domain/catalogue/catalogue";
import { readPrices } from "~/domain/catalogue/prices.server";
import { countWritten } from "~/domain/entries/sign-off.server";
import { measureCover, sayBareSpine } from "~/domain/layout/cover";
import type { BookWarning, PhotoFoot } from "~/domain/layout/pages";
import { currentWeek, WEEKS, weekDays } from "~/domain/loops/calendar";
import { signOffProblem } from "~/domain/loops/completion";
import type { Loop } from "~/domain/loops/loops.server";
import { bookWeeksOf } from "~/domain/loops/printed-weeks.server";
import { copyPrice, copyPriceNote } from "~/domain/orders/price-words";
import { photoPlaces } from "~/domain/photos/photos.server";
import { bookOnItsWay } from "~/domain/printing/book-destinations.server";
import { londonDay } from "~/domain/time/days";
import { yearsInFigures } from "~/domain/time/format-days";
import { photoNameOf, sayCharacters, sayCuts, sayPlainly, sayWarning } from "./book-remarks";
import { asStops, drawSpread, type OpenSpread, pageOfWeek, spreadAt } from "./book-spreads";
import { describeUnfinished } from "./unfinished-data.server";
import { weekAddress } from "./week-address";

/** The view model of a loop's proof. */
export function describeProof(loop: Loop, now: Date) {
  const type = findLoopType(loop.theme, loop.type);
  const today = londonDay(now);
  const prices = readPrices();
  const weeks = bookWeeksOf(loop);
  const held = new Set(weeks.map(({ week }) => week));
  const progress = bookProgress(loop.accountId, loop.id);
  const proof = progress?.state === "ready" ? progress : null;
  const pages = proof?.pageCount ?? null;
  const otherPages = proof?.otherPageCount ?? null;
  return {
    id: loop.id,
    name: loop.title ?? type?.displayName ?? "Your loop",
    theme: type?.themeId ?? ("classic" as const),
    status: loop.status,
    weeksWritten: weeks.filter(({ entry, state }) => entry && state !== "unfinished").length,
    printing: weeks.flatMap(({ week, printed }) => (printed ? [week] : [])),
    unfinished: describeUnfinished(loop),
    printsDrafts: loop.printsDrafts,
    empty: Array.from({ length: WEEKS }, (_, index) => index + 1).filter((week) => !held.has(week)),
    /** The last week that can be written so far. */
    openUntil: currentWeek(loop, today),
    problem: signOffProblem(loop, countWritten(weeks), today),
    dedication: loop.dedication ?? "",
    ruledEmptyWeeks: loop.ruledEmptyWeeks,
    largePrint: loop.largePrint,
    printsNumbers: loop.printsNumbers,
    /** For each text size, once the proof is made. */
    pageCounts: loop.largePrint
      ? { regular: otherPages, large: pages }
      : { regular: pages, large: otherPages },

    mostPages: BOOK_FORMAT.mostPages,
    proof: proof && { fileId: proof.fileId, pages: proof.pageCount ?? 0, bytes: proof.bytes ?? 0 },
    isOlder: progress === null && hasOlderBook(loop.accountId, loop.id),
    weeks: weeks.map(({ week, photos }) => ({
      week,
      thumbnail: photos[0] ? `/photos/${photos[0].id}/thumb` : null,
    })),
    isTooLong: (pages ?? 0) > BOOK_FORMAT.mostPages,
    bareSpine: pages === null ? null : sayBareSpine(pages),
    progress,
    remarks: remarksOf(loop.id, progress),
    doubles: (proof?.warnings ?? [])
      .filter((warning) => warning.kind === "double_page")
      .map(({ week, isPlaced }): Double => ({ week, isPlaced, href: null })),
    keptOut: weeks
      .filter(({ state }) => state === "kept_out")
      .map(({ week, entry }) => ({
        week,
        note: entry?.moderationNotes ?? "",
        href: `${weekAddress(loop.id, week)}#week`,
      })),
    journey: loop.status !== "ACTIVE" && {
      ...arrivalOf(loop),
      sentOn: loop.completedAt && londonDay(loop.completedAt),
      printingOn: loop.printingAt && londonDay(loop.printingAt),
      shippedOn: loop.shippedAt && londonDay(loop.shippedAt),
      deliveredOn: loop.deliveredAt && londonDay(loop.deliveredAt),
      copyPrice: `${copyPrice(prices, BINDING_OF_A_LOOP)} each. ${copyPriceNote(prices)}`,
      firstWeek: weeks.find(({ entry }) => entry)?.week ?? null,
      carrier: loop.carrier,
      trackingNumber: loop.trackingNumber,
    },
  };
}

/** A photo over two pages, or one that could be. */
interface Double {
  week: number;
  isPlaced: boolean;
  /** Its spread; null without pictures of the pages. */
  href: string | null;
}

/** Where a book that was sent to print goes, and when it should be there. */
function arrivalOf({ accountId, id }: Loop) {
  const book = bookOnItsWay(accountId, id);
  const address = book?.address;
  const place = address && [...address.lines, `${address.city} ${address.postcode}`].join(", ");
  return { expectedOn: book?.expectedDay ?? null, isReprinting: book?.isReprinting ?? false, place };
}

export type ProofData = ReturnType<typeof describeProof>;

/** A thing to check in a finished proof; numbered through the book. */
export interface Remark {
  number: number;
  kind: BookWarning["kind"];
  week: number | null;
  /** "Week 32, photo 1", or another part of the book. */
  where: string;
  /** "12 mm off the bottom", "2 pages", or the characters. */
  detail: string;
  /** What it is, beside the pages that it is on. */
  sentence: string;
  at: PhotoFoot | null;
  /** The spread it is on; without pictures of the pages, where to change it. */
  href: string | null;
}

/** The things to check in a finished proof, in the order of its pages. */
function remarksOf(loopId: string, progress: BookProgress | null): Remark[] {
  if (progress?.state !== "ready") return [];
  const photos = photoPlaces(loopId);
  return progress.warnings
    .filter((warning) => warning.kind !== "double_page")
    .sort((one, other) => (one.week ?? 0) - (other.week ?? 0))
    .map((warning, index) => {
      const photo = "photoId" in warning ? photos.get(warning.photoId) : undefined;
      const which = photo && photo.ofWeek > 1 ? `, photo ${photo.place}` : "";
      return {
        number: index + 1,
        kind: warning.kind,
        week: warning.week,
        where: warning.week === null ? "The front pages" : `Week ${warning.week}${which}`,
        detail: detailOf(warning),
        sentence: sayWarning(warning, photo && photoNameOf(photo.place, photo.ofWeek)),
        at: "photoId" in warning ? (warning.at ?? null) : null,
        href: warning.week === null ? null : `${weekAddress(loopId, warning.week)}#week`,
      };
    });
}

function detailOf(warning: BookWarning): string {
  switch (warning.kind) {
    case "soft_photo":
      return "";
    case "cut_photo":
      return sayCuts(warning.cuts);
    case "runs_over":
      return `${warning.pages} pages`;
    case "lost_characters":
      return sayCharacters(warning.characters);
    case "plain_characters":
      return sayPlainly(warning.words);
  }
}

/** In place of a page's number, in the address and in the list of stops. */
const COVER = { address: "cover", page: 0 } as const;

const CLOSED: OpenSpread = { pages: [], place: "", words: "The cover", previous: null, next: 1 };

/**
 * The open spread of a finished proof, or its cover; the stops around it, and each remark with the page it is on. Null
 * without pictures of the pages. Any page that the book does not have opens it at the front.
 */
export async function openProof(loop: Loop, view: ProofData, input: string | null) {
  const book = view.proof ? await openPictures(loop.accountId, loop.id) : null;
  if (!book) return null;
  const { pages } = book;
  const to = (page: number) => `/proof/${loop.id}?page=${page === COVER.page ? COVER.address : page}#spread`;
  const isClosed = input === COVER.address;
  const spread = isClosed
    ? CLOSED
    : spreadAt(pages, Number(input ?? pageOfWeek(pages, view.printing[0] ?? 1)));
  const drawn = isClosed ? [] : await drawSpread(book, spread);
  if (!drawn) return null;
  const firstPage = drawn[0]?.number ?? COVER.page;
  const lastPage = drawn.at(-1)?.number ?? COVER.page;
  const remarks = view.remarks.map((remark) => ({
    ...remark,
    href: remark.week === null ? to(1) : to(pageOfWeek(pages, remark.week)),
  }));
  const open = drawn.map((page) => ({ ...page, pins: pinsOf(page, remarks) }));
  return {
    cover: isClosed ? coverOf(loop, pages.length) : null,
    pages: open,
    notes: open.flatMap(({ pins }) => pins).sort((one, other) => one.number - other.number),
    place: spread.place,
    pageCount: pages.length,
    words: spread.words,
    previous: spread.previous ? to(spread.previous) : isClosed ? null : to(COVER.page),
    next: spread.next && to(spread.next),
    week: open.find(({ week }) => week !== null)?.week ?? null,
    page: firstPage,
    remarks,
    doubles: view.doubles.map((one) => ({ ...one, href: to(pageOfWeek(pages, one.week)) })),
    stops: stopsAround(lastPage, asStops(pages)).map(({ page, label, isHere }) => {
      const week = pages[page - 1]?.week ?? null;
      return {
        label,
        href: to(page),
        isHere,
        isWeek: week !== null,
        thumbnail: week === null ? null : (thumbnailOf(view, week) ?? null),
        pins: remarks.filter((remark) => remark.week === week && week !== null).length,
      };
    }),
  };
}

/** The remarks about a page: those about a photo where the photo is, others where the week's words begin. */
function pinsOf(page: OpenSpread["pages"][number], remarks: readonly Remark[]): Remark[] {
  return remarks.filter(({ week, at }) => {
    if (week === null || week !== page.week) return false;
    return at === null ? page.isForWords : page.hasPhotos && page.side === (at.side ?? "verso");
  });
}

/** As the cover says it, with the millimetres of its spine. */
function coverOf(loop: Loop, pageCount: number) {
  // A proof of fewer pages than can be bound is filled up to print.
  const { spineWidth, hasSpineWords } = measureCover(Math.max(BOOK_FORMAT.fewestPages, pageCount));
  const motif = findLoopType(loop.theme, loop.type)?.image ?? null;
  return {
    years: yearsInFigures(loop.startDay, weekDays(loop, WEEKS).to),
    spine: Math.round(spineWidth),
    bareSpine: sayBareSpine(pageCount),
    hasSpineWords,
    motif,
  };
}

const thumbnailOf = (view: ProofData, week: number) => view.weeks.find((one) => one.week === week)?.thumbnail;

/** As many as fit beside each other under the book. */
const SHOWN_STOPS = 8;

function stopsAround(lastPage: number, inside: ReturnType<typeof asStops>) {
  const stops = [{ page: COVER.page, label: "The cover" }, ...inside];
  const here = stops.findLastIndex(({ page }) => page <= lastPage);
  const from = Math.max(0, Math.min(here - 3, stops.length - SHOWN_STOPS));
  return stops.map((stop, index) => ({ ...stop, isHere: index === here })).slice(from, from + SHOWN_STOPS);
}

export type OpenProof = NonNullable<Awaited<ReturnType<typeof openProof>>>;
