import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { jobs } from "#db/schema";
import { isSignatureOf, signatureOf } from "../links/signatures.server";
import { MINUTE_MS } from "../time/durations";
import { failJob, type Job, type JobKind, jobQueue, LONGEST_JOB_MINUTES } from "./queue.server";

/**
 * Jobs that a machine without the database works on, under the same leases as the worker's own. What the machine holds of a
 * lease is signed by us and says all that its report is read with, so that nothing is looked up for one that comes late.
 */

export interface LentJob<About> {
  /** The machine that holds it. */
  readonly machineId: string;
  readonly jobId: string;
  readonly kind: string;
  readonly subjectId: string;
  /** The lease: a job is lent once at most, so that no other has this number. */
  readonly tries: number;
  /** In milliseconds since 1970; the lease is not renewed after it. */
  readonly until: number;
  readonly about: About;
}

const PURPOSE = "lent job";
const STOPPED = "The machine that had it stopped.";

/** @param about what the report is read with */
export function writeLent({ id, kind, subjectId, tries }: Job, machineId: string, about: unknown, now: Date): string {
  const until = now.getTime() + LONGEST_JOB_MINUTES * MINUTE_MS;
  const lent: LentJob<unknown> = { machineId, jobId: id, kind, subjectId, tries, until, about };
  const text = Buffer.from(JSON.stringify(lent)).toString("base64url");
  return `${text}.${signatureOf(PURPOSE, text)}`;
}

/** Undefined for what we have not signed. */
export function readLent(given: string): LentJob<unknown> | undefined {
  const [text = "", signature = ""] = given.split(".");
  if (!isSignatureOf(PURPOSE, text, signature)) return undefined;
  return JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as LentJob<unknown>;
}

/**
 * Nobody has tried it. What failed, or ended a process, is the worker's: else a machine that can't reach the bucket would
 * take and fail all there is. Staff's "try again" counts tries from zero, and leaves the failure.
 */
const isUntried = sql`(${jobs.tries} = 0 AND ${jobs.failure} IS NULL)`;

/** Claims the next job of a kind for a machine. */
export function claimToLend(kind: JobKind, now: Date, more?: SQL): Job | null {
  return jobQueue.claim(now, { where: and(eq(jobs.kind, kind), isUntried, more) });
}

/** What the worker leaves to machines: jobs that came after `before` and that nobody has tried. */
export const isLeftToMachines = (before: Date): SQL => sql`(${gt(jobs.runAfter, before)} AND ${isUntried})`;

/** The job while it is held under this lease; undefined once the lease is over, whether or not another has it. */
export function heldJob(reader: Pick<Transaction, "select">, lent: LentJob<unknown>, now: Date): Job | undefined {
  return reader
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.id, lent.jobId),
        eq(jobs.tries, lent.tries),
        sql`${jobs.state} = 'running'`,
        gt(jobs.takenUntil, now),
      ),
    )
    .get();
}

/** Renews a lease. False once it is over. */
export function renewLent(lent: LentJob<unknown>, now: Date): boolean {
  return write((tx) => {
    const job = now.getTime() > lent.until ? undefined : heldJob(tx, lent, now);
    if (job) jobQueue.renew(job, now);
    return job !== undefined;
  });
}

/**
 * Takes back a job that was not done: the worker tries it at once, as the fault may be the machine's. `failure` null: the
 * machine stops in good order. False once the lease is over.
 */
export function takeBack(tx: Transaction, lent: LentJob<unknown>, failure: string | null, now: Date): boolean {
  const job = heldJob(tx, lent, now);
  if (!job) return false;
  failJob(job, failure ?? STOPPED, now, now);
  return true;
}
