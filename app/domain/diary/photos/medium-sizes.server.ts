import { buffer } from "node:stream/consumers";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { newId } from "#db/identifiers";
import { photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { renderMedium } from "./photo-rendering.server";

/**
 * Makes the medium size of photos from before there was one from their screen size, a few at a time. Books are not made
 * again: only screens show it.
 */

export interface MediumSizes {
  made: number;
  /** Photos whose screen size cannot be read, which is shown in its place. */
  failed: string[];
  /** The id to continue after; null once no photo after it lacks one. */
  next: string | null;
}

type Lacking = Pick<typeof photos.$inferSelect, "id" | "loopId" | "screenKey">;

/** @param after the id of the photo to continue after, or null for the first */
export async function makeMediumSizes(after: string | null, most: number): Promise<MediumSizes> {
  const lacking = db
    .select({ id: photos.id, loopId: photos.loopId, screenKey: photos.screenKey })
    .from(photos)
    .where(and(gt(photos.id, after ?? ""), isNull(photos.mediumKey)))
    .orderBy(asc(photos.id))
    .limit(most)
    .all();
  const result: MediumSizes = { made: 0, failed: [], next: lacking.at(-1)?.id ?? null };
  for (const photo of lacking) {
    const medium = await renderFrom(photo.screenKey);
    if (!medium) result.failed.push(photo.id);
    else if (await store(photo, medium)) result.made += 1;
  }
  return result;
}

async function renderFrom(screenKey: string): Promise<Buffer | null> {
  const screen = await storage.read(screenKey);
  if (!screen) return null;
  const content = await buffer(screen.body);
  try {
    return await renderMedium(content);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** A photo that was turned, deleted or made again meanwhile is not changed. */
async function store({ id, loopId, screenKey }: Lacking, medium: Buffer): Promise<boolean> {
  const mediumKey = `photos/${loopId}/${newId()}-medium.jpg`;
  let isStored = false;
  try {
    await storage.put(mediumKey, medium, "image/jpeg");
    const isUnchanged = and(eq(photos.id, id), eq(photos.screenKey, screenKey), isNull(photos.mediumKey));
    isStored = db.update(photos).set({ mediumKey }).where(isUnchanged).run().changes === 1;
  } finally {
    if (!isStored) await storage.remove(mediumKey);
  }
  return isStored;
}
