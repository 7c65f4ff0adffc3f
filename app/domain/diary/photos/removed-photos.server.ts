import { and, asc, eq, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { KEEP_REMOVED_PHOTOS_DAYS } from "~/domain/kernel/time/retention-periods";
import { isPhotoRefusal, type PhotoRefusal } from "../rules/photo-rules";
import { keysOf } from "./photo-files.server";
import { followPhotos, type Photo, placeBehind, raiseContentVersion } from "./photos.server";
import { isRestorable } from "./removed-photos";

/**
 * Photos that their owner removed from a week: they can be put back for some days, and are then deleted. And those that
 * could not be used: their week says so until another photo comes, or their owner leaves them out.
 */

/** Photos per run; the next run continues. */
const MOST_PER_RUN = 200;

const isRemoved = and(eq(photos.state, "removed"), isNotNull(photos.removedAt));
const canComeBack = and(isRemoved, isNull(photos.refusal));
/** Those that could not be used are kept as long. */
const isOut = and(inArray(photos.state, ["removed", "failed"]), isNotNull(photos.removedAt));

export type RemovedPhoto = Photo & { removedAt: Date };

/** The removed photos of a week that can still be put back. */
export function removedPhotosOf(loopId: string, week: number, now: Date): RemovedPhoto[] {
  return listRemovedPhotos(loopId, week).flatMap((photo) =>
    photo.removedAt && isRestorable(photo.removedAt, now) ? [{ ...photo, removedAt: photo.removedAt }] : [],
  );
}

const listRemovedPhotos = prepareAll((loopId: string, week: number) =>
  db
    .select()
    .from(photos)
    .where(and(eq(photos.loopId, loopId), eq(photos.week, week), canComeBack))
    .orderBy(asc(photos.removedAt)),
);

export type RestoreResult = { ok: true } | { ok: false; reason: "not_found" | "full" };

/** Puts a removed photo back into its week, behind the others, until its loop is signed off. */
export function restorePhoto(accountId: string, photoId: string, now: Date): RestoreResult {
  return write((tx): RestoreResult => {
    const photo = findOwnRemovedPhoto(photoId, accountId)?.photo;
    if (!photo?.removedAt || !isRestorable(photo.removedAt, now)) return { ok: false, reason: "not_found" };
    const position = placeBehind(tx, photo.loopId, photo.week);
    if (position === null) return { ok: false, reason: "full" };
    if (!raiseContentVersion(tx, accountId, photo.loopId, now)) return { ok: false, reason: "not_found" };
    tx.update(photos).set({ state: "ready", removedAt: null, position }).where(eq(photos.id, photoId)).run();
    followPhotos(tx, photo, now);
    return { ok: true };
  });
}

const findOwnRemovedPhoto = prepareGet((photoId: string, accountId: string) =>
  db
    .select({ photo: photos })
    .from(photos)
    .innerJoin(loops, eq(loops.id, photos.loopId))
    .where(and(eq(photos.id, photoId), eq(loops.accountId, accountId), canComeBack)),
);

export type FailedPhoto = Pick<Photo, "id" | "week" | "fileName"> & { refusal: PhotoRefusal };

/** The photos of a loop that could not be used and that nothing has replaced, in the order of their weeks. */
export function failedPhotosOf(loopId: string): FailedPhoto[] {
  return listFailedPhotos(loopId).map(({ refusal, ...photo }) => ({
    ...photo,
    refusal: isPhotoRefusal(refusal) ? refusal : "stopped",
  }));
}

const listFailedPhotos = prepareAll((loopId: string) =>
  db
    .select({ id: photos.id, week: photos.week, fileName: photos.fileName, refusal: photos.refusal })
    .from(photos)
    .where(and(eq(photos.loopId, loopId), eq(photos.state, "failed")))
    .orderBy(asc(photos.week), asc(photos.createdAt)),
);

/** Ends what a week says about a photo that could not be used. Returns whether there was one. */
export function leaveOutPhoto(accountId: string, photoId: string): boolean {
  return updateLeftOut(photoId, accountId).changes === 1;
}

const updateLeftOut = prepareRun((photoId: string, accountId: string) =>
  db
    .update(photos)
    .set({ state: "removed" })
    .where(
      and(
        ...[eq(photos.id, photoId), eq(photos.state, "failed")],
        inArray(photos.loopId, db.select({ id: loops.id }).from(loops).where(eq(loops.accountId, accountId))),
      ),
    ),
);

/**
 * Deletes removed photos whose days are over: the files first, then the row, so that an interrupted run starts again.
 * Returns how many. @throws when storage fails; the next run continues.
 */
export async function deleteRemovedPhotos(now: Date): Promise<number> {
  const old = new Date(now.getTime() - KEEP_REMOVED_PHOTOS_DAYS * DAY_MS);
  const due = db
    .select()
    .from(photos)
    .where(and(isOut, lt(photos.removedAt, old)))
    .limit(MOST_PER_RUN)
    .all()
    .filter(({ removedAt }) => removedAt && !isRestorable(removedAt, now));
  for (const photo of due) {
    for (const key of keysOf(photo)) await storage.remove(key);
    db.delete(photos)
      .where(and(eq(photos.id, photo.id), isOut))
      .run();
  }
  return due.length;
}
