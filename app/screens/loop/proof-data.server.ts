import { type BookProgress, bookProgress, openPictures } from "~/domain/book/books/books.server";
import { formatTimeLeft } from "~/domain/book/books/time-left";
import { formatBareSpine, measureCover } from "~/domain/book/layout/cover";
import type { BookWarning, Cut, PhotoFoot } from "~/domain/book/layout/pages";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { signOffProblem } from "~/domain/diary/loops/completion";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { bookWeeksOf } from "~/domain/diary/loops/printed-weeks.server";
import { photoPlaces } from "~/domain/diary/photos/photos.server";
import { currentWeek, WEEKS, weekDays } from "~/domain/diary/rules/calendar";
import { BINDING_OF_A_LOOP } from "~/domain/kernel/book-format/bindings";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { londonDay } from "~/domain/kernel/time/days";
import { yearsInFigures } from "~/domain/kernel/time/format-days";
import { bookOnItsWay } from "~/domain/operations/printing/book-destinations.server";
import { countWritten } from "~/domain/operations/printing/sign-off.server";
import { copyPrice, copyPriceNote } from "~/domain/shop/order-rules/price-words";
import { formatCharacters, formatCorner, formatCuts, formatPlainly, formatWarning, photoNameOf } from "./book-remarks";
import { pageOfWeek, type ShownPage } from "./book-spreads";
import { COVER, openBookAt } from "./open-book.server";
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
    filling: loop.filling,
    /** Pages that the book has more than its weeks need, because fewer cannot be bound; 0 until the proof is made. */
    filled: (proof?.warnings ?? []).find((warning) => warning.kind === "filled")?.pages ?? 0,
    fewestPages: BOOK_FORMAT.fewestPages,
    largePrint: loop.largePrint,
    printsNumbers: loop.printsNumbers,
    /** For each text size, once the proof is made. */
    pageCounts: loop.largePrint ? { regular: otherPages, large: pages } : { regular: pages, large: otherPages },

    mostPages: BOOK_FORMAT.mostPages,
    proof: proof && { fileId: proof.fileId, pages: proof.pageCount ?? 0, bytes: proof.bytes ?? 0 },
    isTooLong: (pages ?? 0) > BOOK_FORMAT.mostPages,
    bareSpine: pages === null ? null : formatBareSpine(pages),
    progress,
    isBeingMade: progress?.state === "waiting" || progress?.state === "rendering",
    timeLeft: progress && formatTimeLeft(progress, now),
    remarks: remarksOf(loop.id, progress),
    doublePagePhotos: (proof?.warnings ?? [])
      .filter((warning) => warning.kind === "double_page")
      .map(({ week, isPlaced, cuts = [], isOnFold = false }): Double => {
        return { week, isPlaced, costs: isPlaced ? "" : formatCosts(cuts, isOnFold), href: null };
      }),
    excluded: weeks
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
  /** "We’d crop 16 mm off the top", of one that is only offered; empty where it costs nothing. */
  costs: string;
  /** Its spread; null without pictures of the pages. */
  href: string | null;
}

function formatCosts(cuts: readonly Cut[], isOnFold: boolean): string {
  const crop = cuts.length > 0 ? `We’d crop ${formatCuts(cuts)}.` : "";
  return [crop, isOnFold ? "What must be seen would be on the fold." : ""].filter(Boolean).join(" ");
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
    .filter((warning) => warning.kind !== "double_page" && warning.kind !== "filled")
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
        sentence: formatWarning(warning, photo && photoNameOf(photo.place, photo.ofWeek)),
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
      return formatCuts(warning.cuts);
    case "covered_photo":
      return formatCorner(warning.corner);
    case "runs_over":
      return `${warning.pages} pages`;
    case "lost_characters":
      return formatCharacters(warning.characters);
    case "plain_characters":
      return formatPlainly(warning.words);
  }
}

/**
 * The open pages of a finished proof, or its cover, and each remark with the page it is on. Null without pictures of the
 * pages. Any page that the book does not have opens it at the front.
 */
export async function openProof(loop: Loop, view: ProofData, wanted: URLSearchParams) {
  const book = view.proof ? await openPictures(loop.accountId, loop.id) : null;
  if (!book) return null;
  const input = wanted.get("page");
  const page = Number(input ?? pageOfWeek(book.pages, view.printing[0] ?? 1));
  const open = await openBookAt(loop, book, {
    page: input === COVER.address ? COVER.page : page === COVER.page ? 1 : page,
    isEnlarged: wanted.get("size") === "large",
    hasCover: true,
    address: `/proof/${loop.id}?`,
    countPins: (week) => view.remarks.filter((remark) => remark.week === week).length,
  });
  if (!open) return null;
  const { to, pages, pageCount, ...turner } = open;
  const hrefOf = (week: number | null) => to(week === null ? 1 : pageOfWeek(book.pages, week));
  const remarks = view.remarks.map((remark) => ({ ...remark, href: hrefOf(remark.week) }));
  const pinned = pages.map((one) => ({ ...one, pins: pinsOf(one, remarks) }));
  return {
    turner,
    cover: open.asked === COVER.page ? coverOf(loop, pageCount) : null,
    pages: pinned,
    week: pinned.find(({ isAsked }) => isAsked)?.week ?? null,
    remarks,
    doublePagePhotos: view.doublePagePhotos.map((one) => ({ ...one, href: hrefOf(one.week) })),
  };
}

/** The remarks about a page: those about a photo where the photo is, others where the week's text begins. */
function pinsOf(page: ShownPage, remarks: readonly Remark[]): Remark[] {
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
    bareSpine: formatBareSpine(pageCount),
    hasSpineWords,
    motif,
  };
}

export type OpenProof = NonNullable<Awaited<ReturnType<typeof openProof>>>;
