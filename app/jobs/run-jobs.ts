import { logLine, messageOf } from "~/adapters/log/log.server";
import { renderBookFile } from "~/domain/books/books.server";
import { claimJob, failJob, finishJob, type JobKind } from "~/domain/jobs/queue.server";
import { makeShipmentFiles } from "~/domain/printing/shipment-files.server";
import { makeVouchersOfBatch } from "~/domain/vouchers/batches.server";
import { noteJob } from "~/monitoring/metrics.server";

export type JobFunctions = Record<JobKind, (subjectId: string, now: Date) => Promise<unknown>>;

const FUNCTIONS: JobFunctions = {
  "render-book": renderBookFile,
  "make-print-files": makeShipmentFiles,
  "make-vouchers": makeVouchersOfBatch,
};

/**
 * Runs the next due job. One job per run, so that its lease starts when it is claimed; heavy work is done in child
 * processes.
 */
export async function runWaitingJob(now: Date, functions: JobFunctions = FUNCTIONS): Promise<void> {
  const job = claimJob(now);
  if (job === null) return;
  const began = performance.now();
  const later = () => new Date(now.getTime() + performance.now() - began);
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
  }
}
