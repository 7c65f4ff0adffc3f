import { and, eq } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { loops, shipments } from "#db/schema";
import { completeUnfinishedWeeks } from "~/domain/diary/entries/unfinished-weeks.server";
import { bookDayOf } from "~/domain/diary/loops/book-days";
import { type SignOffProblem, signOffProblem } from "~/domain/diary/loops/completion";
import { promiseCopiesWithBook } from "~/domain/diary/loops/copies-with-book.server";
import { type Loop, loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { needsDecision } from "~/domain/diary/loops/printed-weeks";
import { type BookWeek, bookWeeksOf } from "~/domain/diary/loops/printed-weeks.server";
import { londonDay } from "~/domain/kernel/time/days";
import { addressLines, type DeliveryAddress } from "~/domain/people/addresses/forms";
import { notifySentToPrint } from "./completion.server";

/** Sign-off: an owner sends their year to print. */

/** `undecided`: some weeks are unfinished, and the owner has not decided about exactly those weeks. */
export type SignOffResult =
  | { ok: true; loop: Loop }
  | { ok: false; reason: SignOffProblem | "changed_since" | "undecided" | "not_found" };

/** The owner's decision about the weeks listed as unfinished. */
export interface DraftsDecision {
  weeks: readonly number[];
  /** Whether they print as they are; otherwise they are left out. */
  print: boolean;
}

export interface SentToPrint {
  pages: number | null;
  /** Of what the pages of the proof show; null of a proof of before it was recorded. */
  pagesSha256: string | null;
  place: DeliveryAddress;
  isChosen: boolean;
  isOrdered: boolean;
}

/**
 * Signs a loop off for its owner, as shown in the proof they saw; from then on it is read-only. A second click is
 * refused. The book that prints has the pages of that proof.
 * Unfinished weeks are printed or left out as the owner decided, never without a decision.
 * @param seenVersion the content version of the proof
 * @param sent what the owner has sent by their own account, and where; null where that isn't known
 */
export function signOffLoop(
  accountId: string,
  loopId: string,
  seenVersion: number,
  now: Date,
  decided: DraftsDecision | null = null,
  sent: SentToPrint | null = null,
): SignOffResult {
  return write((tx): SignOffResult => {
    const loop = loopOwnedBy(accountId, loopId);
    if (!loop) return { ok: false, reason: "not_found" };
    const weeks = bookWeeksOf(loop);
    const problem = signOffProblem(loop, countWritten(weeks), londonDay(now));
    if (problem) return { ok: false, reason: problem };
    // A proof shows no photo that waits for its sizes.
    const isWaiting = weeks.some(({ photos }) => photos.some((photo) => photo.isWaiting));
    if (loop.contentVersion !== seenVersion || isWaiting) return { ok: false, reason: "changed_since" };
    if (!isDecided(weeks, loop, decided)) return { ok: false, reason: "undecided" };
    completeUnfinishedWeeks(tx, loop, weeks, now);
    const changed = updateSignedOff(now, loopId, accountId, sent?.pagesSha256 ?? null);
    const expectedDay = bookDayOf(changed, londonDay(now));
    tx.insert(shipments)
      .values({
        loopId,
        // Until it goes to the printer, it follows the address it goes to anyway.
        deliveryAddress: sent?.isChosen ? JSON.stringify(sent.place) : null,
        expectedDay,
        createdAt: now,
        updatedAt: now,
      })
      .run();
    promiseCopiesWithBook(loopId, expectedDay, now);
    const goingTo = sent ? addressLines(sent.place) : [];
    const isOrdered = sent?.isOrdered === true;
    notifySentToPrint(tx, loopId, { pages: sent?.pages ?? null, goingTo, isOrdered, expectedDay }, now);
    return { ok: true, loop: changed };
  });
}

const updateSignedOff = prepareGet((now: Date, loopId: string, accountId: string, signedPagesSha256: string | null) =>
  db
    .update(loops)
    .set({
      status: "COMPLETED",
      signedPagesSha256,
      completedAt: now,
      updatedAt: now,
    })
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId)))
    .returning(),
);

export function countWritten(weeks: readonly BookWeek[]): number {
  return weeks.filter(({ entry, state, printed }) => (entry && state !== "unfinished") || printed).length;
}

/** The proof was rendered with one choice about drafts, so the decision must be the same one. */
function isDecided(weeks: readonly BookWeek[], { printsDrafts }: Loop, decided: DraftsDecision | null): boolean {
  const undecided = weeks.filter(({ state }) => needsDecision(state)).map(({ week }) => week);
  if (undecided.length === 0) return true;
  return decided?.print === printsDrafts && undecided.join() === [...decided.weeks].sort(byNumber).join();
}

const byNumber = (one: number, other: number) => one - other;
