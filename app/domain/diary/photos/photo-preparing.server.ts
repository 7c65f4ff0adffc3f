import { join } from "node:path";
import { and, asc, eq, lt, notExists, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { jobs, loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { dropJob, queueJob } from "~/domain/kernel/jobs/queue.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { isWorthRetrying, type PhotoRefusal } from "../rules/photo-rules";
import { makeSizes, type Printed } from "./image-processing.server";
import { notifyUnreadable } from "./photo-emails.server";
import { removeFiles, type SizeKeys, sizeKeys, storeSizes } from "./photo-files.server";
import type { RenderedSizes } from "./photo-orders";
import { followPhotos, type Photo, returnToModeration } from "./photos.server";
import { storedPoint } from "./point-of-interest";
import { inFolder } from "./work-folder.server";

/**
 * Makes the sizes of a photo that waits for them, once, from its original, by the queue of photos or, where that needs
 * them first, by the book of its year. The keys of the sizes follow from the original's, so that work which was killed is
 * stored again in the same places. A photo that turns out to be broken leaves its week, and its owner is told.
 */

export type Preparing = "made" | "refused" | "not_waiting";

/** How often a photo is tried whose process was stopped, or whose original is not found: neither need be its fault. */
const TRIES_OF_UNCERTAIN = 3;

/** @throws Error for what may pass, so that it is tried again; at the third try the photo is refused. */
export async function preparePhoto(photoId: string, now: Date, tries = 1): Promise<Preparing> {
  const photo = findWaiting(photoId);
  if (!photo) return "not_waiting";
  const made = await inFolder((folder) => makeFrom(photo, join(folder, "original")));
  if (made.ok) return (await keep(photo, made.made, now)) ? "made" : "not_waiting";
  if (mayPass(made.reason, tries)) throw new Error(notPrepared(photoId, made.reason));
  return write((tx) => refuse(tx, photo, made.reason, now)) ? "refused" : "not_waiting";
}

/** Whether the photo is tried again, because this need not be its fault. */
function mayPass(reason: PhotoRefusal, tries: number): boolean {
  const isUncertain = reason === "stopped" || reason === "failed";
  return (isUncertain && tries < TRIES_OF_UNCERTAIN) || (isWorthRetrying(reason) && reason !== "failed");
}

const notPrepared = (photoId: string, reason: PhotoRefusal) => `Photo ${photoId} wasn’t prepared: ${reason}.`;

/** The ids of a loop's photos that wait. */
export const waitingPhotosOf = (loopId: string): string[] => listWaitingOf(loopId).map(({ id }) => id);

/** Prepares all photos of a loop that wait. @throws where one could not be prepared just now. */
export async function preparePhotosOf(loopId: string, now: Date): Promise<void> {
  for (const id of waitingPhotosOf(loopId)) await preparePhoto(id, now);
}

/** Queues photos that wait without a job, such as those that came back from a copy. Returns how many. */
export function queueForgotten(now: Date): number {
  const forgotten = listForgotten(new Date(now.getTime() - MINUTE_MS));
  if (forgotten.length === 0) return 0;
  write((tx) => {
    for (const { id } of forgotten) queueJob(tx, { kind: "prepare-photo", subjectId: id, now });
  });
  return forgotten.length;
}

/** SQLite finds them by their partial index, in whose words this is. */
const isWaiting = sql`${photos.isWaiting} = 1`;

export const findWaiting = prepareGet((photoId: string) =>
  db
    .select()
    .from(photos)
    .where(and(eq(photos.id, photoId), isWaiting)),
);

const listWaitingOf = prepareAll((loopId: string) =>
  db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.loopId, loopId), isWaiting))
    .orderBy(asc(photos.week), asc(photos.position)),
);

/** One whose job is dead waits for staff. */
const listForgotten = prepareAll((before: Date) =>
  db
    .select({ id: photos.id })
    .from(photos)
    .where(
      and(
        isWaiting,
        lt(photos.createdAt, before),
        notExists(
          db
            .select({ id: jobs.id })
            .from(jobs)
            .where(and(eq(jobs.kind, "prepare-photo"), eq(jobs.subjectId, photos.id), sql`${jobs.state} <> 'done'`)),
        ),
      ),
    )
    .limit(MOST_QUEUED),
);

const MOST_QUEUED = 200;

async function makeFrom(photo: Photo, path: string) {
  if (!(await storage.download(photo.originalKey, path))) return { ok: false, reason: "failed" } as const;
  return await makeSizes(path, photo.quarterTurns);
}

/** Stores the sizes and names them in the photo's row. False, and without effect, for one that waits no longer. */
async function keep(photo: Photo, made: Printed, now: Date): Promise<boolean> {
  const keys = sizeKeys(photo.originalKey.replace(/-original\.[a-z]+$/, ""));
  let isKept = false;
  try {
    await storeSizes(keys, made);
    isKept = write((tx) => settle(tx, photo, { ...made, bytes: made.print.length }, keys));
  } finally {
    if (!isKept) await removeUnnamed(photo.id, keys, now);
  }
  return isKept;
}

/** Removes files of sizes, except those that the photo's row names. Whether it names them. */
export async function removeUnnamed(photoId: string, keys: SizeKeys, now: Date): Promise<boolean> {
  // Somebody else may have made the same sizes meanwhile, under the same keys.
  const named: string[] = Object.values(findKeys(photoId) ?? {}).filter((key) => key !== null);
  const unnamed = Object.values(keys).filter((key) => !named.includes(key));
  await removeFiles(unnamed, now);
  return unnamed.length === 0;
}

const findKeys = prepareGet((photoId: string) =>
  db
    .select({ print: photos.printKey, screen: photos.screenKey, medium: photos.mediumKey, thumb: photos.thumbKey })
    .from(photos)
    .where(eq(photos.id, photoId)),
);

/** What is known of sizes that were made; `bytes` are the print file's. */
export type MadeSizes = RenderedSizes & { bytes: number };

/** Names the stored sizes of a photo in its row. False, and without effect, for one that waits no longer. */
export function settle(tx: Transaction, photo: { id: string }, made: MadeSizes, keys: SizeKeys): boolean {
  const there = findWaiting(photo.id);
  if (!there) return false;
  const { width, height, printWidth, printHeight, bytes, point } = made;
  tx.update(photos)
    .set({
      ...{ ...keys, width, height, printWidth, printHeight, bytes, isWaiting: false },
      ...(point && !there.pointIsOwners && storedPoint(point)),
    })
    .where(eq(photos.id, photo.id))
    .run();
  // A moderator who has decided about the week meanwhile has not seen this photo.
  if (there.state === "ready") returnToModeration(tx, there);
  dropJob(tx, "prepare-photo", photo.id);
  return true;
}

/** Takes a photo out of its week that nothing can be made of. Its file stays as long as that of a removed photo. */
function refuse(tx: Transaction, photo: Photo, refusal: PhotoRefusal, now: Date): boolean {
  const there = findWaiting(photo.id);
  if (!there) return false;
  const isShown = there.state === "ready";
  tx.update(photos)
    .set({ isWaiting: false, refusal, ...(isShown && { state: "failed", removedAt: now }) })
    .where(eq(photos.id, photo.id))
    .run();
  dropJob(tx, "prepare-photo", photo.id);
  if (!isShown) return true;
  followPhotos(tx, there, now);
  tx.update(loops)
    .set({ contentVersion: sql`${loops.contentVersion} + 1`, updatedAt: now })
    .where(eq(loops.id, there.loopId))
    .run();
  notifyUnreadable(tx, there, refusal, now);
  return true;
}
