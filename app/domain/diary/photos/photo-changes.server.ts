import { join } from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { inBackground } from "~/adapters/waiting/outside-calls.server";
import { noteStorageFailure } from "~/domain/kernel/alarms/storage-failures.server";
import { dropJob } from "~/domain/kernel/jobs/queue.server";
import { makeSizes, type Printed, type RemakeResult } from "./image-processing.server";
import { keysOf, removeFiles, sizeKeys, stemOf, storeSizes } from "./photo-files.server";
import { type Photo, photoOwnedBy, photosOf, raiseContentVersion, returnToModeration } from "./photos.server";
import { type Point, pointOf, storedPoint, turnPoint } from "./point-of-interest";
import { inFolder } from "./work-folder.server";

/**
 * Changes to an existing photo: turning, reordering, captions. Turning makes its sizes again from the original, which
 * never changes.
 */

export type ChangeResult = { ok: true } | { ok: false; reason: "not_found" | "failed" };

/** Turns a photo by a quarter, until its loop is signed off. */
export async function turnPhoto(
  accountId: string,
  photoId: string,
  direction: "left" | "right",
  now: Date,
): Promise<ChangeResult> {
  const photo = photoOwnedBy(accountId, photoId);
  if (!photo) return { ok: false, reason: "not_found" };
  const quarterTurns = (photo.quarterTurns + (direction === "right" ? 1 : 3)) % 4;
  const keys = sizeKeys(stemOf(photo.loopId, newId()));
  let isStored = false;
  let isSaved = false;
  try {
    const remade = await inFolder((folder) => makeSizesAgain(accountId, photo, quarterTurns, join(folder, "original")));
    if (!remade?.ok) return { ok: false, reason: "failed" };
    const printed = remade.made;
    await storeSizes(keys, printed);
    isStored = true;
    const { width, height, printWidth, printHeight } = printed;
    const point = pointOf(photo);
    const change = {
      ...{ ...keys, quarterTurns, width, height, printWidth, printHeight, bytes: printed.print.length },
      isWaiting: false,
      ...(point && storedPoint(turnPoint(point, quarterTurns - photo.quarterTurns))),
    };
    isSaved = write((tx) => saveTurn(tx, accountId, photo, change, now));
  } catch (error) {
    if (isStored) throw error;
    noteStorageFailure(error, "store", now);
    return { ok: false, reason: "failed" };
  } finally {
    const unused = isSaved ? keysOf(photo).filter((key) => key !== photo.originalKey) : Object.values(keys);
    inBackground(() => removeFiles(unused, now));
  }
  return isSaved ? { ok: true } : { ok: false, reason: "failed" };
}

async function makeSizesAgain(
  accountId: string,
  photo: Photo,
  quarterTurns: number,
  path: string,
): Promise<RemakeResult<Printed> | undefined> {
  if (!(await storage.download(photo.originalKey, path))) return undefined;
  return await makeSizes(path, quarterTurns, accountId);
}

/** Of two simultaneous turns only the first takes effect. */
function saveTurn(tx: Transaction, accountId: string, photo: Photo, change: Partial<Photo>, now: Date): boolean {
  const there = photoOwnedBy(accountId, photo.id);
  if (there?.printKey !== photo.printKey || !raiseContentVersion(tx, accountId, photo.loopId, now)) return false;
  tx.update(photos).set(change).where(eq(photos.id, photo.id)).run();
  dropJob(tx, "prepare-photo", photo.id);
  return true;
}

/** Swaps a photo with the one before it. */
export function movePhotoForward(accountId: string, photoId: string, now: Date): ChangeResult {
  return write((tx): ChangeResult => {
    const photo = photoOwnedBy(accountId, photoId);
    if (!photo) return { ok: false, reason: "not_found" };
    const inOrder = photosOf(photo.loopId, photo.week);
    const before = inOrder[inOrder.findIndex(({ id }) => id === photoId) - 1];
    if (!before) return { ok: true };
    if (!raiseContentVersion(tx, accountId, photo.loopId, now)) return { ok: false, reason: "failed" };
    // The database never allows two photos at one position, so one leaves its position while the other moves.
    const put = (id: string, values: Partial<Photo>) => tx.update(photos).set(values).where(eq(photos.id, id)).run();
    put(photo.id, { state: "removed" });
    put(before.id, { position: photo.position });
    put(photo.id, { state: "ready", position: before.position });
    return { ok: true };
  });
}

/** Sets what must be seen of a photo, until its loop is signed off. Repeating the same point changes nothing. */
export function movePoint(accountId: string, photoId: string, point: Point, now: Date): ChangeResult {
  return write((tx): ChangeResult => {
    const photo = photoOwnedBy(accountId, photoId);
    if (!photo) return { ok: false, reason: "not_found" };
    const stored = storedPoint(point);
    const isSame = photo.pointIsOwners && photo.pointX === stored.pointX && photo.pointY === stored.pointY;
    if (isSame) return { ok: true };
    if (!raiseContentVersion(tx, accountId, photo.loopId, now)) return { ok: false, reason: "failed" };
    tx.update(photos)
      .set({ ...stored, pointIsOwners: true })
      .where(eq(photos.id, photo.id))
      .run();
    return { ok: true };
  });
}

/** Keeps the guess of a photo from before there were any; the book is the same with and without it being kept. */
export function keepGuess(photo: { id: string; thumbKey: string }, point: Point): void {
  db.update(photos)
    .set(storedPoint(point))
    .where(and(eq(photos.id, photo.id), eq(photos.thumbKey, photo.thumbKey), isNull(photos.pointX)))
    .run();
}

/** Saves the captions of a week's photos, by photo id; ids of other weeks are ignored. */
export function captionPhotos(
  place: { accountId: string; loopId: string; week: number },
  captions: ReadonlyMap<string, string>,
  now: Date,
): void {
  write((tx) => {
    const changed = photosOf(place.loopId, place.week).filter(
      ({ id, caption }) => (captions.get(id) ?? caption) !== caption,
    );
    if (changed.length === 0 || !raiseContentVersion(tx, place.accountId, place.loopId, now)) return;
    returnToModeration(tx, place);
    for (const { id } of changed) {
      tx.update(photos)
        .set({ caption: captions.get(id) })
        .where(eq(photos.id, id))
        .run();
    }
  });
}
