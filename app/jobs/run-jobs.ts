import { backups } from "~/adapters/adapters.server";
import { logLine } from "~/adapters/log/log.server";
import { renderBookFile } from "~/domain/book/books/books.server";
import { failJob, finishJob, type Job, type JobKind, jobQueue, releaseJob } from "~/domain/kernel/jobs/queue.server";
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

/** Runs the next due job. One in each run of the schedule; heavy work is done in child processes. */
export async function runWaitingJob(now: Date, functions: JobFunctions = FUNCTIONS): Promise<void> {
  await jobQueue.work(now, {
    most: 1,
    run: (job) => runJob(job, functions, now),
    failed(job, message, at) {
      const outcome = failJob(job, message, at);
      logLine("error", "job_failed", { jobId: job.id, kind: job.kind, outcome, message });
    },
    onSetAside(tx, { kind, subjectId }) {
      if (kind === "make-print-files") noteFilesSetAside(tx, subjectId, now);
    },
  });
}

async function runJob(job: Job, functions: JobFunctions, now: Date): Promise<void> {
  const began = performance.now();
  held = job;
  let outcome: "done" | "failed" = "failed";
  try {
    const work = Object.hasOwn(functions, job.kind) ? functions[job.kind as JobKind] : undefined;
    if (work === undefined) throw new Error(`Nobody knows how to do a job of the kind ${job.kind}.`);
    await work(job.subjectId, now);
    finishJob(job, new Date(now.getTime() + performance.now() - began));
    outcome = "done";
  } finally {
    held = null;
    noteJob(job.kind, outcome, performance.now() - began);
  }
}
