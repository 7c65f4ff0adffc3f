import { and, asc, count, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { entries, loops, photos } from "#db/schema";
import { weekDays } from "./calendar";
import { loopOwnedBy } from "./loops.server";
import { type YearInNumbers, yearInNumbers } from "./year-in-numbers";

/** What an owner chooses for the end of a year: how its book is set, and whether the year is counted. */

export type ChoiceResult = { ok: true } | { ok: false; reason: "not_found" | "read_only" };

export interface BookChoices {
  /** Stands on a page of its own at the front; none where it is empty. */
  dedication: string;
  /** Whether weeks that were not written get ruled pages to fill in by hand. */
  ruledEmptyWeeks: boolean;
  /** Type of 16 points instead of 12. */
  largePrint: boolean;
  /** Whether the book ends with the year in numbers. */
  printsNumbers: boolean;
}

/** Keeps how the book of a loop is set, until it goes to print. The same choice again changes nothing. */
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

/**
 * Keeps whether weeks that are not finished print as they are, until the year goes to print. The same choice again
 * changes nothing.
 */
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

/** Keeps whether a year is counted for its owner, at any time. */
export function wantNumbers(
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

/** The year in numbers, of a loop whose owner asked for it; null where nobody did or it is not this account's. */
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
