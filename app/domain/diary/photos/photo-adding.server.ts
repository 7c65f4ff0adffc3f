import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { and, count, eq, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareGet, prepareRun } from "#db/queries.server";
import { loops, photos } from "#db/schema";
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
import { removeFiles, stemOf } from "./photo-files.server";
import type { StrippedPhoto } from "./photo-orders";
import { followPhotos, photosOf, placeBehind, raiseContentVersion } from "./photos.server";
import { inFolder } from "./work-folder.server";

/**
 * Adding photos to a week. A photo is freed of its metadata and stored first; one transaction then checks ownership, whether
 * the loop can still change and whether a position is free, and queues the making of its sizes
 * (`photo-preparing.server.ts`); if not, the file is removed. A photo that fails never affects the text saved with it, and
 * the same photo sent twice to a week, by a double click, is stored once.
 */

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

/** The sender's file name as a label: one line, no path, at most 120 characters. */
function tidyName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  // Without marks that reverse the reading direction, which disguise "gpj.exe" as a photo.
  return beginningOf(clean(last, "line"), 120) || "photo";
}
