import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { entries, loops, photos } from "#db/schema";
import { PHOTOS_A_WEEK } from "../rules/photo-rules";

/** The photos of a week, in their places: what is there, and what a change of them means for the week and its loop. */

export type Photo = typeof photos.$inferSelect;

export const photosOf = prepareAll((loopId: string, week: number) =>
  db
    .select()
    .from(photos)
    .where(and(eq(photos.loopId, loopId), eq(photos.week, week), eq(photos.state, "ready")))
    .orderBy(asc(photos.position)),
);

/** The position of each photo of a loop within its week, from 1, and the number of photos in that week. */
export function photoPlaces(loopId: string): Map<string, { place: number; ofWeek: number }> {
  const rows = listPhotoPlaces(loopId);
  const places = new Map<string, { place: number; ofWeek: number }>();
  for (const { id, week } of rows) {
    const own = rows.filter((row) => row.week === week);
    places.set(id, { place: own.findIndex((row) => row.id === id) + 1, ofWeek: own.length });
  }
  return places;
}

const listPhotoPlaces = prepareAll((loopId: string) =>
  db
    .select({ id: photos.id, week: photos.week })
    .from(photos)
    .where(and(eq(photos.loopId, loopId), eq(photos.state, "ready")))
    .orderBy(asc(photos.week), asc(photos.position)),
);

/** The place behind a week's photos, which close up where one was removed; null for a week that has all. */
export function placeBehind(_tx: Transaction, loopId: string, week: number): number | null {
  const there = photosOf(loopId, week);
  if (there.length >= PHOTOS_A_WEEK) return null;
  for (const [index, { id, position }] of there.entries()) {
    if (position !== index + 1) updatePosition(index + 1, id);
  }
  return there.length + 1;
}

const updatePosition = prepareRun((position: number, id: string) =>
  db.update(photos).set({ position }).where(eq(photos.id, id)),
);

/** Raises a loop's content version if the loop is this account's and can still change. Returns whether it did. */
export function raiseContentVersion(_tx: Transaction, accountId: string, loopId: string, now: Date): boolean {
  const changed = updateContentVersion(now, loopId, accountId);
  return changed.changes === 1;
}

const updateContentVersion = prepareRun((now: Date, loopId: string, accountId: string) =>
  db
    .update(loops)
    .set({ contentVersion: sql`${loops.contentVersion} + 1`, updatedAt: now })
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId), eq(loops.status, "ACTIVE"))),
);

const isOf = (loopId: string, week: number) => and(eq(entries.loopId, loopId), eq(entries.week, week));

/** A week whose captions changed returns to moderation, even after a decision. */
export function returnToModeration(_tx: Transaction, { loopId, week }: { loopId: string; week: number }): void {
  updateModeration(loopId, week);
}

const updateModeration = prepareRun((loopId: string, week: number) =>
  db
    .update(entries)
    .set({ moderation: "PENDING", flagReason: null })
    .where(
      and(
        ...[eq(entries.loopId, loopId), eq(entries.week, week)],
        inArray(entries.moderation, ["APPROVED", "REJECTED", "HIDDEN"]),
      ),
    ),
);

/** So does a week whose photos changed; without any, a finished week is open again, and with one it is finished. */
export function followPhotos(tx: Transaction, place: { loopId: string; week: number }, now: Date): void {
  returnToModeration(tx, place);
  const { loopId, week } = place;
  if (photosOf(loopId, week).length === 0) updateOpenAgain(now, loopId, week);
  else clearOpenAgain(loopId, week);
}

const updateOpenAgain = prepareRun((now: Date, loopId: string, week: number) =>
  db.update(entries).set({ openAgainAt: now }).where(isOf(loopId, week)),
);

const clearOpenAgain = prepareRun((loopId: string, week: number) =>
  db.update(entries).set({ openAgainAt: null }).where(isOf(loopId, week)),
);

/** A photo of this account. A foreign id gets the same result as an unknown one: undefined. */
export function photoOwnedBy(accountId: string, photoId: string): Photo | undefined {
  return findOwnPhoto(photoId, accountId)?.photo;
}

const findOwnPhoto = prepareGet((photoId: string, accountId: string) =>
  db
    .select({ photo: photos })
    .from(photos)
    .innerJoin(loops, eq(loops.id, photos.loopId))
    .where(and(eq(photos.id, photoId), eq(loops.accountId, accountId), eq(photos.state, "ready"))),
);

/** Removes a photo from its week. Returns whether there was one to remove. */
export function removePhoto(accountId: string, photoId: string, now: Date): boolean {
  return write((tx) => {
    const photo = photoOwnedBy(accountId, photoId);
    if (!photo || !raiseContentVersion(tx, accountId, photo.loopId, now)) return false;
    updateRemoved(now, photoId);
    followPhotos(tx, photo, now);
    return true;
  });
}

const updateRemoved = prepareRun((now: Date, photoId: string) =>
  db.update(photos).set({ state: "removed", removedAt: now }).where(eq(photos.id, photoId)),
);
