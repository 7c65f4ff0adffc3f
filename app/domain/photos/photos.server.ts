import { stat } from "node:fs/promises";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { entries, loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { noteStorageFailure } from "../alarms/storage-failures.server";
import { countAttempt } from "../limits/limits.server";
import { loopOwnedBy } from "../loops/loops.server";
import { type ProcessedPhoto, processPhoto } from "./image-processing.server";
import { PHOTOS_A_WEEK, type PhotoRefusal } from "./photo-rules";

/**
 * The photos of a week. A photo is developed and stored first and then given its place in one transaction that
 * asks again whose loop it is, whether it may still change, and whether a place is free; where the answer is no,
 * its files go again. A photo that fails never takes the words beside it along, and the same photo sent to a week
 * again, by a button pressed twice, stays one photo.
 */

export type Photo = typeof photos.$inferSelect;

export interface SentPhoto {
  path: string;
  name: string;
  tooLarge: boolean;
}

export interface AddedPhotos {
  added: number;
  refused: { name: string; reason: PhotoRefusal }[];
}

export function photosOf(loopId: string, week: number): Photo[] {
  return db
    .select()
    .from(photos)
    .where(and(eq(photos.loopId, loopId), eq(photos.week, week), eq(photos.state, "ready")))
    .orderBy(asc(photos.position))
    .all();
}

/** Where each photo of a loop stands in its week, from 1, and of how many. */
export function photoPlaces(loopId: string): Map<string, { place: number; ofWeek: number }> {
  const rows = db
    .select({ id: photos.id, week: photos.week })
    .from(photos)
    .where(and(eq(photos.loopId, loopId), eq(photos.state, "ready")))
    .orderBy(asc(photos.week), asc(photos.position))
    .all();
  const places = new Map<string, { place: number; ofWeek: number }>();
  for (const { id, week } of rows) {
    const own = rows.filter((row) => row.week === week);
    places.set(id, { place: own.findIndex((row) => row.id === id) + 1, ofWeek: own.length });
  }
  return places;
}

/** Takes photos in, each by itself. The caller has checked that the week may be written by this account. */
export async function addPhotos(
  place: { accountId: string; loopId: string; week: number },
  sent: readonly SentPhoto[],
  now: Date,
): Promise<AddedPhotos> {
  const result: AddedPhotos = { added: 0, refused: [] };
  for (const file of sent) {
    const refusal = await addPhoto(place, file, now);
    if (refusal) result.refused.push({ name: tidyName(file.name), reason: refusal });
    else result.added += 1;
  }
  return result;
}

/**
 * Takes one photo in; null where it, or the same one, is there now. `photoId` is the name it was promised; a name
 * that is taken already takes no other photo in.
 */
export async function addPhoto(
  place: { accountId: string; loopId: string; week: number },
  file: SentPhoto,
  now: Date,
  photoId: string = newId(),
): Promise<PhotoRefusal | null> {
  if (file.tooLarge) return "too_large";
  if (!mayChange(place)) return "failed";
  const processed = await processPhoto(file.path);
  if (!processed.ok) return processed.reason;
  const { size: bytes } = await stat(file.path);
  // Files have a name of their own, so that of two who bring the same photo none clears away the other's.
  const keys = keysOf(place.loopId, newId());
  try {
    await storeFiles(keys, processed.photo);
  } catch (error) {
    noteStorageFailure(error, "store", now);
    // What was stored before one failed goes again; that storage fails has been said.
    await Promise.allSettled(Object.values(keys).map((key) => storage.remove(key)));
    return "failed";
  }
  let outcome: Placing = "failed";
  try {
    outcome = db.transaction(
      (tx) => givePlace(tx, { ...place, id: photoId, keys, file, photo: processed.photo, bytes, now }),
      { behavior: "immediate" },
    );
  } finally {
    if (outcome !== "placed") await removeFiles(keys, now);
  }
  return outcome === "placed" || outcome === "there_already" ? null : outcome;
}

const MEGABYTE = 1024 * 1024;

const PLACES = Array.from({ length: PHOTOS_A_WEEK }, (_, index) => index + 1);

function mayChange({ accountId, loopId }: { accountId: string; loopId: string }): boolean {
  return loopOwnedBy(accountId, loopId)?.status === "ACTIVE";
}

type Placing = "placed" | "there_already" | "too_many" | "too_much_today" | "failed";

type Keys = Record<"originalKey" | "printKey" | "screenKey" | "thumbKey", string>;

function keysOf(loopId: string, name: string): Keys {
  const stem = `photos/${loopId}/${name}`;
  return {
    originalKey: `${stem}-original.jpg`,
    printKey: `${stem}-print.jpg`,
    screenKey: `${stem}-screen.jpg`,
    thumbKey: `${stem}-thumb.jpg`,
  };
}

async function storeFiles(keys: Keys, photo: ProcessedPhoto): Promise<void> {
  const stored = await Promise.allSettled([
    storage.put(keys.originalKey, photo.original, "image/jpeg"),
    storage.put(keys.printKey, photo.print, "image/jpeg"),
    storage.put(keys.screenKey, photo.screen, "image/jpeg"),
    storage.put(keys.thumbKey, photo.thumb, "image/jpeg"),
  ]);
  // All have come to an end, so that none appears after the others were cleared away.
  const failed = stored.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

async function removeFiles(keys: Keys, now: Date): Promise<void> {
  const removed = await Promise.allSettled(Object.values(keys).map((key) => storage.remove(key)));
  for (const one of removed) if (one.status === "rejected") noteStorageFailure(one.reason, "remove", now);
}

function givePlace(
  tx: Transaction,
  request: {
    accountId: string;
    loopId: string;
    week: number;
    id: string;
    keys: Keys;
    file: SentPhoto;
    photo: ProcessedPhoto;
    /** As it was sent. */
    bytes: number;
    now: Date;
  },
): Placing {
  const { loopId, week, photo, now } = request;
  if (!mayChange(request)) return "failed";
  const known = tx.select({ id: photos.id }).from(photos).where(eq(photos.id, request.id)).get();
  if (known) return "there_already";
  const there = tx
    .select({ position: photos.position, sha256: photos.sha256 })
    .from(photos)
    .where(and(eq(photos.loopId, loopId), eq(photos.week, week), eq(photos.state, "ready")))
    .all();
  if (there.some((row) => row.sha256 === photo.sha256)) return "there_already";
  const position = PLACES.find((place) => there.every((row) => row.position !== place));
  if (position === undefined) return "too_many";
  const megabytes = Math.ceil(request.bytes / MEGABYTE);
  if (!countAttempt("photo_megabytes", request.accountId, now, megabytes)) return "too_much_today";
  raiseContentVersion(tx, request.accountId, loopId, now);
  putBackToReview(tx, { loopId, week });
  tx.insert(photos)
    .values({
      id: request.id,
      loopId,
      week,
      position,
      fileName: tidyName(request.file.name),
      width: photo.width,
      height: photo.height,
      printWidth: photo.printWidth,
      printHeight: photo.printHeight,
      bytes: photo.print.length,
      sha256: photo.sha256,
      ...request.keys,
      createdAt: now,
    })
    .run();
  return "placed";
}

/** Marks a loop as changed, if it is this account's and may still change. Answers whether it was. */
export function raiseContentVersion(tx: Transaction, accountId: string, loopId: string, now: Date): boolean {
  const changed = tx
    .update(loops)
    .set({ contentVersion: sql`${loops.contentVersion} + 1`, updatedAt: now })
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId), eq(loops.status, "ACTIVE")))
    .run();
  return changed.changes === 1;
}

/** A week whose photos or captions changed goes before the moderator again, whatever was decided about it. */
export function putBackToReview(tx: Transaction, { loopId, week }: { loopId: string; week: number }): void {
  tx.update(entries)
    .set({ moderation: "PENDING", flagReason: null })
    .where(
      and(
        ...[eq(entries.loopId, loopId), eq(entries.week, week)],
        inArray(entries.moderation, ["APPROVED", "REJECTED", "HIDDEN"]),
      ),
    )
    .run();
}

/** The sender's name of a file, as a label: one line, no path, at most 120 characters. */
function tidyName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  // Control characters, and those that turn the direction of reading, which make "gpj.exe" look like a photo's name.
  const shown = last.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "").trim();
  return shown.slice(0, 120) || "photo";
}

/** A photo of this account's, or undefined: not yours and not there are the same answer. */
export function photoOwnedBy(accountId: string, photoId: string): Photo | undefined {
  return db
    .select({ photo: photos })
    .from(photos)
    .innerJoin(loops, eq(loops.id, photos.loopId))
    .where(and(eq(photos.id, photoId), eq(loops.accountId, accountId), eq(photos.state, "ready")))
    .get()?.photo;
}

/** Takes a photo out of its week. Answers whether there was one to take out. */
export function removePhoto(accountId: string, photoId: string, now: Date): boolean {
  return db.transaction(
    (tx) => {
      const photo = photoOwnedBy(accountId, photoId);
      if (!photo || !raiseContentVersion(tx, accountId, photo.loopId, now)) return false;
      tx.update(photos).set({ state: "removed", removedAt: now }).where(eq(photos.id, photoId)).run();
      putBackToReview(tx, photo);
      return true;
    },
    { behavior: "immediate" },
  );
}

/** Reads one size of a photo's file. */
export function readPhotoFile(photo: Photo, size: "screen" | "thumb" | "print") {
  return storage.read({ screen: photo.screenKey, thumb: photo.thumbKey, print: photo.printKey }[size]);
}
