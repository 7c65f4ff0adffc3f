import { and, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { loops, shipments } from "#db/schema";
import { type SignOffProblem, signOffProblem } from "../loops/completion";
import { type Loop, loopOwnedBy } from "../loops/loops.server";
import { needsDecision } from "../loops/printed-weeks";
import { type BookWeek, bookWeeksOf } from "../loops/printed-weeks.server";
import { addDays, londonDay } from "../time/days";
import { finishAsTheyAre } from "./unfinished-weeks.server";

/** Sending one's year to print. */

/** `undecided`: a week is not finished, and its owner has not said what is to become of just those weeks. */
export type SignOffResult =
  | { ok: true; loop: Loop }
  | { ok: false; reason: SignOffProblem | "changed_since" | "undecided" | "not_found" };

/** What an owner decided about the weeks they were told are not finished. */
export interface DraftsDecision {
  weeks: readonly number[];
  /** Whether they print as they are; otherwise they are left out. */
  print: boolean;
}

/**
 * Sends a loop to print for its owner, as it stood in the proof they saw; from then on it is only read. Pressing
 * twice is refused the second time. What prints is set anew, without the marks of a proof.
 * Weeks that are not finished are printed or left out as their owner decided, never without being asked about.
 * @param seenVersion the content version the proof was made of
 */
export function signOffLoop(
  accountId: string,
  loopId: string,
  seenVersion: number,
  now: Date,
  decided: DraftsDecision | null = null,
): SignOffResult {
  return db.transaction(
    (tx): SignOffResult => {
      const loop = loopOwnedBy(accountId, loopId);
      if (!loop) return { ok: false, reason: "not_found" };
      const weeks = bookWeeksOf(loop, tx);
      const problem = signOffProblem(loop, countWritten(weeks), londonDay(now));
      if (problem) return { ok: false, reason: problem };
      if (loop.contentVersion !== seenVersion) return { ok: false, reason: "changed_since" };
      if (!isDecided(weeks, loop, decided)) return { ok: false, reason: "undecided" };
      finishAsTheyAre(tx, loop, weeks, now);
      const changed = tx
        .update(loops)
        .set({
          status: "COMPLETED",
          completedAt: now,
          updatedAt: now,
          contentVersion: sql`${loops.contentVersion} + 1`,
        })
        .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId), eq(loops.status, "ACTIVE")))
        .returning()
        .get();
      tx.insert(shipments)
        .values({
          loopId,
          expectedDay: expectedDayOf(changed, londonDay(now)),
          createdAt: now,
          updatedAt: now,
        })
        .run();
      return { ok: true, loop: changed };
    },
    { behavior: "immediate" },
  );
}

/** Weeks that are finished, or print all the same. */
export function countWritten(weeks: readonly BookWeek[]): number {
  return weeks.filter(({ entry, printed }) => entry || printed).length;
}

/** The pages that were looked at are those that print, so the decision has to be the one they were set by. */
function isDecided(
  weeks: readonly BookWeek[],
  { printsDrafts }: Loop,
  decided: DraftsDecision | null,
): boolean {
  const input = weeks.filter(({ standing }) => needsDecision(standing)).map(({ week }) => week);
  if (input.length === 0) return true;
  return decided?.print === printsDrafts && input.join() === [...decided.weeks].sort(byNumber).join();
}

const byNumber = (one: number, other: number) => one - other;

/** How long it takes to print a book and bring it, at most: fourteen working days, with room for holidays. */
const BOOK_DAYS = 21;

/** The day its owner chose, or as soon as it can be made where that is later. */
function expectedDayOf(loop: Loop, today: string): string {
  const soonest = addDays(today, BOOK_DAYS);
  return loop.deliveryDay > soonest ? loop.deliveryDay : soonest;
}
