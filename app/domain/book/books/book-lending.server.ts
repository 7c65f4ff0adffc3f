import { and, eq, notExists, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareGet } from "#db/queries.server";
import { bookFiles, jobs, photos } from "#db/schema";
import { directDownloads, directUploads } from "~/adapters/adapters.server";
import { heldJob, type LentJob, takeBack, writeLent } from "~/domain/kernel/jobs/lent-jobs.server";
import { finishJob, type Job, LONGEST_JOB_MINUTES } from "~/domain/kernel/jobs/queue.server";
import { MINUTE_SECONDS } from "~/domain/kernel/time/durations";
import { BOOK_FILES, stepsOf } from "./book-files.server";
import {
  begin,
  FILES,
  type FinishedBook,
  fileKeys,
  finish,
  keepOtherCount,
  progressWriter,
  removeBooks,
  returnToQueue,
  stemOfFile,
} from "./book-making.server";
import { asLent, type LentBook } from "./lent-book.server";
import type { ReportedBook } from "./reported-book.server";
import { keyFor } from "./stored-photos.server";

/**
 * Books that a machine without the database makes. Each lease has keys of files that no other has; a report after the lease
 * changes nothing, and its files are removed.
 */

interface About extends FinishedBook {
  /** Whether a second report, of the pages in the other size of type, ends the job. */
  readonly countsOther: boolean;
}

const SECONDS = LONGEST_JOB_MINUTES * MINUTE_SECONDS;

/** A book whose photos wait for their sizes is not lent: the worker makes those with it. */
export const hasAllPhotos = notExists(
  db
    .select({ id: photos.id })
    .from(photos)
    .innerJoin(bookFiles, eq(bookFiles.loopId, photos.loopId))
    .where(and(eq(bookFiles.id, jobs.subjectId), sql`${photos.isWaiting} = 1`)),
);

/** What a machine needs to make the book of a claimed job; null where there is nothing to make. */
export async function lendBook(
  job: Job,
  machineId: string,
  now: Date,
): Promise<{ lease: string; work: LentBook } | null> {
  if (!directDownloads || !directUploads) return null;
  const { addressOf } = directDownloads;
  const { addressFor } = directUploads;
  const begun = begin(job.subjectId, now);
  if (!begun) return null;
  const { source, kind, loopId } = begun;
  const key = `${stemOfFile(begun)}-${newId()}.pdf`;
  const keys = fileKeys(key);
  const store = await Promise.all(
    FILES.map(async (file) => {
      const { contentType } = BOOK_FILES[file];
      return [file, await addressFor(keys[file], { contentType, seconds: SECONDS })] as const;
    }),
  );
  const work: LentBook = {
    kind,
    ...asLent(source),
    photos: await Promise.all(
      source.photoKeys.map(async (photo) => ({
        id: photo.id,
        file: await addressOf(keyFor(photo, kind), SECONDS),
        small: await addressOf(photo.thumbKey, SECONDS),
      })),
    ),
    store: Object.fromEntries(store) as LentBook["store"],
    countsOther: !source.isSignedOff,
  };
  const { contentVersion } = source;
  const about: About = {
    ...{ loopId, kind, contentVersion, key },
    ...{ photoCount: source.photoKeys.length, countsOther: work.countsOther },
  };
  return { lease: writeLent(job, machineId, about, now), work };
}

const aboutOf = (lent: LentJob<unknown>) => (lent as LentJob<About>).about;

/** Shows how far a book is. The caller has renewed its lease. */
export function noteBookSteps(lent: LentJob<unknown>, stepsDone: number, now: Date): void {
  progressWriter(lent.subjectId, stepsOf(aboutOf(lent).photoCount), now)(stepsDone);
}

/** Takes a book that was made and stored. False for a report after its lease, whose files are removed. */
export async function takeBook(lent: LentJob<unknown>, made: ReportedBook, now: Date): Promise<boolean> {
  const about = aboutOf(lent);
  const stale = write((tx) => {
    const job = heldJob(tx, lent, now);
    if (!job) return null;
    if (!about.countsOther) finishJob(job, now);
    return finish(tx, lent.subjectId, about, made, now);
  });
  // A report that comes again names the book that the first one brought.
  if (stale === null && findFile(lent.subjectId)?.key === about.key) return true;
  await removeBooks(stale ?? [about.key]);
  return stale !== null;
}

const findFile = prepareGet((bookFileId: string) =>
  db.select({ key: bookFiles.storageKey, state: bookFiles.state }).from(bookFiles).where(eq(bookFiles.id, bookFileId)),
);

/** Takes the count of the pages in the other size of type, the last of a job. False for a book that is not made yet. */
export function takeOtherCount(lent: LentJob<unknown>, pageCount: number | null, now: Date): boolean {
  return write((tx) => {
    const job = heldJob(tx, lent, now);
    const isMade = (findFile(lent.subjectId)?.state ?? "ready") === "ready";
    if (!job || !isMade) return false;
    keepOtherCount(lent.subjectId, pageCount);
    finishJob(job, now);
    return true;
  });
}

/**
 * Takes the report that the machine couldn't: the worker makes the book, or says why it can't be made. `message` null: it
 * stops in good order. False after the lease.
 */
export function takeBookFailure(lent: LentJob<unknown>, message: string | null, now: Date): boolean {
  return write((tx) => {
    const isHeld = takeBack(tx, lent, message, now);
    if (isHeld) returnToQueue(lent.subjectId, message ?? "", now);
    return isHeld;
  });
}
