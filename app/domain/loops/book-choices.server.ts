import { and, asc, count, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { entries, loops, photos } from "#db/schema";
import { weekDays } from "./calendar";
import { loopOwnedBy } from "./loops.server";
import { type YearInNumbers, yearInNumbers } from "./year-in-numbers";

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
}

/** Saves the layout options of a loop's book, until sign-off. Repeating the same choice changes nothing. */
export function chooseBook(
  accountId: string,
  loopId: string,
  { dedication, ruledEmptyWeeks, largePrint, printsNumbers }: BookChoices,
  now: Date,
): ChoiceResult {
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop) return { ok: false, reason: "not_found" };
  const isSame =
    (loop.dedication ?? "") === dedication &&
    loop.ruledEmptyWeeks === ruledEmptyWeeks &&
    loop.largePrint === largePrint &&
    loop.printsNumbers === printsNumbers;
  if (isSame) return { ok: true };
  const changed = db
    .update(loops)
    .set({
      dedication: dedication || null,
      ruledEmptyWeeks,
      largePrint,
      printsNumbers,
      updatedAt: now,
      contentVersion: sql`${loops.contentVersion} + 1`,
    })
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId), eq(loops.status, "ACTIVE")))
    .run();
  return changed.changes === 1 ? { ok: true } : { ok: false, reason: "read_only" };
}

/** Saves whether unfinished weeks print as they are, until sign-off. Repeating the same choice changes nothing. */
export function chooseDrafts(
  accountId: string,
  loopId: string,
  printsDrafts: boolean,
  now: Date,
): ChoiceResult {
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop) return { ok: false, reason: "not_found" };
  if (loop.status !== "ACTIVE") return { ok: false, reason: "read_only" };
  if (loop.printsDrafts === printsDrafts) return { ok: true };
  const changed = db
    .update(loops)
    .set({ printsDrafts, contentVersion: sql`${loops.contentVersion} + 1`, updatedAt: now })
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId), eq(loops.status, "ACTIVE")))
    .run();
  return changed.changes === 1 ? { ok: true } : { ok: false, reason: "read_only" };
}

/** Saves whether the owner wants the year in numbers, at any time. */
export function chooseNumbers(
  accountId: string,
  loopId: string,
  wantsNumbers: boolean,
  now: Date,
): ChoiceResult {
  const changed = db
    .update(loops)
    .set({ wantsNumbers, updatedAt: now })
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId)))
    .run();
  return changed.changes === 1 ? { ok: true } : { ok: false, reason: "not_found" };
}

/** The year in numbers, if this account owns the loop and wants it; otherwise null. */
export function numbersOf(accountId: string, loopId: string): YearInNumbers | null {
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop?.wantsNumbers) return null;
  const written = db
    .select({ entry: entries, photoCount: count(photos.id) })
    .from(entries)
    .leftJoin(
      photos,
      and(eq(photos.loopId, entries.loopId), eq(photos.week, entries.week), eq(photos.state, "ready")),
    )
    .where(eq(entries.loopId, loopId))
    .groupBy(entries.id)
    .orderBy(asc(entries.week))
    .all();
  return yearInNumbers(
    written.map(({ entry, photoCount }) => ({ ...entry, photoCount, day: weekDays(loop, entry.week).from })),
  );
}
