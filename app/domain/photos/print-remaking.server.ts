import { join } from "node:path";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { type PrintFile, printAgain } from "./image-processing.server";
import { isPrintTooSmall } from "./photo-rules";
import type { Photo } from "./photos.server";
import { inFolder } from "./work-folder.server";

/**
 * Photos that were kept when a page took fewer pixels: their print files are made again from their originals, a few at
 * a time, one after another. A photo that is large enough is passed over, so doing it twice makes nothing twice.
 */

export interface Remaking {
  remade: number;
  /** Photos whose original cannot be read; they keep the print file they have. */
  failed: string[];
  /** Where to go on from; null once all photos were looked at. */
  next: string | null;
}

/**
 * Walks on through all photos from the one after `after`, from the first where that is null.
 * @param most how many photos are looked at and how many are made at the most
 */
export async function remakePrintFiles(
  after: string | null,
  most: { looks: number; makes: number },
  now: Date,
): Promise<Remaking> {
  const seen = db
    .select()
    .from(photos)
    .where(gt(photos.id, after ?? ""))
    .orderBy(asc(photos.id))
    .limit(most.looks)
    .all();
  const result: Remaking = { remade: 0, failed: [], next: null };
  for (const photo of seen) {
    if (photo.state !== "ready" || !isPrintTooSmall(photo)) continue;
    const outcome = await remake(photo, now);
    if (outcome === "remade") result.remade += 1;
    if (outcome === "failed") result.failed.push(photo.id);
    if (result.remade + result.failed.length >= most.makes) return { ...result, next: photo.id };
  }
  return { ...result, next: seen.length === most.looks ? (seen.at(-1)?.id ?? null) : null };
}

/**
 * The book is made anew with the new file; its pages stay as they were, because a photo keeps its shape. Left as it is
 * where its original holds no more than was printed, or somebody changed it meanwhile.
 */
async function remake(photo: Photo, now: Date): Promise<"remade" | "left" | "failed"> {
  const file = await inFolder((folder) => printFrom(photo, join(folder, "original.jpg")));
  if (!file) return "failed";
  if (file.printWidth <= photo.printWidth) return "left";
  const printKey = `photos/${photo.loopId}/${newId()}-print.jpg`;
  let isKept = false;
  try {
    await storage.put(printKey, file.print, "image/jpeg");
    isKept = keep(photo, { ...file, printKey }, now);
  } finally {
    await storage.remove(isKept ? photo.printKey : printKey);
  }
  return isKept ? "remade" : "left";
}

async function printFrom(photo: Photo, path: string): Promise<PrintFile | undefined> {
  if (!(await storage.download(photo.originalKey, path))) return undefined;
  try {
    return await printAgain(path, photo.quarterTurns);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** A photo that was turned, taken out or made again in the meantime is left as it is now. */
function keep(photo: Photo, { print, ...made }: PrintFile & { printKey: string }, now: Date): boolean {
  return write((tx) => {
    const changed = tx
      .update(photos)
      .set({ ...made, bytes: print.length })
      .where(and(eq(photos.id, photo.id), eq(photos.printKey, photo.printKey), eq(photos.state, "ready")))
      .run();
    if (changed.changes !== 1) return false;
    // What prints has changed, also for a year that is read only by now.
    tx.update(loops)
      .set({ contentVersion: sql`${loops.contentVersion} + 1`, updatedAt: now })
      .where(eq(loops.id, photo.loopId))
      .run();
    return true;
  });
}
