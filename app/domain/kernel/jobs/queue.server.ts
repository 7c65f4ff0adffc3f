import { and, asc, between, desc, eq, gt, gte, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, type Transaction, write } from "#db/client.server";
import { IS_PHOTO_JOB, jobs } from "#db/schema";
import { doubledRetryAt, jobRetryAt } from "./back-off";
import { DEATHS_ALLOWED, leasedQueue, leaseEnd } from "./lease.server";

/**
 * The job queue, for work that takes longer than a response should. A job is a row written in the requester's
 * transaction; a worker claims it with a lease that it renews, and if the worker dies the lease expires and the job is
 * claimed again, once. So every job must be safe to run twice. After five failures, or the second death of its process,
 * it is dead, and stays visible.
 */

export type JobKind = "render-book" | "make-print-files" | "make-vouchers" | "restore-account" | "prepare-photo";
export type Job = typeof jobs.$inferSelect;

export const JOB_LEASE_SECONDS = 30;
/** Two that claim at the same time count their milliseconds apart, and neither may take the other's lease for a wrong one. */
const APART_SECONDS = 1;
const FIRST_WAIT_SECONDS = 5;
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

/** Takes a subject's job back, begun or not, because what it was for is done. Photos would leave a row each. */
export function dropJob(tx: Transaction, kind: JobKind, subjectId: string): void {
  tx.delete(jobs)
    .where(and(eq(jobs.kind, kind), eq(jobs.subjectId, subjectId), sql`${jobs.state} IN ('waiting', 'running')`))
    .run();
}

/** Photos are many and short, so they do not wait behind books, nor books behind them. */
export const isPhotoJob: SQL = sql`${IS_PHOTO_JOB} = 1`;
export const isNoPhotoJob: SQL = sql`${IS_PHOTO_JOB} = 0`;

/** Awaited ones first, then the oldest. */
export const jobQueue = leasedQueue(jobs, {
  isOpen: sql`${jobs.state} IN ('waiting', 'running')`,
  isDue: isJobDue,
  order: [desc(jobs.isAwaited), asc(jobs.runAfter), sql`${jobs}.rowid`],
  leaseSeconds: JOB_LEASE_SECONDS,
  longestMinutes: LONGEST_JOB_MINUTES,
  held: (takenUntil) => ({ state: "running" as const, takenUntil }),
  waiting: (runAfter) => ({ state: "waiting" as const, takenUntil: null, runAfter }),
  deaths: {
    allowed: DEATHS_ALLOWED,
    queue: "job",
    nameOf: ({ kind, subjectId }) => `${kind} of ${subjectId}`,
    ended: (_job, finishedAt) => ({ state: "dead" as const, finishedAt }),
  },
});

/** One whose subject no worker holds. A lease that ends later than any was taken while the clock was ahead. */
function isJobDue(now: Date): SQL | undefined {
  const twin = alias(jobs, "twin");
  const longestLease = leaseEnd(now, JOB_LEASE_SECONDS + APART_SECONDS);
  const sameSubjectAtWork = db
    .select({ id: twin.id })
    .from(twin)
    .where(
      and(
        eq(twin.kind, jobs.kind),
        eq(twin.subjectId, jobs.subjectId),
        // Those that are held are unfinished; said so that SQLite can use the partial index of those.
        sql`${twin.state} <> 'done'`,
        between(twin.takenUntil, new Date(now.getTime() + 1), longestLease),
      ),
    );
  return and(
    lte(jobs.runAfter, now),
    or(sql`${jobs.state} = 'waiting'`, lte(jobs.takenUntil, now), gt(jobs.takenUntil, longestLease)),
    notExists(sameSubjectAtWork),
  );
}

/** Gives back the job of a worker that stops in good order, as if it had not been taken. */
export function releaseJob(job: Job, now: Date): void {
  write((tx) => {
    const state = hasTwin(tx, job) ? "dead" : "waiting";
    jobQueue.settle(tx, job, { state, tries: job.tries - 1, takenUntil: null, runAfter: now });
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
export function hasTwin(tx: Transaction, job: Job): boolean {
  const twin = tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.kind, job.kind), eq(jobs.subjectId, job.subjectId), sql`${jobs.state} = 'waiting'`))
    .get();
  return twin !== undefined;
}

/** Marks the job as done. Does nothing for a worker that has lost its lease. */
export function finishJob(job: Job, now: Date): void {
  jobQueue.settle(db, job, { state: "done", takenUntil: null, failure: null, finishedAt: now });
}

const retryAtOf = ({ kind, tries }: Job, now: Date) =>
  kind === "prepare-photo" ? doubledRetryAt(FIRST_WAIT_SECONDS, tries, now) : jobRetryAt(tries, now);

/**
 * Marks the job as failed: it waits for a retry, or is dead. A newer job for the same subject replaces it. A photo is
 * never given up: its owner has given it to us, and an outage that ends mends it.
 */
export function failJob(
  job: Job,
  failure: string,
  now: Date,
  retryAt = retryAtOf(job, now),
): "waiting" | "dead" | "replaced" {
  return write((tx) => {
    const isReplaced = hasTwin(tx, job);
    if (retryAt && !isReplaced) {
      jobQueue.retry(tx, job, retryAt, failure);
      return "waiting";
    }
    jobQueue.settle(tx, job, { state: "dead", takenUntil: null, failure: failure.slice(0, 1000), finishedAt: now });
    return isReplaced ? "replaced" : "dead";
  });
}
