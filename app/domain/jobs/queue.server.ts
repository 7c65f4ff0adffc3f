import { and, asc, eq, gt, lte, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, type Transaction, write } from "#db/client.server";
import { jobs } from "#db/schema";
import { JOB_TRIES, jobRetryAt } from "./back-off";
import { claim, leaseEnd } from "./lease.server";

/**
 * The job queue, for work that takes longer than a response should. A job is a row written in the requester's
 * transaction; a worker claims it with a lease, and if the worker dies the lease expires and the job is claimed again.
 * So every job must be safe to run twice. After five failures it is dead, and stays visible.
 */

export type JobKind = "render-book" | "make-print-files" | "make-vouchers";
export type Job = typeof jobs.$inferSelect;

/** How long a worker may take for one job before it counts as dead. */
const LEASE_MINUTES: Record<JobKind, number> = {
  "render-book": 10,
  "make-print-files": 10,
  "make-vouchers": 10,
};

const WORKER_DIED = "Every worker that took it stopped.";

/**
 * Adds a job inside the caller's transaction, unless one for the same subject is waiting.
 * @returns whether a job was added.
 */
export function queueJob(tx: Transaction, wanted: { kind: JobKind; subjectId: string; now: Date }): boolean {
  const { kind, subjectId, now } = wanted;
  const added = tx
    .insert(jobs)
    .values({ kind, subjectId, runAfter: now, createdAt: now })
    .onConflictDoNothing()
    .run();
  return added.changes === 1;
}

/** Claims the oldest due job whose subject no worker holds, with a lease; null without one. */
export function claimJob(now: Date): Job | null {
  return claim(
    (reader) => dueJob(reader, now),
    (tx, due) => {
      if (due.tries >= JOB_TRIES) {
        // A job that kills its worker each time never reports a failure itself.
        tx.update(jobs)
          .set({ state: "dead", takenUntil: null, failure: WORKER_DIED, finishedAt: now })
          .where(eq(jobs.id, due.id))
          .run();
        return null;
      }
      const minutes = LEASE_MINUTES[due.kind as JobKind] ?? 10;
      return tx
        .update(jobs)
        .set({ state: "running", tries: due.tries + 1, takenUntil: leaseEnd(now, { minutes }) })
        .where(eq(jobs.id, due.id))
        .returning()
        .get();
    },
  );
}

function dueJob(reader: Pick<Transaction, "select">, now: Date): Job | undefined {
  const twin = alias(jobs, "twin");
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
        gt(twin.takenUntil, now),
      ),
    );
  return reader
    .select()
    .from(jobs)
    .where(
      and(
        sql`${jobs.state} IN ('waiting', 'running')`,
        lte(jobs.runAfter, now),
        or(sql`${jobs.state} = 'waiting'`, lte(jobs.takenUntil, now)),
        notExists(sameSubjectAtWork),
      ),
    )
    .orderBy(asc(jobs.runAfter), sql`${jobs}.rowid`)
    .limit(1)
    .get();
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
    const isReplaced = tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.kind, job.kind), eq(jobs.subjectId, job.subjectId), sql`${jobs.state} = 'waiting'`))
      .get();
    const ending = { takenUntil: null, failure: failure.slice(0, 1000) };
    if (isReplaced !== undefined || retryAt === null) {
      tx.update(jobs)
        .set({ ...ending, state: "dead", finishedAt: now })
        .where(isStillHeld(job))
        .run();
      return isReplaced === undefined ? "dead" : "replaced";
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
