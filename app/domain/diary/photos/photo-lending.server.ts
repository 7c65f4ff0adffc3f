import { write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { directDownloads, directUploads } from "~/adapters/adapters.server";
import type { StoringAddress } from "~/adapters/storage/contract";
import { heldJob, type LentJob, takeBack, writeLent } from "~/domain/kernel/jobs/lent-jobs.server";
import { finishJob, type Job, LONGEST_JOB_MINUTES } from "~/domain/kernel/jobs/queue.server";
import { MINUTE_SECONDS } from "~/domain/kernel/time/durations";
import { sizeKeys, stemOf } from "./photo-files.server";
import { PHOTO_SIZES, type PhotoSize } from "./photo-orders";
import { findWaiting, type MadeSizes, removeUnnamed, settle } from "./photo-preparing.server";

/**
 * Sizes of a photo that a machine without the database makes. Each lease has keys of files that no other has, so that what a
 * late machine stores is in nobody's place; a report after the lease changes nothing, and its files are removed.
 */

export interface LentPhoto {
  /** Where the original is fetched. */
  readonly original: string;
  readonly quarterTurns: number;
  /** Where each size is stored, a JPEG. */
  readonly store: Readonly<Record<PhotoSize, StoringAddress>>;
}

/** The stem of the sizes' keys. */
type About = string;

const SECONDS = LONGEST_JOB_MINUTES * MINUTE_SECONDS;

/** What a machine needs to make the sizes of a claimed job's photo; null where there is nothing to make. */
export async function lendPhoto(
  job: Job,
  machineId: string,
  now: Date,
): Promise<{ lease: string; work: LentPhoto } | null> {
  const photo = findWaiting(job.subjectId);
  if (!photo || !directDownloads || !directUploads) return null;
  const stem: About = stemOf(photo.loopId, newId());
  const keys = sizeKeys(stem);
  const { addressFor } = directUploads;
  const store = await Promise.all(
    PHOTO_SIZES.map(async (size) => {
      const address = await addressFor(keys[`${size}Key`], { contentType: "image/jpeg", seconds: SECONDS });
      return [size, address] as const;
    }),
  );
  const work: LentPhoto = {
    original: await directDownloads.addressOf(photo.originalKey, SECONDS),
    quarterTurns: photo.quarterTurns,
    store: Object.fromEntries(store) as LentPhoto["store"],
  };
  return { lease: writeLent(job, machineId, stem, now), work };
}

/** Takes sizes that were made and stored. False for a report after its lease, whose files are removed. */
export async function takePhoto(lent: LentJob<unknown>, made: MadeSizes, now: Date): Promise<boolean> {
  const { subjectId: id, about } = lent as LentJob<About>;
  const keys = sizeKeys(about);
  const isKept = write((tx) => {
    const job = heldJob(tx, lent, now);
    if (!job) return false;
    const isSettled = settle(tx, { id }, made, keys);
    // One that waits no longer has been made, turned or deleted meanwhile.
    if (!isSettled) finishJob(job, now);
    return isSettled;
  });
  return isKept || (await removeUnnamed(id, keys, now));
}

/**
 * Takes the report that the machine couldn't: the worker makes them, or refuses the photo when it has looked. What the
 * machine has stored is removed. `message` null: it stops in good order. False after the lease.
 */
export async function takePhotoFailure(lent: LentJob<unknown>, message: string | null, now: Date): Promise<boolean> {
  const { subjectId, about } = lent as LentJob<About>;
  const isHeld = write((tx) => takeBack(tx, lent, message, now));
  await removeUnnamed(subjectId, sizeKeys(about), now);
  return isHeld;
}
