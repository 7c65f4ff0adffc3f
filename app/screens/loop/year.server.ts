import { checkWeek } from "~/domain/books/preflight.server";
import { findLoopType } from "~/domain/catalogue/catalogue";
import type { LoopType } from "~/domain/catalogue/loop-type";
import { describeStitching, nextStitch } from "~/domain/catalogue/picture-words";
import type { Writing } from "~/domain/entries/entries.server";
import { takesDirectUploads } from "~/domain/entries/uploads.server";
import { currentWeek, WEEKS, weekDays, weekStates } from "~/domain/loops/calendar";
import { countWords } from "~/domain/loops/forms";
import type { LoopSummary } from "~/domain/loops/loops.server";
import { isYearOver, pauseOn } from "~/domain/loops/rescheduling";
import { addDays, addMonths, londonDay, seasonOf } from "~/domain/time/days";
import { formatDay, formatDayRange } from "~/domain/time/format-days";
import { weeksToMask } from "~/ui/artwork/mask";
import { sayOfWeek } from "./book-remarks";
import { entryAddress, weekAddress } from "./week-address";

const QUARTER = WEEKS / 4;

const LOOP_STATUSES = {
  COMPLETED: "Sent to print",
  PRINTING: "Being printed",
  SHIPPED: "On its way",
  DELIVERED: "Delivered",
};

/** One of several loops by its name, with its progress to distinguish equal names. */
export function describeChoice(loop: LoopSummary, now: Date) {
  const type = findLoopType(loop.theme, loop.type);
  const name = loop.title ?? (type ? kindOf(type) : "Untitled loop");
  return { id: loop.id, name, progress: progressOf(loop, londonDay(now)) };
}

function progressOf(loop: LoopSummary, today: string): string {
  if (loop.status !== "ACTIVE") return LOOP_STATUSES[loop.status];
  if (today < loop.startDay) return `Begins on ${formatDay(loop.startDay)}`;
  const week = `Week ${currentWeek(loop, today)} of ${WEEKS}`;
  return pauseOn(loop.pauses, today) ? `${week}, paused` : week;
}

/** A plain year shows its theme, because the type "Standard" would tell its owner nothing. */
function kindOf({ themeId, displayName }: Pick<LoopType, "themeId" | "displayName">): string {
  return themeId === "classic" ? "Classic" : displayName;
}

/**
 * The day a finished book was delivered; until then its planned day, a year after the start unless that has passed.
 * Null when the book was sent to print after any planned day.
 */
function dayOfBook(loop: LoopSummary, today: string): string | null {
  if (loop.deliveredAt) return londonDay(loop.deliveredAt);
  const year = addMonths(loop.startDay, 12);
  if (year >= today || loop.status === "DELIVERED") return year;
  return loop.deliveryDay >= today ? loop.deliveryDay : null;
}

/** The view model of one loop on the dashboard. */
export function describeYear(
  loop: LoopSummary,
  written: readonly { week: number; photoId: string | null }[],
  writing: Writing | undefined,
  now: Date,
) {
  const type = findLoopType(loop.theme, loop.type);
  const theme = type?.themeId ?? "classic";
  const today = londonDay(now);
  const current = currentWeek(loop, today);
  const completed = new Set(written.map(({ week }) => week));
  const isFinished = loop.status !== "ACTIVE";
  const isOver = isYearOver(loop, today);
  const states = weekStates(completed, current, isFinished);
  const missing = states.flatMap((state, index) => (state === "missing" ? [index + 1] : []));
  const thumbnails = new Map(written.map(({ week, photoId }) => [week, photoId]));
  const due = !isFinished && !completed.has(current) ? current : null;
  const weekHref = (week: number) => `${weekAddress(loop.id, week)}#week`;
  return {
    loop: {
      id: loop.id,
      title: loop.title ?? "",
      theme,
      typeName: type?.displayName ?? "",
      occasion: loop.occasion ?? (type ? kindOf(type) : ""),
      week: current,
      entriesCount: Math.min(WEEKS, completed.size),
      isFinished,
      /** The last week has passed, and open weeks can still be filled in. */
      isOver: isOver && !isFinished,
      status: loop.status,
      pausedUntil: isFinished ? null : (pauseOn(loop.pauses, today)?.resumeDay ?? null),
      startsLater: today < loop.startDay ? loop.startDay : null,
      deliveryDay: isFinished ? dayOfBook(loop, today) : loop.deliveryDay,
    },
    picture: {
      src: `/art/${theme}/${weeksToMask(completed)}.svg${due ? `?due=${due}` : ""}`,
      alt: describeStitching(theme, completed),
      next: due && !isOver ? nextStitch(theme, due, completed) : "",
    },
    missing: missing.map((week) => ({ week, href: weekHref(week) })),
    counts: {
      completed: completed.size,
      missing: missing.length,
      due: due !== null,
      upcoming: Math.max(0, WEEKS - current),
    },
    quarters: [0, 1, 2, 3].map((quarter) => {
      const first = quarter * QUARTER + 1;
      const last = first + QUARTER - 1;
      const from = weekDays(loop, first).from;
      return {
        title: seasonOf(addDays(from, 45)),
        dates: formatDayRange(from, weekDays(loop, last).to),
        weeks: Array.from({ length: QUARTER }, (_, index) => {
          const week = first + index;
          const state = states[week - 1] ?? "upcoming";
          const photoId = thumbnails.get(week);
          return {
            week,
            state,
            href: hrefOf(state, loop.id, week, isFinished, weekHref),
            thumbnail: photoId ? `/photos/${photoId}/thumb` : null,
          };
        }),
      };
    }),
    writing: writing && describeWriting(writing, current),
  };
}

function hrefOf(
  state: string,
  loopId: string,
  week: number,
  isFinished: boolean,
  weekHref: (week: number) => string,
) {
  if (state === "completed") return entryAddress(loopId, week);
  return isFinished || state === "upcoming" ? undefined : weekHref(week);
}

function describeWriting(writing: Writing, current: number) {
  const { from, to } = weekDays(writing.loop, writing.week);
  return {
    week: writing.week,
    isCatchUp: writing.week !== current,
    days: formatDayRange(from, to),
    prompt: writing.prompt,
    isOwnQuestion: writing.isOwnQuestion,
    keptVersions: (writing.entry?.version ?? 1) - 1,
    words: writing.words,
    wordCount: countWords(writing.words.content),
    isWritten: writing.entry !== undefined,
    hasDraft: writing.hasDraft,
    takesDirectUploads,
    revision: writing.revision,
    photos: writing.photos.map(({ id, fileName, bytes, caption }) => ({ id, fileName, bytes, caption })),
    remarks: sayOfWeek(
      checkWeek(writing.loop, { ...writing, ...writing.words }, writing.photos),
      writing.photos,
    ),
  };
}

export type WritingData = ReturnType<typeof describeWriting>;
