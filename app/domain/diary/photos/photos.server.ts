import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { entries, loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { inBackground } from "~/adapters/waiting/outside-calls.server";
import { noteStorageFailure } from "~/domain/kernel/alarms/storage-failures.server";
import { queueJob } from "~/domain/kernel/jobs/queue.server";
import { countAttempt, uncountAttempt } from "~/domain/kernel/limits/limits.server";
import { beginningOf } from "~/domain/kernel/text/segments";
import { clean } from "~/domain/kernel/text/typed-text";
import { loopOwnedBy } from "../loops/loops.server";
import { PHOTOS_A_WEEK, type PhotoRefusal, printSize } from "../rules/photo-rules";
import { IMAGE_FILES } from "./image-kinds";
import { stripPhoto } from "./image-processing.server";
import { PHOTO_SIZES, type PhotoSize, type StrippedPhoto } from "./photo-orders";
import { inFolder } from "./work-folder.server";

/**
 * The photos of a week. A photo is freed of its metadata and stored first; one transaction then checks ownership, whether
 * the loop can still change and whether a position is free, and queues the making of its sizes
 * (`photo-preparing.server.ts`); if not, the file is removed. A photo that fails never affects the text saved with it, and
 * the same photo sent twice to a week, by a double click, is stored once.
 */

export type Photo = typeof photos.$inferSelect;

interface WeekPlace {
  accountId: string;
  loopId: string;
  week: number;
}

export interface SentPhoto {
  path: string;
  name: string;
  tooLarge: boolean;
  /** Its megabytes were counted when its upload slot was opened. */
  isCounted?: boolean;
  /** Why it was not stored as it arrived; there is no file then. */
  refused?: PhotoRefusal;
}

export interface AddedPhotos {
  added: number;
  refused: { name: string; reason: PhotoRefusal }[];
}

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

/** Adds photos one by one. The caller has checked that this account may write the week. */
export async function addPhotos(place: WeekPlace, sent: readonly SentPhoto[], now: Date): Promise<AddedPhotos> {
  const result: AddedPhotos = { added: 0, refused: [] };
  for (const file of sent) {
    const refusal = await addPhoto(place, file, now);
    if (refusal) result.refused.push({ name: tidyName(file.name), reason: refusal });
    else result.added += 1;
  }
  return result;
}

/**
 * Adds one photo. Returns null when it, or an identical one, is now in the week. `photoId` is the id promised to an API
 * client; an id that is already in use adds no photo. Its megabytes count before it is read, so that files that are
 * refused cannot be sent for ever; they are given back where the failure was ours, and for a photo sent twice.
 */
export async function addPhoto(
  place: WeekPlace,
  file: SentPhoto,
  now: Date,
  photoId: string = newId(),
): Promise<PhotoRefusal | null> {
  if (file.refused) return file.refused;
  if (file.tooLarge) return "too_large";
  if (!canChange(place)) return "failed";
  const { size } = await stat(file.path);
  const megabytes = megabytesOf(size);
  if (!file.isCounted && !countAttempt("photo_megabytes", place.accountId, now, megabytes)) return "too_much_today";
  let outcome: PlacementResult | PhotoRefusal = "failed";
  try {
    outcome = await storeAndPlace(place, { ...file, bytes: size }, now, photoId);
  } finally {
    const isGivenBack = outcome === "there_already" || outcome === "failed" || outcome === "busy";
    if (isGivenBack && !file.isCounted) uncountAttempt("photo_megabytes", place.accountId, now, megabytes);
  }
  return outcome === "placed" || outcome === "there_already" ? null : outcome;
}

/**
 * The id of a photo that a page may send again, by what the page calls it: sent again it stays what it has become
 * meanwhile, also where its owner has removed it. Undefined where the page gives it no name.
 */
export function photoIdFor({ accountId, loopId, week }: WeekPlace, key: string): string | undefined {
  if (key === "") return undefined;
  const name = JSON.stringify([accountId, loopId, week, key]);
  return createHash("sha256").update(name).digest("hex").slice(0, 32);
}

/** A photo's size as `photo_megabytes` counts it. */
export function megabytesOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / MEGABYTE));
}

async function storeAndPlace(
  place: WeekPlace,
  file: SentPhoto & { bytes: number },
  now: Date,
  photoId: string,
): Promise<PlacementResult | PhotoRefusal> {
  return await inFolder(async (folder) => {
    const original = join(folder, "original");
    const read = await stripPhoto(file.path, original, place.accountId);
    if (!read.ok) return read.reason;
    const { ending, contentType } = IMAGE_FILES[read.made.kind];
    // Every upload gets its own key, so that of two identical uploads neither deletes the other's file.
    const originalKey = `${stemOf(place.loopId, newId())}-original.${ending}`;
    try {
      await storage.put(originalKey, { file: original }, contentType);
    } catch (error) {
      noteStorageFailure(error, "store", now);
      // Without its sender waiting; the failure itself is already recorded.
      inBackground(() => Promise.allSettled([storage.remove(originalKey)]));
      return "failed";
    }
    let outcome: PlacementResult = "failed";
    try {
      outcome = write((tx) => placePhoto(tx, { ...place, id: photoId, originalKey, file, photo: read.made, now }));
    } finally {
      if (outcome !== "placed") await removeFiles([originalKey], now);
    }
    return outcome;
  });
}

const MEGABYTE = 1024 * 1024;

function canChange({ accountId, loopId }: { accountId: string; loopId: string }): boolean {
  return loopOwnedBy(accountId, loopId)?.status === "ACTIVE";
}

type PlacementResult = "placed" | "there_already" | "too_many" | "failed";

export type SizeKeys = Record<`${PhotoSize}Key`, string>;

/** The keys of all files of a photo, each once. */
export function keysOf({ originalKey, printKey, screenKey, mediumKey, thumbKey }: Photo): string[] {
  return [...new Set([originalKey, printKey, screenKey, ...(mediumKey === null ? [] : [mediumKey]), thumbKey])];
}

/** What the keys of a photo's files begin with. */
export const stemOf = (loopId: string, name: string) => `photos/${loopId}/${name}`;

/** The keys of the sizes under this stem. */
export function sizeKeys(stem: string): SizeKeys {
  return {
    printKey: `${stem}-print.jpg`,
    screenKey: `${stem}-screen.jpg`,
    mediumKey: `${stem}-medium.jpg`,
    thumbKey: `${stem}-thumb.jpg`,
  };
}

/** Stores the sizes; after a failure none is still under way, so that none arrives after it was removed. */
export async function storeSizes(keys: SizeKeys, made: Record<PhotoSize, Buffer>): Promise<void> {
  const stored = await Promise.allSettled(
    PHOTO_SIZES.map((size) => storage.put(keys[`${size}Key`], made[size], "image/jpeg")),
  );
  const failed = stored.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

export async function removeFiles(keys: readonly string[], now: Date): Promise<void> {
  const removed = await Promise.allSettled(keys.map((key) => storage.remove(key)));
  for (const one of removed) if (one.status === "rejected") noteStorageFailure(one.reason, "remove", now);
}

function placePhoto(
  tx: Transaction,
  request: WeekPlace & {
    id: string;
    originalKey: string;
    file: SentPhoto & { bytes: number };
    photo: StrippedPhoto;
    now: Date;
  },
): PlacementResult {
  const { id, accountId, loopId, week, originalKey, file, photo, now } = request;
  if (!canChange(request)) return "failed";
  const known = findPhoto(id);
  if (known) return "there_already";
  if (photosOf(loopId, week).some((row) => row.sha256 === photo.sha256)) return "there_already";
  const position = placeBehind(tx, loopId, week);
  if (position === null) return "too_many";
  raiseContentVersion(tx, accountId, loopId, now);
  const { width, height } = photo;
  const print = printSize(width, height);
  // Somebody who sends a year's photos at once is worked for after all who sent a week's.
  const isAwaited = (countWaiting(accountId)?.photos ?? 0) < PHOTOS_A_WEEK;
  tx.insert(photos)
    .values({
      id,
      loopId,
      week,
      position,
      isWaiting: true,
      fileName: tidyName(file.name),
      width,
      height,
      printWidth: print.width,
      printHeight: print.height,
      bytes: file.bytes,
      sentBytes: file.bytes,
      sha256: photo.sha256,
      originalKey,
      ...{ printKey: originalKey, screenKey: originalKey, mediumKey: originalKey, thumbKey: originalKey },
      createdAt: now,
    })
    .run();
  queueJob(tx, { kind: "prepare-photo", subjectId: id, now, isAwaited });
  leaveOutFailed(loopId, week);
  followPhotos(tx, { loopId, week }, now);
  return "placed";
}

const countWaiting = prepareGet((accountId: string) =>
  db
    .select({ photos: count() })
    .from(photos)
    .innerJoin(loops, eq(loops.id, photos.loopId))
    .where(and(eq(loops.accountId, accountId), sql`${photos.isWaiting} = 1`)),
);

/** A photo that came after one that could not be used is there in its place. */
const leaveOutFailed = prepareRun((loopId: string, week: number) =>
  db
    .update(photos)
    .set({ state: "removed" })
    .where(and(eq(photos.loopId, loopId), eq(photos.week, week), eq(photos.state, "failed"))),
);

const findPhoto = prepareGet((requestId: string) =>
  db.select({ id: photos.id }).from(photos).where(eq(photos.id, requestId)),
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

/** The sender's file name as a label: one line, no path, at most 120 characters. */
function tidyName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  // Without marks that reverse the reading direction, which disguise "gpj.exe" as a photo.
  return beginningOf(clean(last, "line"), 120) || "photo";
}

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

/** Reads one size of a photo's file; of a photo whose medium size is not made yet, the screen size. */
export function readPhotoFile(photo: Photo, size: PhotoSize) {
  return storage.read(photo[`${size}Key`] ?? photo.screenKey);
}

/** Reads a photo as it came, without its metadata. */
export async function readOriginal({ originalKey }: Photo) {
  const file = await storage.read(originalKey);
  const kind = Object.values(IMAGE_FILES).find(({ ending }) => originalKey.endsWith(`.${ending}`));
  return file && kind && { bytes: file.bytes, body: file.body, contentType: kind.contentType };
}
