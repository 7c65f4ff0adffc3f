import { join } from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { isWorthRetrying } from "../rules/photo-rules";
import { makeSizes, type Printed } from "./image-processing.server";
import { keysOf } from "./photo-files.server";
import type { PhotoSize } from "./photo-orders";
import type { Photo } from "./photos.server";
import { inFolder } from "./work-folder.server";

/**
 * Makes the damaged or missing sizes of a photo again: from the original; else from the print file, if it is still a whole
 * photo; else from the screen size, which prints softly, and the proof then says so.
 */

export type Mending = "made_again" | "made_smaller" | "not_possible" | "changed";

export async function mendPhoto(photo: Photo, damaged: readonly PhotoSize[], now: Date): Promise<Mending> {
  const made = await inFolder((folder) => makeFromWhatIsThere(photo, join(folder, "photo")));
  if (!made) return "not_possible";
  const stem = `photos/${photo.loopId}/${newId()}`;
  const fresh = damaged.map((size) => ({ column: `${size}Key` as const, key: `${stem}-${size}.jpg`, size }));
  const { printWidth, printHeight, print } = made;
  const change: Partial<Photo> = {
    ...Object.fromEntries(fresh.map(({ column, key }) => [column, key])),
    ...(damaged.includes("print") ? { printWidth, printHeight, bytes: print.length } : {}),
  };
  let isStored = false;
  try {
    for (const { key, size } of fresh) await storage.put(key, made[size], "image/jpeg");
    isStored = write((tx) => save(tx, photo, change, now));
  } finally {
    const stored = keysOf(isStored ? { ...photo, ...change } : photo);
    const unused = [...keysOf(photo), ...fresh.map(({ key }) => key)].filter((key) => !stored.includes(key));
    for (const key of unused) await storage.remove(key);
  }
  if (!isStored) return "changed";
  return damaged.includes("print") && made.printWidth < photo.printWidth ? "made_smaller" : "made_again";
}

async function makeFromWhatIsThere(photo: Photo, path: string): Promise<Printed | undefined> {
  const sources = [
    { key: photo.originalKey, turns: photo.quarterTurns },
    { key: photo.printKey, turns: 0 },
    { key: photo.screenKey, turns: 0 },
  ];
  for (const [index, { key, turns }] of sources.entries()) {
    if (!(await storage.download(key, `${path}-${index}`))) continue;
    const result = await makeSizes(`${path}-${index}`, turns);
    if (result.ok) return result.made;
    // Neither of these says anything about the file.
    if (isWorthRetrying(result.reason)) throw new Error(`The photo was not read: ${result.reason}.`);
  }
  return undefined;
}

/** A photo that was turned, taken out or made again meanwhile is not changed. */
function save(tx: Transaction, photo: Photo, change: Partial<Photo>, now: Date): boolean {
  const isUnchanged = (["printKey", "screenKey", "thumbKey"] as const).map((column) =>
    eq(photos[column], photo[column]),
  );
  const changed = tx
    .update(photos)
    .set(change)
    .where(and(eq(photos.id, photo.id), eq(photos.state, "ready"), ...isUnchanged))
    .run();
  if (changed.changes !== 1) return false;
  // Books are made of it again, even of a year that is read-only.
  tx.update(loops)
    .set({ contentVersion: sql`${loops.contentVersion} + 1`, updatedAt: now })
    .where(eq(loops.id, photo.loopId))
    .run();
  return true;
}
