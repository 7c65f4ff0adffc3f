import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { picturePath } from "~/domain/diary/catalogue/picture-path";
import { describeStitching } from "~/domain/diary/catalogue/picture-words";
import { bookDayOf, formatBookDay } from "~/domain/diary/loops/book-days";
import type { LoopStatus } from "~/domain/diary/loops/completion";
import type { LoopSummary } from "~/domain/diary/loops/loops.server";
import { type WeekStanding, weekStandingsOf } from "~/domain/diary/loops/printed-weeks.server";
import { isYearOver } from "~/domain/diary/loops/rescheduling";
import { wordsOfYear } from "~/domain/diary/loops/word-counts.server";
import { currentWeek, WEEKS, weekDays } from "~/domain/diary/rules/calendar";
import { capitalise } from "~/domain/kernel/text/numbers";
import { addDays, londonDay, seasonOf } from "~/domain/kernel/time/days";
import { formatDay, formatDayAndMonth } from "~/domain/kernel/time/format-days";
import { bookOnItsWay } from "~/domain/operations/printing/book-destinations.server";
import { entryAddress, weekAddress } from "./week-address";
import { formatTitle } from "./year.server";

const QUARTER = WEEKS / 4;

/**
 * Whether a loop shows its finished year instead of a week to write: it has gone to print, or something is written and
 * every week is, the last week is, or the year is over.
 */
export function isWritten(loop: LoopSummary, written: readonly { week: number }[], today: string): boolean {
  if (loop.status !== "ACTIVE") return true;
  if (written.length === 0) return false;
  if (written.length >= WEEKS || isYearOver(loop, today)) return true;
  return currentWeek(loop, today) === WEEKS && written.at(-1)?.week === WEEKS;
}

export type PatchState = "written" | "held" | "half" | "empty" | "left_out";

/** The view model of a finished year. `seesPhotos` is false during an impersonation. */
export function describeFinished(loop: LoopSummary, now: Date, seesPhotos: boolean) {
  const type = findLoopType(loop.theme, loop.type);
  const theme = type?.themeId ?? "classic";
  const today = londonDay(now);
  const isSent = loop.status !== "ACTIVE";
  const weeks = weekStandingsOf(loop);
  const byWeek = new Map(weeks.map((one) => [one.week, one]));
  const finished = weeks.filter(({ finishedAt }) => finishedAt);
  const completed = new Set(finished.map(({ week }) => week));
  const lastStitch = finished.reduce((last, { finishedAt }) => Math.max(last, finishedAt?.getTime() ?? 0), 0);
  const patch = (week: number) => describePatch(loop.id, week, byWeek.get(week), isSent, seesPhotos);
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const first = quarter * QUARTER + 1;
    const { from } = weekDays(loop, first);
    return {
      title: seasonOf(addDays(from, 45)),
      dates: `${inShort(from)} to ${inShort(weekDays(loop, first + QUARTER - 1).to)}`,
      weeks: Array.from({ length: QUARTER }, (_, index) => patch(first + index)),
    };
  });
  const patches = quarters.flatMap((quarter) => quarter.weeks);
  const inState = (state: PatchState) => patches.filter((one) => one.state === state);
  const journey = isSent ? bookOnItsWay(loop.accountId, loop.id) : null;
  const arrives = isSent ? (journey?.expectedDay ?? null) : bookDayOf(loop, today);
  return {
    loop: {
      id: loop.id,
      title: loop.title ?? type?.displayName ?? "Your year",
      titleAction: formatTitle(loop),
      theme,
      occasion: loop.occasion ?? type?.displayName ?? (theme === "classic" ? "Classic" : ""),
      status: loop.status,
      printsDrafts: loop.printsDrafts,
      entriesCount: completed.size,
      arrives: arrives && formatBookDay(arrives),
      deliveredOn: loop.deliveredAt && formatDay(londonDay(loop.deliveredAt)),
    },
    picture: {
      src: picturePath(theme, completed),
      alt: describeStitching(theme, completed),
    },
    /** Without the weeks on hold, which aren't in the book. */
    inBook: {
      weeks: inState("written").length,
      photos: countPhotos(finished.filter(({ state }) => state !== "kept_out")),
    },
    counted: {
      photos: countPhotos(finished),
      words: wordsOfYear(loop.id),
      lastStitch: lastStitch > 0 ? formatDayAndMonth(londonDay(new Date(lastStitch))) : null,
    },
    progressSteps: progressStepsOf({
      writtenOn: lastStitch > 0 ? formatDay(londonDay(new Date(lastStitch))) : "",
      ...loop,
      arrives: arrives && formatBookDay(arrives),
    }),
    held: inState("held"),
    half: inState("half"),
    empty: inState("empty"),
    changed: isSent ? [] : weeks.filter(({ state }) => state === "changed").map(({ week }) => patch(week)),
    firstWeek: finished[0] ? entryAddress(loop.id, Math.min(...completed)) : null,
    hasLastWeek: completed.has(WEEKS),
    quarters,
  };
}

export type FinishedData = ReturnType<typeof describeFinished>;

const countPhotos = (weeks: readonly WeekStanding[]) => weeks.reduce((sum, { photos }) => sum + photos.length, 0);

/** "22 Nov", for a season's name in the place of two weeks. */
function inShort(day: string): string {
  return formatDayAndMonth(day).replace(/[A-Za-z]+$/, (month) => month.slice(0, 3));
}

function describePatch(
  loopId: string,
  week: number,
  written: WeekStanding | undefined,
  isSent: boolean,
  seesPhotos: boolean,
) {
  const photoId = seesPhotos ? written?.photos[0] : undefined;
  const thumbnail = photoId ? `/photos/${photoId}/thumb` : null;
  const state = stateOf(written, isSent);
  const read = state === "written" || (isSent && written?.finishedAt);
  const form = `${weekAddress(loopId, week)}#week`;
  const href = read ? entryAddress(loopId, week) : isSent ? null : form;
  return { week, state, href, form, thumbnail };
}

function stateOf(written: WeekStanding | undefined, isSent: boolean): PatchState {
  switch (written?.state) {
    case "printing":
    case "changed":
      return "written";
    case "kept_out":
      return isSent ? "left_out" : "held";
    case "unfinished":
      return isSent ? "left_out" : "half";
    default:
      return isSent ? "left_out" : "empty";
  }
}

interface ProgressData
  extends Pick<LoopSummary, "status" | "completedAt" | "printingAt" | "shippedAt" | "deliveredAt" | "carrier"> {
  /** The day of the newest week, as people read it. */
  readonly writtenOn: string;
  /** "by 9 December 2027"; null where no day was promised. */
  readonly arrives: string | null;
}

const ORDER: readonly LoopStatus[] = ["ACTIVE", "COMPLETED", "PRINTING", "SHIPPED", "DELIVERED"];

type StepState = "done" | "now" | "next";

/** The four steps from a written year to a book at its owner’s door. */
function progressStepsOf(data: ProgressData): { title: string; text: string; state: StepState }[] {
  const { status, carrier, arrives } = data;
  const reached = ORDER.indexOf(status);
  const dayOf = (instant: Date | null) => (instant ? formatDay(londonDay(instant)) : "");

  // A step is done once the loop has passed it; the first one that is not is under way.
  const at = (done: number): StepState => (reached >= done ? "done" : reached === done - 1 ? "now" : "next");
  return [
    { title: "Written", text: data.writtenOn, state: "done" },
    {
      title: "Checked by you",
      text: reached >= 1 ? dayOf(data.completedAt) : "Next: look through the proof",
      state: at(1),
    },
    {
      title: "Printed and bound",
      text:
        reached >= 3
          ? `Posted ${dayOf(data.shippedAt)}${carrier ? ` with ${carrier}` : ""}`
          : reached === 2
            ? `Started ${dayOf(data.printingAt)}`
            : reached === 1
              ? "We’re checking the print files"
              : "Once you’ve sent it",
      state: reached === 1 ? "now" : at(3),
    },
    {
      title: "At your door",
      text: reached >= 4 ? dayOf(data.deliveredAt) : arrives ? capitalise(arrives) : "",
      state: at(4),
    },
  ];
}
