import { and, eq, isNotNull, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { drafts, entries, loopCredits, loops } from "#db/schema";
import { londonDay } from "~/domain/kernel/time/days";
import { deliveryWindow } from "../rules/calendar";
import { bookDayOf } from "./book-days";
import { promiseCopiesWithBook } from "./copies-with-book.server";
import { firstStartOfLoop, requestStartOfLoop } from "./credits.server";
import { changeOwnLoop, type Loop, loopOwnedBy } from "./loops.server";
import {
  type MoveProblem,
  type PauseProblem,
  planMove,
  planPause,
  planResume,
  type Rescheduled,
  type ResumeProblem,
  weeksPaused,
  type YearDays,
} from "./rescheduling";
import { needsWish } from "./starting";

/** Rescheduling a year, until sign-off. */

export type RescheduleResult<Reason extends string> =
  | { ok: true; loop: Loop }
  | { ok: false; reason: Reason | "not_found" | "read_only" };

/** Pauses a loop from today (London) for a number of whole weeks, or extends the current pause. */
export function pauseLoop(accountId: string, loopId: string, weeks: number, now: Date): RescheduleResult<PauseProblem> {
  return reschedule(accountId, loopId, now, (loop) => planPause(loop, weeks, londonDay(now)));
}

/** Ends the pause after its current week, and returns the remaining weeks to the allowance. */
export function resumeLoop(accountId: string, loopId: string, now: Date): RescheduleResult<ResumeProblem> {
  return reschedule(accountId, loopId, now, (loop) => planResume(loop, londonDay(now)));
}

/**
 * Moves the delivery day of the book, "YYYY-MM-DD". A year that would so start within its buyer's days to cancel moves
 * with their wish alone (`startsAtOnce`), which is recorded.
 */
export function moveDelivery(
  accountId: string,
  loopId: string,
  deliveryDay: string,
  now: Date,
  startsAtOnce = false,
): RescheduleResult<MoveProblem | "wish_first"> {
  return reschedule<MoveProblem | "wish_first">(accountId, loopId, now, (loop) => {
    const planned = planMove(loop, { deliveryDay, hasWritten: hasWritten(loop.id) }, londonDay(now));
    if (!planned.ok || !needsWish(loop, planned.year, firstStartOfLoop(loop.id, now))) return planned;
    if (!startsAtOnce) return { ok: false, reason: "wish_first" };
    requestStartOfLoop(accountId, loop.id, now);
    return planned;
  });
}

/** Starts a year today whose start lies ahead, at its owner's wish; its book comes a year and two weeks from now. */
export function startToday(accountId: string, loopId: string, now: Date, startsAtOnce: boolean) {
  const { recommended } = deliveryWindow(londonDay(now));
  return moveDelivery(accountId, loopId, recommended, now, startsAtOnce);
}

/** Whether any week has text, finished or not. */
export function hasWritten(loopId: string): boolean {
  const entry = findAnyEntry(loopId);
  return entry !== undefined || findAnyDraft(loopId) !== undefined;
}

const findAnyEntry = prepareGet((loopId: string) =>
  db.select({ id: entries.id }).from(entries).where(eq(entries.loopId, loopId)).limit(1),
);

const findAnyDraft = prepareGet((loopId: string) =>
  db.select({ id: drafts.id }).from(drafts).where(eq(drafts.loopId, loopId)).limit(1),
);

function reschedule<Reason extends string>(
  accountId: string,
  loopId: string,
  now: Date,
  plan: (loop: Loop) => Rescheduled<Reason>,
): RescheduleResult<Reason> {
  return write((tx): RescheduleResult<Reason> => {
    const loop = loopOwnedBy(accountId, loopId);
    if (!loop) return { ok: false, reason: "not_found" };
    if (loop.status !== "ACTIVE") return { ok: false, reason: "read_only" };
    const rescheduled = plan(loop);
    if (!rescheduled.ok) return rescheduled;
    return { ok: true, loop: saveDays(tx, loop, rescheduled.year, now) };
  });
}

/** The book prints the days of the weeks, so a finished file is outdated. */
function saveDays(tx: Transaction, loop: Loop, { startDay, deliveryDay, pauses }: YearDays, now: Date): Loop {
  promiseCopiesWithBook(loop.id, bookDayOf({ deliveryDay }, londonDay(now)), now);
  const pausedFromDay = pauses.at(-1)?.fromDay ?? null;
  return tx
    .update(loops)
    .set({
      startDay,
      deliveryDay,
      pauses,
      pausedWeeks: weeksPaused(pauses),
      pausedFromDay,
      contentVersion: sql`${loops.contentVersion} + 1`,
      updatedAt: now,
    })
    .where(eq(loops.id, loop.id))
    .returning()
    .get();
}

/** Whether the loop was begun with a voucher. */
export function wasGiven(loopId: string): boolean {
  return findGiftCredit(loopId) !== undefined;
}

const findGiftCredit = prepareGet((loopId: string) =>
  db
    .select({ id: loopCredits.id })
    .from(loopCredits)
    .where(and(eq(loopCredits.loopId, loopId), isNotNull(loopCredits.voucherId)))
    .limit(1),
);

/** Sets whether the giver of the loop can see how many weeks are written; never their content. */
export function shareProgress(
  accountId: string,
  loopId: string,
  giverSeesProgress: boolean,
  now: Date,
): { ok: true } | { ok: false; reason: "not_found" } {
  return changeOwnLoop(accountId, loopId, { giverSeesProgress }, now);
}
