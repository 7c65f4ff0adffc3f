import { BOOK_FORMAT } from "~/domain/book-format/format";
import { type BookProgress, bookProgress } from "~/domain/books/books.server";
import { findLoopType } from "~/domain/catalogue/catalogue";
import { countWritten } from "~/domain/entries/sign-off.server";
import type { BookWarning } from "~/domain/layout/pages";
import { WEEKS } from "~/domain/loops/calendar";
import { signOffProblem } from "~/domain/loops/completion";
import type { Loop } from "~/domain/loops/loops.server";
import { bookWeeksOf } from "~/domain/loops/printed-weeks.server";
import { photoPlaces } from "~/domain/photos/photos.server";
import { londonDay } from "~/domain/time/days";
import { photoNameOf, sayWarning } from "./book-remarks";
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
    /** For each size of type, once the pages are set. */
    pageCounts: loop.largePrint
      ? { regular: otherPages, large: pages }
      : { regular: pages, large: otherPages },
    mostPages: BOOK_FORMAT.mostPages,
    isTooLong: (pages ?? 0) > BOOK_FORMAT.mostPages,
    progress,
    remarks: remarksOf(loop.id, progress),
    keptOut: weeks
      .filter(({ state }) => state === "kept_out")
      .map(({ week, entry }) => ({
        week,
        note: entry?.moderationNotes ?? "",
        href: `${weekAddress(loop.id, week)}#week`,
      })),
    journey: {
      sentOn: loop.completedAt && londonDay(loop.completedAt),
      printingOn: loop.printingAt && londonDay(loop.printingAt),
      shippedOn: loop.shippedAt && londonDay(loop.shippedAt),
      deliveredOn: loop.deliveredAt && londonDay(loop.deliveredAt),
      carrier: loop.carrier,
      trackingNumber: loop.trackingNumber,
    },
  };
}

export type ProofData = ReturnType<typeof describeProof>;

export interface Remark {
  key: string;
  /** "Week 12", or another part of the book. */
  where: string;
  words: string;
  /** Where to correct it. */
  href: string | null;
  /** Its page in the book. */
  pageHref: string | null;
}

/** The warnings of a finished proof in page order. */
function remarksOf(loopId: string, progress: BookProgress | null): Remark[] {
  if (progress?.state !== "ready") return [];
  const photos = photoPlaces(loopId);
  const nameOf = (warning: BookWarning) => {
    const photo = "photoId" in warning ? photos.get(warning.photoId) : undefined;
    return photo && photoNameOf(photo.place, photo.ofWeek);
  };
  return [...progress.warnings]
    .sort((one, other) => (one.week ?? 0) - (other.week ?? 0))
    .map((warning, index) => ({
      key: `${warning.kind}-${warning.week}-${index}`,
      where: warning.week === null ? "The front pages" : `Week ${warning.week}`,
      words: sayWarning(warning, nameOf(warning)),
      href: warning.week === null ? null : `${weekAddress(loopId, warning.week)}#week`,
      pageHref: warning.week === null ? null : `/book/pages?loop=${loopId}&week=${warning.week}#spread`,
    }));
}
