import { backups } from "~/adapters/adapters.server";
import { logLine } from "~/adapters/log/log.server";
import { renderBookFile } from "~/domain/book/books/books.server";
import { preparePhoto } from "~/domain/diary/photos/photo-preparing.server";
import {
  failJob,
  finishJob,
  isNoPhotoJob,
  isPhotoJob,
  type Job,
  type JobKind,
  jobQueue,
  releaseJob,
} from "~/domain/kernel/jobs/queue.server";
import { makeShipmentFiles, noteFilesSetAside } from "~/domain/operations/printing/shipment-files.server";
import { makeVouchersOfBatch } from "~/domain/shop/vouchers/batches.server";
import { workOnRestore } from "~/domain/system/backups/restore-work.server";
import { ownJobs } from "~/domain/system/machines/left-work.server";
import { noteJob } from "~/monitoring/metrics.server";

export type JobFunctions = Record<JobKind, (subjectId: string, now: Date, tries: number) => Promise<unknown>>;

const FUNCTIONS: JobFunctions = {
  "render-book": renderBookFile,
  "make-print-files": makeShipmentFiles,
  "make-vouchers": makeVouchersOfBatch,
  "prepare-photo": preparePhoto,
  "restore-account": (requestId, now) => workOnRestore(backups, requestId, now),
};

/** As many as a machine's photo processes. */
const PHOTO_LANES = 2;
/** A run of the schedule ends, so that its end is recorded. */
const PHOTOS_PER_LANE = 50;

/** The jobs that this process runs now. */
const held = new Set<Job>();

/** Gives back the jobs that a stop in good order interrupts: the next worker takes them, and they count as no death. */
export function releaseHeldJobs(now: Date): void {
  for (const job of held) releaseJob(job, now);
}

/** Runs the next due job that is no photo's. One in each run of the schedule; heavy work is done in child processes. */
export async function runWaitingJob(now: Date, functions: JobFunctions = FUNCTIONS): Promise<void> {
  await workOn(now, { most: 1, where: ownJobs(isNoPhotoJob, now) }, functions);
}

/** Prepares the photos that wait, a few at a time. */
export async function prepareWaitingPhotos(now: Date, functions: JobFunctions = FUNCTIONS): Promise<void> {
  const lane = () => workOn(now, { most: PHOTOS_PER_LANE, where: ownJobs(isPhotoJob, now) }, functions);
  await Promise.all(Array.from({ length: PHOTO_LANES }, lane));
}

type Which = Pick<Parameters<typeof jobQueue.work>[1], "most" | "where">;

async function workOn(now: Date, which: Which, functions: JobFunctions): Promise<void> {
  await jobQueue.work(now, {
    ...which,
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
  held.add(job);
  let outcome: "done" | "failed" = "failed";
  try {
    const work = Object.hasOwn(functions, job.kind) ? functions[job.kind as JobKind] : undefined;
    if (work === undefined) throw new Error(`Nobody knows how to do a job of the kind ${job.kind}.`);
    await work(job.subjectId, now, job.tries);
    finishJob(job, new Date(now.getTime() + performance.now() - began));
    outcome = "done";
  } finally {
    held.delete(job);
    noteJob(job.kind, outcome, performance.now() - began);
  }
}
