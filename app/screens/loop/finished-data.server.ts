import { findLoopType } from "~/domain/catalogue/catalogue";
import { picturePath } from "~/domain/catalogue/picture-path";
import { describeStitching } from "~/domain/catalogue/picture-words";
import { expectedDayOf } from "~/domain/entries/sign-off.server";
import { currentWeek, WEEKS, weekDays } from "~/domain/loops/calendar";
import { countWords } from "~/domain/loops/forms";
import type { LoopSummary } from "~/domain/loops/loops.server";
import { type BookWeek, bookWeeksOf } from "~/domain/loops/printed-weeks.server";
import { isYearOver } from "~/domain/loops/rescheduling";
import { bookOnItsWay } from "~/domain/printing/book-destinations.server";
import { addDays, londonDay, seasonOf } from "~/domain/time/days";
import { formatDay, formatDayAndMonth } from "~/domain/time/format-days";
import { roadOf } from "./print-road";
import { entryAddress, weekAddress } from "./week-address";

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
  const weeks = bookWeeksOf(loop);
  const byWeek = new Map(weeks.map((one) => [one.week, one]));
  const entries = weeks.flatMap(({ entry }) => entry ?? []);
  const completed = new Set(entries.map(({ week }) => week));
  const lastStitch = entries.reduce((last, { createdAt }) => Math.max(last, createdAt.getTime()), 0);
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
  const arrives = isSent ? (journey?.expectedDay ?? null) : expectedDayOf(loop, today);
  return {
    loop: {
      id: loop.id,
      title: loop.title ?? "",
      theme,
      occasion: loop.occasion ?? (theme === "classic" ? "Classic" : (type?.displayName ?? "")),
      status: loop.status,
      entriesCount: completed.size,
      arrives: arrives && formatDay(arrives),
      deliveredOn: loop.deliveredAt && formatDay(londonDay(loop.deliveredAt)),
    },
    picture: {
      src: picturePath(theme, completed),
      alt: describeStitching(theme, completed),
    },
    counted: {
      photos: weeks.reduce((sum, { entry, photos }) => sum + (entry ? photos.length : 0), 0),
      words: entries.reduce((sum, entry) => sum + countWords(wordsIn(entry)), 0),
      lastStitch: lastStitch > 0 ? formatDayAndMonth(londonDay(new Date(lastStitch))) : null,
    },
    road: roadOf({
      writtenOn: lastStitch > 0 ? formatDay(londonDay(new Date(lastStitch))) : "",
      ...loop,
      arrives: arrives && formatDay(arrives),
    }),
    held: inState("held"),
    half: inState("half"),
    empty: inState("empty"),
    changed: isSent ? [] : weeks.filter(({ state }) => state === "changed").map(({ week }) => patch(week)),
    firstWeek: entries[0] ? entryAddress(loop.id, Math.min(...completed)) : null,
    hasLastWeek: completed.has(WEEKS),
    quarters,
  };
}

export type FinishedData = ReturnType<typeof describeFinished>;

/** "22 Nov", for a season's name in the place of two weeks. */
function inShort(day: string): string {
  return formatDayAndMonth(day).replace(/[A-Za-z]+$/, (month) => month.slice(0, 3));
}

/** All a person wrote in a week, to be counted. */
function wordsIn({ title, highlight, gratitude, content, learned }: NonNullable<BookWeek["entry"]>): string {
  return [title, highlight, gratitude, content, learned].join(" ");
}

function describePatch(
  loopId: string,
  week: number,
  written: BookWeek | undefined,
  isSent: boolean,
  seesPhotos: boolean,
) {
  const photoId = seesPhotos ? written?.photos[0]?.id : undefined;
  const thumbnail = photoId ? `/photos/${photoId}/thumb` : null;
  const state = stateOf(written, isSent);
  const read = state === "written" || (isSent && written?.entry);
  const form = `${weekAddress(loopId, week)}#week`;
  const href = read ? entryAddress(loopId, week) : isSent ? null : form;
  return { week, state, href, form, thumbnail };
}

function stateOf(written: BookWeek | undefined, isSent: boolean): PatchState {
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
