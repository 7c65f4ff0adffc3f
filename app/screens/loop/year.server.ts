import { checkWeek } from "~/domain/book/books/preflight.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { picturePath } from "~/domain/diary/catalogue/picture-path";
import { describeStitching, nextStitch } from "~/domain/diary/catalogue/picture-words";
import type { Writing } from "~/domain/diary/entries/entries.server";
import { takesDirectUploads } from "~/domain/diary/entries/uploads.server";
import { countVersions } from "~/domain/diary/entries/versions.server";
import { lengthOf } from "~/domain/diary/loops/entry-text";
import { excessOfAnswer } from "~/domain/diary/loops/forms";
import type { LoopSummary } from "~/domain/diary/loops/loops.server";
import { isPrinted } from "~/domain/diary/loops/printed-weeks";
import { isYearOver, pauseOn } from "~/domain/diary/loops/rescheduling";
import { formatStart } from "~/domain/diary/loops/starting";
import { pointOf } from "~/domain/diary/photos/point-of-interest";
import { untilRestored } from "~/domain/diary/photos/removed-photos";
import { failedPhotosOf, removedPhotosOf } from "~/domain/diary/photos/removed-photos.server";
import { currentWeek, WEEKS, weekDays, weekStates } from "~/domain/diary/rules/calendar";
import { isSetAside } from "~/domain/kernel/jobs/queue.server";
import { addDays, londonDay, seasonOf } from "~/domain/kernel/time/days";
import { formatDay, formatDayRange, formatLondonDay } from "~/domain/kernel/time/format-days";
import { londonTime } from "~/domain/kernel/time/instants";
import type { WeekState } from "~/ui/week-grid";
import { remarksOfWeek } from "./book-remarks";
import { entryAddress, weekAddress } from "./week-address";
import { NOT_SAVED_YET } from "./week-dock";

const QUARTER = WEEKS / 4;

const LOOP_STATUSES = {
  COMPLETED: "Sent to print",
  PRINTING: "Being printed",
  SHIPPED: "On its way",
  DELIVERED: "Delivered",
};

/** What the link to the page of the title says. */
export function formatTitle({ title }: { title: string | null }): string {
  return title ? "Edit title" : "Give your year a title";
}

/** One of several loops by its name, with its progress to distinguish equal names. */
export function describeChoice(loop: LoopSummary, now: Date) {
  const type = findLoopType(loop.theme, loop.type);
  const name = loop.title ?? (type ? type.displayName : "Untitled loop");
  return { id: loop.id, name, progress: progressOf(loop, londonDay(now)) };
}

function progressOf(loop: LoopSummary, today: string): string {
  if (loop.status !== "ACTIVE") return LOOP_STATUSES[loop.status];
  if (today < loop.startDay) return `Starts on ${formatDay(loop.startDay)}`;
  const week = `Week ${currentWeek(loop, today)} of ${WEEKS}`;
  return pauseOn(loop.pauses, today) ? `${week}, paused` : week;
}

/** The view model of a loop being written. */
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
  const isOver = isYearOver(loop, today);
  const states = weekStates(completed, current, false);
  const missing = states.flatMap((state, index) => (state === "missing" ? [index + 1] : []));
  const thumbnails = new Map(written.map(({ week, photoId }) => [week, photoId]));
  const due = !completed.has(current) ? current : null;
  const weekHref = (week: number) => `${weekAddress(loop.id, week)}#week`;
  return {
    loop: {
      id: loop.id,
      title: loop.title ?? type?.displayName ?? "Your year",
      titleAction: formatTitle(loop),
      hasTitle: loop.title !== null,
      theme,
      typeName: type?.displayName ?? "",
      occasion: `${loop.occasion ?? (type ? type.displayName : "")}${loop.recipientName ? `, for ${loop.recipientName}` : ""}`,
      week: current,
      entriesCount: Math.min(WEEKS, completed.size),
      /** The last week has passed, and open weeks can still be filled in. */
      isOver,
      pausedUntil: pauseOn(loop.pauses, today)?.resumeDay ?? null,
      startsLater: today < loop.startDay ? formatStart(loop.startDay, null, today) : null,
      nextWeek:
        due || current === WEEKS || today < loop.startDay
          ? null
          : `Week ${current + 1} opens on ${formatDay(weekDays(loop, current + 1).from)}.`,
    },
    picture: {
      src: picturePath(theme, completed, { due }),
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
            href: hrefOf(state, loop.id, week),
            thumbnail: photoId ? `/photos/${photoId}/thumb` : null,
          };
        }),
      };
    }),
    writing: writing && describeWriting(writing, current, now),
  };
}

function hrefOf(state: WeekState, loopId: string, week: number): string | undefined {
  if (state === "completed") return entryAddress(loopId, week);
  return state === "upcoming" ? undefined : `${weekAddress(loopId, week)}#week`;
}

function describeWriting(writing: Writing, current: number, now: Date) {
  const { from, to } = weekDays(writing.loop, writing.week);
  return {
    week: writing.week,
    isCatchUp: writing.week !== current,
    days: formatDayRange(from, to),
    prompt: writing.prompt,
    isOwnQuestion: writing.isOwnQuestion,
    savedVersions: countVersions(writing.loop.id, writing.week),
    words: writing.words,
    wordCount: writing.answerWords,
    isWritten: writing.entry !== undefined,
    saved: formatSaved(writing, now),
    /** The moderator's note, when the week is kept out of the book. */
    holdNote: writing.entry && !isPrinted(writing.entry.moderation) ? (writing.entry.moderationNotes ?? "") : null,
    hasDraft: writing.hasDraft,
    takesDirectUploads,
    revision: writing.revision,
    removedPhotos: removedPhotosOf(writing.loop.id, writing.week, now).map(({ id, fileName, removedAt }) => ({
      ...{ id, fileName },
      until: untilRestored(removedAt),
    })),
    failedPhotos: failedPhotosOf(writing.loop.id).filter(({ week }) => week === writing.week),
    photos: writing.photos.map(({ id, fileName, sentBytes, caption, width, height, isWaiting, ...stored }) => ({
      ...{ id, fileName, sentBytes, caption, width, height, isWaiting },
      isSetAside: isWaiting && isSetAside("prepare-photo", id),
      point: pointOf(stored) ?? null,
    })),
    remarks: remarksOfWeek(
      checkWeek(writing.loop, { ...writing, ...writing.words }, writing.photos).filter(
        // An answer too long for any week has its own error message.
        ({ kind }) => kind !== "runs_over" || !excessOfAnswer(writing.words.content.length, writing.answerWords),
      ),
      writing.photos,
    ),
  };
}

/** What is saved of a week, always beside its buttons; the script of the week goes on saying it. */
function formatSaved({ savedAt, hasDraft, words, photos }: Writing, now: Date): string {
  if (!savedAt || lengthOf(words) + photos.length === 0) return NOT_SAVED_YET;
  const isToday = londonDay(savedAt) === londonDay(now);
  return `${hasDraft ? "Draft saved" : "Saved"} ${isToday ? `at ${londonTime(savedAt)}` : `on ${formatLondonDay(savedAt)}`}`;
}

export type YearLoop = ReturnType<typeof describeYear>["loop"];

export type WritingData = ReturnType<typeof describeWriting>;
