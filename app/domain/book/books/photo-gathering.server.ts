import { join } from "node:path";
import { guessFrom } from "~/domain/diary/photos/point-guessing.server";
import type { Point } from "~/domain/diary/photos/point-of-interest";
import { lookAt } from "../assembly/photo-looks.server";
import { measurePhoto } from "../assembly/print-photos.server";
import type { BookInput, BookPhoto } from "../layout/layout";
import { canSpanTwoPages } from "../layout/spread-forms";

/** Fetches the photos of a book to this machine's disk, and measures what its layout asks of them. */

/** Where the photos of one edition of a book are. */
export interface BookPhotos {
  readonly ids: readonly string[];
  readonly kind: "interior" | "screen";
  /** Copies a photo's file to a path. False for one that isn’t there. */
  fetch(id: string, toFile: string): Promise<boolean>;
  /** The smallest size; undefined for one that isn’t there. */
  fetchSmall(id: string): Promise<Buffer | undefined>;
  /** Hears what was guessed of a photo of which nothing was known. */
  onGuess?(id: string, point: Point): void;
}

type PhotoFiles = Map<string, { printFile: string }>;
type Gathered =
  | { ok: true; input: BookInput; files: PhotoFiles }
  | { ok: false; reason: "photo_unreadable"; detail: string };

/**
 * Fetches every photo. The print file is measured itself; the screen edition is laid out by the print file's stored
 * measures, so that both editions have the same pages.
 */
export async function gatherPhotos(
  input: BookInput,
  from: BookPhotos,
  workFolder: string,
  note: (stepsDone: number) => void,
): Promise<Gathered> {
  const files: PhotoFiles = new Map();
  const measures = new Map<string, { width: number; height: number }>();
  for (const [index, id] of from.ids.entries()) {
    const printFile = join(workFolder, `${id}-${from.kind}.jpg`);
    const unreadable = {
      ok: false,
      reason: "photo_unreadable",
      detail: `Photo ${id} can’t be read.`,
    } as const;
    if (!(await from.fetch(id, printFile))) return unreadable;
    const data = measurePhoto(printFile);
    if (data === null) return unreadable;
    if (from.kind === "interior") measures.set(id, { width: data.width, height: data.height });
    files.set(id, { printFile });
    note(index + 1);
  }
  const entries = await Promise.all(
    input.entries.map(async (entry) => {
      const photos = entry.photos.map((photo) => ({ ...photo, ...measures.get(photo.id) }));
      const looked = photos.map((photo) => lookAtPhoto(photo, photos.length === 1, from));
      return { ...entry, photos: await Promise.all(looked) };
    }),
  );
  return { ok: true, input: { ...input, entries }, files };
}

/**
 * Guesses what must be seen of a photo from before that was guessed when it came, and looks at one that could be over
 * two pages. The smallest size is looked at, which is the same for both editions, so both have the same pages.
 */
async function lookAtPhoto(photo: BookPhoto, isOnly: boolean, from: BookPhotos): Promise<BookPhoto> {
  const isLookedAt = isOnly && canSpanTwoPages(photo);
  if (photo.point && !isLookedAt) return photo;
  const small = await from.fetchSmall(photo.id);
  if (!small) return photo;
  const { default: sharp } = await import("sharp");
  const point = photo.point ?? (await guessFrom(sharp(small)));
  if (!photo.point) from.onGuess?.(photo.id, point);
  return { ...photo, point, ...(isLookedAt && { look: await lookAt(small, point) }) };
}
