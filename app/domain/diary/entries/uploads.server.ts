import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { and, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { storageFailure } from "#db/errors";
import { newId } from "#db/identifiers";
import { prepareGet } from "#db/queries.server";
import { loops } from "#db/schema";
import { directUploads, storage } from "~/adapters/adapters.server";
import { noteStorageFailure } from "~/domain/kernel/alarms/storage-failures.server";
import { countAttempt, uncountAttempt } from "~/domain/kernel/limits/limits.server";
import { HOUR_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import { loopOwnedBy } from "../loops/loops.server";
import { addPhoto, megabytesOf } from "../photos/photo-adding.server";
import { photoOwnedBy, photosOf } from "../photos/photos.server";
import { inFolder, inFolderNamed } from "../photos/work-folder.server";
import { isWorthRetrying, LARGEST_PHOTO_BYTES, PHOTOS_A_WEEK, type PhotoRefusal } from "../rules/photo-rules";
import { completeWeek } from "./entries.server";
import { writingOwnedBy } from "./written-weeks.server";

/**
 * Photos uploaded through the API. An upload slot accepts one file of one type, for two minutes. The file goes to
 * quarantine and is shown to nobody: image processing turns it into a photo of its week like any other, when the client
 * asks or when the scheduler finds it, and a file that is not a photo is deleted. Nothing stays in quarantine longer
 * than a day.
 */

const UPLOAD_SECONDS = 120;
const QUARANTINE_HOURS = 24;
/** How many photos one run of the scheduler processes. */
const PROCESSED_PER_RUN = 10;

/** The types that devices give photos. What a file is, its first bytes tell, once it is there. */
const ENDINGS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/jpg": "jpg",
  "image/pjpeg": "jpg",
  "image/png": "png",
  "image/x-png": "png",
  "image/webp": "webp",
  "image/heic": "heic",
  "image/heif": "heic",
  "image/heic-sequence": "heic",
  "image/heif-sequence": "heic",
  "application/octet-stream": "bin",
};

export interface UploadSlot {
  /** The id the photo will have. */
  photoId: string;
  key: string;
  contentType: string;
  bytes: number;
  expiresAt: Date;
  /** Set when storage accepts the file directly; otherwise the file is sent to this server. */
  direct: { url: string; headers: Record<string, string> } | null;
}

export type OpenUploadResult =
  | { ok: true; place: UploadSlot }
  | { ok: false; reason: "not_found" | "read_only" | "too_many" | "other_kind" | "too_large" };

/** Whether storage accepts files directly at a signed URL. */
export const takesDirectUploads = directUploads !== null;

/** Opens an upload slot for the week that `writingId` identifies, if it is this account's. */
export async function openUpload(
  accountId: string,
  writingId: string,
  file: { contentType: string; bytes: number },
  now: Date,
): Promise<OpenUploadResult> {
  const writing = writingOwnedBy(accountId, writingId);
  if (!writing) return { ok: false, reason: "not_found" };
  return await openUploadSlot({ accountId, loopId: writing.loopId, week: writing.week }, file, now);
}

/**
 * Opens an upload slot for a week that may have no text yet. The caller has checked that the week may be written.
 * `photoId` is that of a photo that may be sent again.
 */
export async function openUploadSlot(
  { accountId, loopId, week }: { accountId: string; loopId: string; week: number },
  file: { contentType: string; bytes: number },
  now: Date,
  photoId: string = newId(),
): Promise<OpenUploadResult> {
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop) return { ok: false, reason: "not_found" };
  if (loop.status !== "ACTIVE") return { ok: false, reason: "read_only" };
  const ending = ENDINGS[file.contentType];
  if (!ending) return { ok: false, reason: "other_kind" };
  if (file.bytes > LARGEST_PHOTO_BYTES) return { ok: false, reason: "too_large" };
  const photos = photosOf(loop.id, week);
  const isThere = photos.some(({ id }) => id === photoId);
  if (photos.length >= PHOTOS_A_WEEK && !isThere) return { ok: false, reason: "too_many" };
  const stamp = now.getTime().toString(36);
  const key = `quarantine/${loop.id}/${week}/${photoId}-${stamp}.${ending}`;
  const direct = (await directUploads?.addressFor(key, { ...file, seconds: UPLOAD_SECONDS })) ?? null;
  const expiresAt = new Date(now.getTime() + UPLOAD_SECONDS * SECOND_MS);
  return { ok: true, place: { photoId, key, ...file, expiresAt, direct } };
}

/** Counts a slot with its whole size against what an account may send in a day; the limit it would exceed, or null. */
export function countUpload(accountId: string, bytes: number, now: Date): "uploads_account" | "photo_megabytes" | null {
  const weight = megabytesOf(bytes);
  if (!countAttempt("photo_megabytes", accountId, now, weight)) return "photo_megabytes";
  if (countAttempt("uploads_account", accountId, now)) return null;
  uncountAttempt("photo_megabytes", accountId, now, weight);
  return "uploads_account";
}

export type ReceiveResult =
  | { ok: true }
  | { ok: false; reason: "wrong_length" | "broken_off" | "there_already" | "failed" };

/**
 * Stores a file that was sent to this server in quarantine: once, and with the size its slot was opened for. Of several
 * at once, in whichever web processes, one is received.
 */
export async function receiveUpload(
  place: { key: string; contentType: string; bytes: number },
  body: AsyncIterable<Uint8Array>,
  now: Date,
): Promise<ReceiveResult> {
  const { photoId } = readKey(place.key) ?? {};
  if (!photoId) return { ok: false, reason: "failed" };
  const received = await inFolderNamed(`upload-${photoId}`, async (folder): Promise<ReceiveResult> => {
    for await (const _ of storage.list(place.key)) return { ok: false, reason: "there_already" };
    const file = join(folder, "photo");
    let received = 0;
    async function* counted() {
      for await (const chunk of body) {
        received += chunk.length;
        if (received > place.bytes) return;
        yield chunk;
      }
    }
    try {
      await pipeline(counted, createWriteStream(file, { mode: 0o600 }));
    } catch (error) {
      if (storageFailure(error)) throw error;
      return { ok: false, reason: "broken_off" };
    }
    if (received !== place.bytes) return { ok: false, reason: "wrong_length" };
    try {
      await storage.put(place.key, { file }, place.contentType);
    } catch (error) {
      noteStorageFailure(error, "store", now);
      return { ok: false, reason: "failed" };
    }
    return { ok: true };
  });
  return received ?? { ok: false, reason: "there_already" };
}

export type FinishResult = { ok: true } | { ok: false; reason: "not_uploaded" | PhotoRefusal };

/**
 * Turns the uploaded file into a photo of its week, labelled with the sender's file name. A repeat for an existing
 * photo succeeds too.
 */
export async function finishUpload(
  place: { accountId: string; loopId: string; week: number },
  photoId: string,
  now: Date,
  name?: string,
): Promise<FinishResult> {
  const there = photoOwnedBy(place.accountId, photoId);
  if (there) return there.week === place.week ? { ok: true } : { ok: false, reason: "not_uploaded" };
  if (!loopOwnedBy(place.accountId, place.loopId)) return { ok: false, reason: "not_uploaded" };
  for await (const key of storage.list(`quarantine/${place.loopId}/${place.week}/${photoId}-`)) {
    const finished = await processUpload(place, photoId, key, now, name);
    // A photo that is sent again has the closed slots of earlier times beside its own.
    if (finished.ok || finished.reason !== "not_uploaded") return finished;
  }
  return { ok: false, reason: "not_uploaded" };
}

/**
 * Deletes an uploaded file whose sender keeps it and will send it again, and gives its megabytes back. A deletion that
 * storage refuses is recorded; the nightly run retries it.
 */
export async function dropUpload(
  { accountId, loopId, week }: { accountId: string; loopId: string; week: number },
  photoId: string,
  now: Date,
): Promise<void> {
  if (!loopOwnedBy(accountId, loopId)) return;
  try {
    for await (const key of storage.list(`quarantine/${loopId}/${week}/${photoId}-`)) {
      const [found, upload] = [await storage.read(key), readKey(key)];
      found?.body.destroy();
      if (found && upload) uncountAttempt("photo_megabytes", accountId, new Date(upload.at), megabytesOf(found.bytes));
      await closeSlot(key, now);
    }
  } catch (error) {
    noteStorageFailure(error, "remove", now);
  }
}

/** Processes the files in quarantine, and deletes those that are a day old, by a clock that `isClockRight` finds right. */
export async function finishWaitingUploads(
  now: Date,
  isClockRight: () => Promise<boolean> = async () => true,
): Promise<{ finished: number; refused: number; dropped: number }> {
  const done = { finished: 0, refused: 0, dropped: 0 };
  const keys: string[] = [];
  for await (const key of storage.list("quarantine/")) keys.push(key);
  for (const key of keys) {
    if (done.finished + done.refused + done.dropped >= PROCESSED_PER_RUN) break;
    const upload = readKey(key);
    if (upload && (await isClosed(key))) {
      if (isOver(upload, now)) await storage.remove(key);
      continue;
    }
    const account = upload && writerOf(upload.loopId);
    const isOld = upload ? now.getTime() - upload.at > QUARANTINE_HOURS * HOUR_MS : false;
    if (isOld && account && !(await isClockRight())) continue;
    if (!upload || !account || isOld) {
      await storage.remove(key);
      done.dropped += 1;
      continue;
    }
    const place = { accountId: account, loopId: upload.loopId, week: upload.week };
    const finished = await processUpload(place, upload.photoId, key, now);
    if (finished.ok) completeWeek(place, now);
    done[finished.ok ? "finished" : "refused"] += 1;
  }
  return done;
}

/**
 * Ends what an upload slot accepts. While its signature is valid an empty file takes the place of the photo, because a
 * slot accepts a file only where no file is yet; the scheduler removes it.
 */
async function closeSlot(key: string, now: Date): Promise<void> {
  const upload = readKey(key);
  if (!upload || isOver(upload, now)) return await storage.remove(key);
  await storage.put(key, Buffer.alloc(0), "application/octet-stream");
}

/** Clocks of storage and of ours may differ by a minute. */
const SKEW_SECONDS = 60;

function isOver({ at }: { at: number }, now: Date): boolean {
  return now.getTime() > at + (UPLOAD_SECONDS + SKEW_SECONDS) * SECOND_MS;
}

async function isClosed(key: string): Promise<boolean> {
  const found = await storage.read(key);
  found?.body.destroy();
  return found?.bytes === 0;
}

const KEY = /^quarantine\/([0-9a-z-]+)\/(\d{1,2})\/([0-9a-z]+)-([0-9a-z]+)\.[a-z]+$/;

function readKey(key: string) {
  const [, loopId, week, photoId, stamp] = KEY.exec(key) ?? [];
  if (!loopId || !photoId || !stamp) return undefined;
  return { loopId, week: Number(week), photoId, at: Number.parseInt(stamp, 36) };
}

/** Whose upload slot this is; nobody’s where its loop can no longer be written. */
export function uploadAccount(key: string): string {
  return writerOf(readKey(key)?.loopId ?? "") ?? "";
}

/** The account that may still write in a loop. */
function writerOf(loopId: string): string | undefined {
  return findWriter(loopId)?.id;
}

const findWriter = prepareGet((loopId: string) =>
  db
    .select({ id: loops.accountId })
    .from(loops)
    .where(and(eq(loops.id, loopId), eq(loops.status, "ACTIVE"))),
);

async function processUpload(
  place: { accountId: string; loopId: string; week: number },
  photoId: string,
  key: string,
  now: Date,
  label?: string,
): Promise<FinishResult> {
  return await inFolder(async (folder): Promise<FinishResult> => {
    const path = join(folder, "photo");
    let tooLarge = false;
    try {
      const found = await storage.read(key);
      found?.body.destroy();
      if (!found || found.bytes === 0) return { ok: false, reason: "not_uploaded" };
      tooLarge = found.bytes > LARGEST_PHOTO_BYTES;
      if (!tooLarge && !(await storage.download(key, path))) return { ok: false, reason: "not_uploaded" };
    } catch (error) {
      noteStorageFailure(error, "read", now);
      return { ok: false, reason: "failed" };
    }
    const name = label || key.slice(key.lastIndexOf("/") + 1).replace(/^[^.]*/, "photo");
    const file = { path, name, tooLarge, isCounted: true };
    const refusal = await addPhoto(place, file, now, photoId);
    if (refusal && isWorthRetrying(refusal)) return { ok: false, reason: refusal };
    await closeSlot(key, now);
    return refusal ? { ok: false, reason: refusal } : { ok: true };
  });
}
