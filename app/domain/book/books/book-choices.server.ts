import { and, asc, count, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { type DoubleChoice, entries, photos } from "#db/schema";
import { lengthOf } from "~/domain/diary/loops/entry-text";
import { changeContent, changeOwnLoop, loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { type YearInNumbers, yearInNumbers } from "~/domain/diary/loops/year-in-numbers";
import { WEEKS, weekDays } from "~/domain/diary/rules/calendar";
import { LONGEST_FIELDS, LONGEST_REFLECTION } from "~/domain/diary/rules/entry-limits";
import type { Filling } from "../layout/filling";

/** The owner's choices for the book: its layout options, and whether the year is counted in numbers. */

export type ChoiceResult = { ok: true } | { ok: false; reason: "not_found" | "read_only" };

export interface BookChoices {
  /** Printed on a separate page at the front; no page when empty. */
  dedication: string;
  /** Whether unwritten weeks get ruled pages to fill in by hand. */
  ruledEmptyWeeks: boolean;
  /** 16 point type instead of 12. */
  largePrint: boolean;
  /** Whether the book ends with the year in numbers. */
  printsNumbers: boolean;
  /** What fills a book of fewer pages than can be bound. */
  filling: Filling;
}

/** Saves the layout options of a loop's book, until sign-off. Repeating the same choice changes nothing. */
export function chooseBook(
  accountId: string,
  loopId: string,
  { dedication, ...options }: BookChoices,
  now: Date,
): ChoiceResult {
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop) return { ok: false, reason: "not_found" };
  const isSame =
    (loop.dedication ?? "") === dedication &&
    loop.ruledEmptyWeeks === options.ruledEmptyWeeks &&
    loop.largePrint === options.largePrint &&
    loop.printsNumbers === options.printsNumbers &&
    loop.filling === options.filling;
  if (isSame) return { ok: true };
  const choices = { dedication: dedication || null, ...options };
  const isChanged = changeContent(accountId, loopId, choices, now);
  return isChanged ? { ok: true } : { ok: false, reason: "read_only" };
}

/** Saves whether unfinished weeks print as they are, until sign-off. Repeating the same choice changes nothing. */
export function chooseDrafts(accountId: string, loopId: string, printsDrafts: boolean, now: Date): ChoiceResult {
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop) return { ok: false, reason: "not_found" };
  if (loop.status !== "ACTIVE") return { ok: false, reason: "read_only" };
  if (loop.printsDrafts === printsDrafts) return { ok: true };
  const isChanged = changeContent(accountId, loopId, { printsDrafts }, now);
  return isChanged ? { ok: true } : { ok: false, reason: "read_only" };
}

/** Saves whether a week's photo may be over two pages, until sign-off. Repeating the same choice changes nothing. */
export function chooseDouble(
  accountId: string,
  loopId: string,
  { week, pages }: DoubleChoice,
  now: Date,
): ChoiceResult {
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop) return { ok: false, reason: "not_found" };
  if (loop.status !== "ACTIVE") return { ok: false, reason: "read_only" };
  const others = loop.doublePages.filter((choice) => choice.week !== week);
  if (loop.doublePages.some((choice) => choice.week === week && choice.pages === pages)) return { ok: true };
  const doublePages = [...others, { week, pages }].sort((one, other) => one.week - other.week);
  const isChanged = changeContent(accountId, loopId, { doublePages }, now);
  return isChanged ? { ok: true } : { ok: false, reason: "read_only" };
}

/** Saves whether the owner wants the year in numbers, at any time. */
export function chooseNumbers(accountId: string, loopId: string, wantsNumbers: boolean, now: Date): ChoiceResult {
  return changeOwnLoop(accountId, loopId, { wantsNumbers }, now);
}

/** As much as a year of weeks that fit on their pages can have, in characters; a page counts no more of them. */
const MOST_COUNTED = WEEKS * Object.values(LONGEST_FIELDS).reduce((sum, most) => sum + most, LONGEST_REFLECTION);

/**
 * The year in numbers, if this account owns the loop and wants it; otherwise null. Of a year with weeks from before there
 * was a limit, only that it is too long.
 */
export function numbersOf(accountId: string, loopId: string): YearInNumbers | "too_long" | null {
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop?.wantsNumbers) return null;
  const written = listEntriesWithPhotoCount(loopId);
  if (written.reduce((sum, { entry }) => sum + lengthOf(entry), 0) > MOST_COUNTED) return "too_long";
  return yearInNumbers(
    written.map(({ entry, photoCount }) => ({ ...entry, photoCount, day: weekDays(loop, entry.week).from })),
  );
}

const listEntriesWithPhotoCount = prepareAll((loopId: string) =>
  db
    .select({ entry: entries, photoCount: count(photos.id) })
    .from(entries)
    .leftJoin(photos, and(eq(photos.loopId, entries.loopId), eq(photos.week, entries.week), eq(photos.state, "ready")))
    .where(eq(entries.loopId, loopId))
    .groupBy(entries.id)
    .orderBy(asc(entries.week)),
);
