import { db } from "#db/client.server";
import { photos } from "#db/schema";
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
