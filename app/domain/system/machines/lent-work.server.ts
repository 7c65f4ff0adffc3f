import { z } from "zod";
import { directUploads } from "~/adapters/adapters.server";
import { messageOf } from "~/adapters/log/log.server";
import {
  hasAllPhotos,
  lendBook,
  noteBookSteps,
  takeBook,
  takeBookFailure,
  takeOtherCount,
} from "~/domain/book/books/book-lending.server";
import type { LentBook } from "~/domain/book/books/lent-book.server";
import { Reported } from "~/domain/book/books/reported-book.server";
import { type LentPhoto, lendPhoto, takePhoto, takePhotoFailure } from "~/domain/diary/photos/photo-lending.server";
import { LARGEST_PHOTO_PIXELS } from "~/domain/diary/rules/photo-rules";
import { claimToLend, type LentJob, readLent, renewLent } from "~/domain/kernel/jobs/lent-jobs.server";
import { failJob, finishJob, JOB_LEASE_SECONDS } from "~/domain/kernel/jobs/queue.server";
import { JOB_OF } from "./left-work.server";
import type { Making } from "./machine-tasks";
import type { Machine } from "./machines.server";

/**
 * Work that the writer lends to machines without the database: they ask for a job, renew its lease while they work, fetch
 * and store files by signed addresses, and report. A report after its lease changes nothing.
 */

/** Whether there are addresses by which another machine fetches and stores files: a folder has none. */
export const canLend = (): boolean => directUploads !== null;

export type Lent = { lease: string; seconds: number } & (
  | { task: "photos"; work: LentPhoto }
  | { task: "books"; work: LentBook }
);

/** Jobs whose subject needs nothing any more are ended on the way, so many of them in one call. */
const MOST_LOOKED_AT = 10;

/** Claims the next job of a task for a machine; null without one. */
export async function lend(task: Making, machine: Machine, now: Date): Promise<Lent | null> {
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += 1) {
    const job = claimToLend(JOB_OF[task], now, task === "books" ? hasAllPhotos : undefined);
    if (!job) return null;
    try {
      const seconds = JOB_LEASE_SECONDS;
      if (task === "photos") {
        const lent = await lendPhoto(job, machine.id, now);
        if (lent) return { ...lent, seconds, task };
      } else {
        const lent = await lendBook(job, machine.id, now);
        if (lent) return { ...lent, seconds, task };
      }
    } catch (error) {
      failJob(job, messageOf(error), now, now);
      throw error;
    }
    finishJob(job, now);
  }
  return null;
}

/** A lease that this machine was given; undefined for any other text. */
export function leaseOf(given: string, machine: Machine): LentJob<unknown> | undefined {
  const lent = readLent(given);
  return lent?.machineId === machine.id ? lent : undefined;
}

/** Renews a lease, and shows how far its book is. False once it is over. */
export function renew(lent: LentJob<unknown>, stepsDone: number | undefined, now: Date): boolean {
  if (!renewLent(lent, now)) return false;
  if (stepsDone !== undefined) noteBookSteps(lent, stepsDone, now);
  return true;
}

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** A side, of a photo of which the other may have one pixel. */
const pixels = z.number().int().min(1).max(LARGEST_PHOTO_PIXELS);
const share = z.number().min(0).max(1);
const sizes = z.object({
  width: pixels,
  height: pixels,
  printWidth: pixels,
  printHeight: pixels,
  bytes: count.min(1),
  point: z.object({ x: share, y: share }).nullable(),
});
export const Report = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("photo_made"), sizes }),
  z.object({ outcome: z.literal("book_made"), book: Reported }),
  z.object({ outcome: z.literal("book_counted"), pageCount: count.nullable() }),
  /** Nothing was made, whatever the reason; without a message the machine stops in good order. */
  z.object({ outcome: z.literal("failed"), message: z.string().max(8000).nullable() }),
]);
export type Report = z.infer<typeof Report>;

/** Takes a report. False where its lease is over, and nothing was changed. */
export async function take(lent: LentJob<unknown>, report: Report, now: Date): Promise<boolean> {
  const isPhoto = lent.kind === "prepare-photo";
  if (report.outcome !== "failed" && report.outcome.startsWith("photo") !== isPhoto) return false;
  switch (report.outcome) {
    case "photo_made":
      return await takePhoto(lent, report.sizes, now);
    case "book_made":
      return await takeBook(lent, report.book, now);
    case "book_counted":
      return takeOtherCount(lent, report.pageCount, now);
    case "failed":
      return isPhoto ? await takePhotoFailure(lent, report.message, now) : takeBookFailure(lent, report.message, now);
  }
}
