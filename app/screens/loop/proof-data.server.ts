import { BOOK_FORMAT } from "~/domain/book-format/format";
import { type BookProgress, bookProgress, hasOlderBook, openPictures } from "~/domain/books/books.server";
import { findLoopType } from "~/domain/catalogue/catalogue";
import { readPrices } from "~/domain/catalogue/prices.server";
import { countWritten } from "~/domain/entries/sign-off.server";
import type { BookWarning, PhotoFoot } from "~/domain/layout/pages";
import { WEEKS } from "~/domain/loops/calendar";
import { signOffProblem } from "~/domain/loops/completion";
import type { Loop } from "~/domain/loops/loops.server";
import { bookWeeksOf } from "~/domain/loops/printed-weeks.server";
import { photoPlaces } from "~/domain/photos/photos.server";
import { bookOnItsWay } from "~/domain/printing/book-destinations.server";
import { londonDay } from "~/domain/time/days";
import { sayCharacters, sayCuts } from "./book-remarks";
import { asStops, pageOfWeek, spreadAt } from "./book-spreads";
import { describeUnfinished } from "./unfinished-data.server";
import { weekAddress } from "./week-address";

/** The view model of a loop's proof. */
export function describeProof(loop: Loop, now: Date) {
  const type = findLoopType(loop.theme, loop.type);
  const today = londonDay(now);
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
    weeksWritten: weeks.filter(({ entry }) => entry).length,
    printing: weeks.flatMap(({ week, printed }) => (printed ? [week] : [])),
    unfinished: describeUnfinished(loop),
    printsDrafts: loop.printsDrafts,
    empty: Array.from({ length: WEEKS }, (_, index) => index + 1).filter((week) => !held.has(week)),
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
    progress,
    remarks: remarksOf(loop.id, progress),
    doubles: (proof?.warnings ?? []).filter((warning) => warning.kind === "double_page"),
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
      copyPence: readPrices().bookCopyStandardPence,
      firstWeek: weeks.find(({ entry }) => entry)?.week ?? null,
      carrier: loop.carrier,
      trackingNumber: loop.trackingNumber,
    },
  };
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
  }
}

/**
 * The open spread of a finished proof, the spreads around it, and each remark with the page it is on; null without
 * pictures of the pages. Any page that the book does not have opens it at the front.
 */
export async function openProof(loop: Loop, view: ProofData, input: string | null) {
  const pages = view.proof ? await openPictures(loop.accountId, loop.id) : null;
  if (!pages) return null;
  const to = (page: number) => `/proof/${loop.id}?page=${page}#spread`;
  const spread = spreadAt(pages, Number(input ?? pageOfWeek(pages, view.printing[0] ?? 1)));
  const stops = asStops(pages);
  const firstPage = spread.pages[0]?.number ?? 1;
  const lastPage = spread.pages.at(-1)?.number ?? 1;
  const here = stops.findLastIndex(({ page }) => page <= lastPage);
  const from = Math.max(0, Math.min(here - 3, stops.length - SHOWN_STOPS));
  const remarks = view.remarks.map((remark) => ({
    ...remark,
    href: remark.week === null ? to(1) : to(pageOfWeek(pages, remark.week)),
  }));
  const thumbnails = new Map(view.weeks.map(({ week, thumbnail }) => [week, thumbnail]));
  return {
    pages: spread.pages.map((page) => ({
      ...page,
      pins: remarks.filter(({ week, at }) => {
        if (week === null || week !== page.week) return false;
        if (at === null) return page.isForWords;
        return page.hasPhotos && page.side === (at.side ?? "verso");
      }),
    })),
    place: spread.place,
    pageCount: pages.length,
    words: spread.words,
    previous: spread.previous && to(spread.previous),
    next: spread.next && to(spread.next),
    week: spread.pages.find(({ week }) => week !== null)?.week ?? null,
    page: firstPage,
    remarks,
    stops: stops.slice(from, from + SHOWN_STOPS).map(({ page, label }) => {
      const week = pages[page - 1]?.week ?? null;
      return {
        label,
        href: to(page),
        isHere: stops[here]?.page === page,
        isWeek: week !== null,
        thumbnail: week === null ? null : (thumbnails.get(week) ?? null),
        pins: remarks.filter((remark) => remark.week === week && week !== null).length,
      };
    }),
  };
}

/** As many as fit beside each other under the book. */
const SHOWN_STOPS = 8;

export type OpenProof = NonNullable<Awaited<ReturnType<typeof openProof>>>;
