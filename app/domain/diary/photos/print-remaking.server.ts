import { join } from "node:path";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { isPrintTooSmall, isWorthRetrying } from "../rules/photo-rules";
import { makePrintFile, type PrintFile } from "./image-processing.server";
import type { Photo } from "./photos.server";
import { inFolder } from "./work-folder.server";

/**
 * Makes the print files of photos from an earlier, smaller page size again from their originals, a few at a time. A
 * photo that is large enough is skipped, so a second run makes nothing twice.
 */

export interface Remaking {
  remade: number;
  /** Photos whose original cannot be read; they keep their print file. */
  failed: string[];
  /** The id to continue after; null once all photos were checked. */
  next: string | null;
}

/**
 * Checks the photos after the id `after`, or all from the first when it is null.
 * @param most the largest number of photos to check and to make
 */
export async function remakePrintFiles(
  after: string | null,
  most: { checks: number; makes: number },
  now: Date,
): Promise<Remaking> {
  const seen = db
    .select()
    .from(photos)
    .where(gt(photos.id, after ?? ""))
    .orderBy(asc(photos.id))
    .limit(most.checks)
    .all();
  const result: Remaking = { remade: 0, failed: [], next: null };
  for (const photo of seen) {
    if (photo.state !== "ready" || !isPrintTooSmall(photo)) continue;
    const outcome = await remake(photo, now);
    if (outcome === "remade") result.remade += 1;
    if (outcome === "failed") result.failed.push(photo.id);
    if (result.remade + result.failed.length >= most.makes) return { ...result, next: photo.id };
  }
  return { ...result, next: seen.length === most.checks ? (seen.at(-1)?.id ?? null) : null };
}

/**
 * Replaces one print file. The book is then made again with the same pages, because the photo keeps its proportions.
 * Leaves a photo whose original has no more pixels, or which changed meanwhile.
 */
async function remake(photo: Photo, now: Date): Promise<"remade" | "left" | "failed"> {
  const file = await inFolder((folder) => printFrom(photo, join(folder, "original")));
  if (!file) return "failed";
  if (file.printWidth <= photo.printWidth) return "left";
  const printKey = `photos/${photo.loopId}/${newId()}-print.jpg`;
  let isStored = false;
  try {
    await storage.put(printKey, file.print, "image/jpeg");
    isStored = save(photo, { ...file, printKey }, now);
  } finally {
    await storage.remove(isStored ? photo.printKey : printKey);
  }
  return isStored ? "remade" : "left";
}

async function printFrom(photo: Photo, path: string): Promise<PrintFile | undefined> {
  if (!(await storage.download(photo.originalKey, path))) return undefined;
  const result = await makePrintFile(path, photo.quarterTurns);
  if (result.ok) return result.made;
  // This says nothing about the file, which is tried again.
  if (isWorthRetrying(result.reason)) throw new Error(`The photo was not read: ${result.reason}.`);
  return undefined;
}

/** A photo that was turned, removed or made again meanwhile is not changed. */
function save(photo: Photo, { print, ...made }: PrintFile & { printKey: string }, now: Date): boolean {
  return write((tx) => {
    const changed = tx
      .update(photos)
      .set({ ...made, bytes: print.length })
      .where(and(eq(photos.id, photo.id), eq(photos.printKey, photo.printKey), eq(photos.state, "ready")))
      .run();
    if (changed.changes !== 1) return false;
    // The printed content has changed, even of a year that is read-only.
    tx.update(loops)
      .set({ contentVersion: sql`${loops.contentVersion} + 1`, updatedAt: now })
      .where(eq(loops.id, photo.loopId))
      .run();
    return true;
  });
}
