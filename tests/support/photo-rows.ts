import { db } from "#db/client.server";
import { photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { withPhotoProcess } from "~/domain/diary/photos/photo-processes.server";
import { NOW } from "./people";

type PhotoRow = typeof photos.$inferInsert;
type Wanted = Pick<PhotoRow, "loopId" | "week"> & Partial<PhotoRow>;

/** The row of a stored photo, first in its week. Every size has one key and one shape, by default. */
export function photoRow(key: string, width: number, height: number, wanted: Wanted): PhotoRow {
  const keys = { originalKey: key, printKey: key, screenKey: key, mediumKey: key, thumbKey: key };
  const sizes = { width, height, printWidth: width, printHeight: height };
  return {
    position: 1,
    fileName: "a.jpg",
    bytes: 5,
    sha256: key,
    createdAt: NOW,
    ...keys,
    ...sizes,
    ...wanted,
  };
}

export function givePhoto(key: string, width: number, height: number, wanted: Wanted): void {
  db.insert(photos)
    .values(photoRow(key, width, height, wanted))
    .run();
}

/** The keys of all files that are stored under a prefix. */
export async function storedKeys(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list(prefix)) keys.push(key);
  return keys;
}

/** Fills the photo processes and everybody's places in their queue, until the work given back is finished. */
export function occupyPhotoProcesses(): { finish: () => Promise<unknown> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const others = Array.from({ length: 22 }, (_, index) => withPhotoProcess(`other ${index}`, () => promise));
  const finish = () => {
    resolve();
    return Promise.allSettled(others);
  };
  return { finish };
}
