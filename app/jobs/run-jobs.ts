import { backups } from "~/adapters/adapters.server";
import { logLine, messageOf } from "~/adapters/log/log.server";
import { renderBookFile } from "~/domain/book/books/books.server";
import { RENEW_EVERY_SECONDS } from "~/domain/kernel/jobs/lease.server";
import {
  claimJob,
  failJob,
  finishJob,
  type Job,
  type JobKind,
  LONGEST_JOB_MINUTES,
  releaseJob,
  renewJobLease,
} from "~/domain/kernel/jobs/queue.server";
import { MINUTE_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import { makeShipmentFiles, noteFilesSetAside } from "~/domain/operations/printing/shipment-files.server";
import { makeVouchersOfBatch } from "~/domain/shop/vouchers/batches.server";
import { workOnRestore } from "~/domain/system/backups/restore-work.server";
import { noteJob } from "~/monitoring/metrics.server";

export type JobFunctions = Record<JobKind, (subjectId: string, now: Date) => Promise<unknown>>;

const FUNCTIONS: JobFunctions = {
  "render-book": renderBookFile,
  "make-print-files": makeShipmentFiles,
  "make-vouchers": makeVouchersOfBatch,
  "restore-account": (requestId, now) => workOnRestore(backups, requestId, now),
};

/** The job that this process runs now. */
let held: Job | null = null;

/** Gives back a job that a stop in good order interrupts: the next worker takes it, and it counts as no death. */
export function releaseHeldJob(now: Date): void {
  if (held) releaseJob(held, now);
}

/**
 * Runs the next due job under a renewed lease. One job per run, so that its lease starts when it is claimed; heavy work
 * is done in child processes.
 */
export async function runWaitingJob(now: Date, functions: JobFunctions = FUNCTIONS): Promise<void> {
  const job = claimJob(now, (tx, { kind, subjectId }) => {
    if (kind === "make-print-files") noteFilesSetAside(tx, subjectId, now);
  });
  if (job === null) return;
  held = job;
  const began = performance.now();
  const later = () => new Date(now.getTime() + performance.now() - began);
  const renewing = setInterval(() => renew(job, later(), now), RENEW_EVERY_SECONDS * SECOND_MS);
  try {
    const work = Object.hasOwn(functions, job.kind) ? functions[job.kind as JobKind] : undefined;
    if (work === undefined) throw new Error(`Nobody knows how to do a job of the kind ${job.kind}.`);
    await work(job.subjectId, now);
    finishJob(job, later());
    noteJob(job.kind, "done", performance.now() - began);
  } catch (error) {
    noteJob(job.kind, "failed", performance.now() - began);
    const outcome = failJob(job, messageOf(error), later());
    logLine("error", "job_failed", { jobId: job.id, kind: job.kind, outcome, message: messageOf(error) });
  } finally {
    clearInterval(renewing);
    held = null;
  }
}

/** A lease that cannot be renewed may expire: the job then counts as one whose process died. */
function renew(job: Job, now: Date, since: Date): void {
  if (now.getTime() - since.getTime() > LONGEST_JOB_MINUTES * MINUTE_MS) return;
  try {
    renewJobLease(job, now);
  } catch (error) {
    logLine("warn", "lease_not_renewed", { jobId: job.id, message: messageOf(error) });
  }
}
