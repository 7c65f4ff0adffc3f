import { and, asc, between, desc, eq, gt, gte, lte, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, type Transaction, write } from "#db/client.server";
import { jobs } from "#db/schema";
import { jobRetryAt } from "./back-off";
import { claim, DEATHS_ALLOWED, leaseEnd, PROCESS_DIED, RENEWED_LEASE, raiseSetAside } from "./lease.server";

/**
 * The job queue, for work that takes longer than a response should. A job is a row written in the requester's
 * transaction; a worker claims it with a lease that it renews, and if the worker dies the lease expires and the job is
 * claimed again, once. So every job must be safe to run twice. After five failures, or the second death of its process,
 * it is dead, and stays visible.
 */

export type JobKind = "render-book" | "make-print-files" | "make-vouchers" | "restore-account";
export type Job = typeof jobs.$inferSelect;

/** A job that takes longer counts as one whose process died: its lease is renewed no more. */
export const LONGEST_JOB_MINUTES = 10;

/**
 * Adds a job inside the caller's transaction, unless one for the same subject is waiting.
 * @param wanted.isAwaited whether somebody looks at a page that waits for it: such jobs are claimed first.
 * @returns whether a job was added.
 */
export function queueJob(
  tx: Transaction,
  wanted: { kind: JobKind; subjectId: string; now: Date; isAwaited?: boolean },
): boolean {
  const { kind, subjectId, now, isAwaited = false } = wanted;
  const added = tx
    .insert(jobs)
    .values({ kind, subjectId, isAwaited, runAfter: now, createdAt: now })
    .onConflictDoNothing()
    .run();
  return added.changes === 1;
}

/** Has a waiting job claimed before those that nobody waits for. */
export function prioritizeJob(tx: Transaction, kind: JobKind, subjectId: string): void {
  tx.update(jobs)
    .set({ isAwaited: true })
    .where(and(eq(jobs.kind, kind), eq(jobs.subjectId, subjectId), sql`${jobs.state} = 'waiting'`))
    .run();
}

/**
 * Claims a due job whose subject no worker holds, with a lease: an awaited one first, then the oldest; null without
 * one. `onSetAside` does what follows for a subject whose job is set aside, in the same transaction.
 */
export function claimJob(now: Date, onSetAside?: (tx: Transaction, job: Job) => void): Job | null {
  return claim(
    (reader) => dueJob(reader, now),
    (tx, due) => {
      const deaths = due.deaths + (due.state === "running" ? 1 : 0);
      if (deaths >= DEATHS_ALLOWED) {
        tx.update(jobs)
          .set({ state: "dead", deaths, takenUntil: null, failure: PROCESS_DIED, finishedAt: now })
          .where(eq(jobs.id, due.id))
          .run();
        raiseSetAside(tx, { queue: "job", id: due.id, name: `${due.kind} of ${due.subjectId}` }, now);
        onSetAside?.(tx, due);
        return null;
      }
      return tx
        .update(jobs)
        .set({ state: "running", tries: due.tries + 1, deaths, takenUntil: leaseEnd(now, RENEWED_LEASE) })
        .where(eq(jobs.id, due.id))
        .returning()
        .get();
    },
  );
}

function dueJob(reader: Pick<Transaction, "select">, now: Date): Job | undefined {
  const twin = alias(jobs, "twin");
  // A lease that ends later was taken while the clock was ahead, and holds nothing.
  const longestLease = leaseEnd(now, RENEWED_LEASE);
  const sameSubjectAtWork = reader
    .select({ id: twin.id })
    .from(twin)
    .where(
      and(
        eq(twin.kind, jobs.kind),
        eq(twin.subjectId, jobs.subjectId),
        // Repeats a condition, so that SQLite can use the partial index of unfinished jobs.
        sql`${twin.state} IN ('waiting', 'running')`,
        sql`${twin.state} = 'running'`,
        between(twin.takenUntil, new Date(now.getTime() + 1), longestLease),
      ),
    );
  return reader
    .select()
    .from(jobs)
    .where(
      and(
        sql`${jobs.state} IN ('waiting', 'running')`,
        lte(jobs.runAfter, now),
        or(sql`${jobs.state} = 'waiting'`, lte(jobs.takenUntil, now), gt(jobs.takenUntil, longestLease)),
        notExists(sameSubjectAtWork),
      ),
    )
    .orderBy(desc(jobs.isAwaited), asc(jobs.runAfter), sql`${jobs}.rowid`)
    .limit(1)
    .get();
}

/** Extends the lease. Does nothing for a worker that has lost it. */
export function renewJobLease(job: Job, now: Date): void {
  db.update(jobs)
    .set({ takenUntil: leaseEnd(now, RENEWED_LEASE) })
    .where(isStillHeld(job))
    .run();
}

/** Gives back the job of a worker that stops in good order, as if it had not been taken. */
export function releaseJob(job: Job, now: Date): void {
  write((tx) => {
    const state = hasTwin(tx, job) ? "dead" : "waiting";
    tx.update(jobs)
      .set({ state, tries: job.tries - 1, takenUntil: null, runAfter: now })
      .where(isStillHeld(job))
      .run();
  });
}

/** Whether the job of this subject was set aside, and waits for staff. */
export function isSetAside(kind: JobKind, subjectId: string): boolean {
  const found = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        ...[eq(jobs.kind, kind), eq(jobs.subjectId, subjectId)],
        ...[sql`${jobs.state} = 'dead'`, gte(jobs.deaths, DEATHS_ALLOWED)],
      ),
    )
    .get();
  return found !== undefined;
}

/** A newer job for the same subject waits. */
function hasTwin(tx: Transaction, job: Job): boolean {
  const twin = tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.kind, job.kind), eq(jobs.subjectId, job.subjectId), sql`${jobs.state} = 'waiting'`))
    .get();
  return twin !== undefined;
}

/** Marks the job as done. Does nothing for a worker that has lost its lease. */
export function finishJob(job: Job, now: Date): void {
  db.update(jobs)
    .set({ state: "done", takenUntil: null, failure: null, finishedAt: now })
    .where(isStillHeld(job))
    .run();
}

/** Marks the job as failed: it waits for a retry, or is dead. A newer job for the same subject replaces it. */
export function failJob(job: Job, failure: string, now: Date): "waiting" | "dead" | "replaced" {
  const retryAt = jobRetryAt(job.tries, now);
  return write((tx) => {
    const isReplaced = hasTwin(tx, job);
    const ending = { takenUntil: null, failure: failure.slice(0, 1000) };
    if (isReplaced || retryAt === null) {
      tx.update(jobs)
        .set({ ...ending, state: "dead", finishedAt: now })
        .where(isStillHeld(job))
        .run();
      return isReplaced ? "replaced" : "dead";
    }
    tx.update(jobs)
      .set({ ...ending, state: "waiting", runAfter: retryAt })
      .where(isStillHeld(job))
      .run();
    return "waiting";
  });
}

/** The attempt number identifies the lease. */
function isStillHeld(job: Job) {
  return and(eq(jobs.id, job.id), eq(jobs.state, "running"), eq(jobs.tries, job.tries));
}
