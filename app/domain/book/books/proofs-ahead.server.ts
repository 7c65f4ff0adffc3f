import { and, between, count, desc, eq, exists, ne, or } from "drizzle-orm";
import { db } from "#db/client.server";
import { storageFailure } from "#db/errors";
import { prepareAll, prepareGet } from "#db/queries.server";
import { entries, jobs, loops } from "#db/schema";
import { DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { requestBook } from "./books.server";

/**
 * Proofs are made before their owners ask. A year is left alone until nothing has changed in it for a minute, so that
 * somebody who saves three times gets one book; what changed longer than a month ago is made when its proof is opened.
 */
const SETTLED_AFTER_MS = MINUTE_MS;
const LOOKED_BACK_MS = 30 * DAY_MS;
/** Somebody who waits for a book waits for no more of these than that. */
const MOST_WAITING = 2;
const LOOKED_AT = 50;

/** Queues the proofs of years that have changed, a few at a time. Returns how many it queued. */
export function queueChangedProofs(now: Date): number {
  const room = MOST_WAITING - (countWaitingBooks()?.books ?? 0);
  if (room <= 0) return 0;
  const until = new Date(now.getTime() - SETTLED_AFTER_MS);
  const from = new Date(now.getTime() - LOOKED_BACK_MS);
  // Some have nothing that prints yet, so more are looked at than queued.
  const changed = listChangedYears(from, until, LOOKED_AT);
  let queued = 0;
  for (const { id, accountId } of changed) {
    if (queued === room) break;
    const asked = requestBook(accountId, id, "screen", now, false);
    // One that came back from a copy may have its book already.
    if (asked.ok && asked.file.state !== "ready") queued += 1;
  }
  return queued;
}

const listChangedYears = prepareAll((from: Date, until: Date, most: number) =>
  db
    .select({ id: loops.id, accountId: loops.accountId })
    .from(loops)
    .where(
      and(
        ...[eq(loops.status, "ACTIVE"), ne(loops.askedVersion, loops.contentVersion)],
        between(loops.updatedAt, from, until),
        or(
          eq(loops.printsDrafts, true),
          exists(db.select({ id: entries.id }).from(entries).where(eq(entries.loopId, loops.id))),
        ),
      ),
    )
    .orderBy(desc(loops.updatedAt))
    .limit(most),
);

const countWaitingBooks = prepareGet(() =>
  db
    .select({ books: count() })
    .from(jobs)
    .where(and(eq(jobs.kind, "render-book"), eq(jobs.state, "waiting"))),
);

/**
 * Requests the proof that somebody has opened, before those that nobody looks at. False where nothing can be stored
 * just now: the page opens all the same.
 */
export function startProof(accountId: string, loopId: string, now: Date): boolean {
  try {
    return requestBook(accountId, loopId, "screen", now).ok;
  } catch (error) {
    if (storageFailure(error) === null) throw error;
    return false;
  }
}
