import { join } from "node:path";
import { storage } from "~/adapters/adapters.server";
import { writeWhole } from "~/adapters/files/whole-file.server";
import { makePrintFile } from "~/domain/diary/photos/image-processing.server";
import { inFolder } from "~/domain/diary/photos/work-folder.server";
import { doublePageSize } from "~/domain/diary/rules/photo-rules";
import type { DoublePage } from "../layout/pages";
import type { PhotoKeys } from "./book-reader.server";

/**
 * Photos over two pages, for the printer. A print file has the pixels of one page, so that a year of them takes little
 * storage; for these few it is made again from the original, as large as both pages take.
 */

/** Replaces the downloaded print files; a photo whose original has no more pixels, or is gone, keeps its own. */
export async function enlargeDoublePagePhotos(
  doublePagePhotos: readonly DoublePage[],
  keys: readonly PhotoKeys[],
  files: ReadonlyMap<string, { printFile: string }>,
): Promise<void> {
  for (const { photoId, isPlaced } of doublePagePhotos) {
    const photo = keys.find(({ id }) => id === photoId);
    const file = files.get(photoId);
    if (!isPlaced || !photo || !file) continue;
    if (doublePageSize(photo.width, photo.height).width <= photo.printWidth) continue;
    await inFolder(async (folder) => {
      const original = join(folder, "original");
      if (!(await storage.download(photo.originalKey, original))) return;
      const result = await makePrintFile(original, photo.quarterTurns, "double_page");
      if (!result.ok) throw new Error(`A stored original was not read: ${result.reason}.`);
      await writeWhole(file.printFile, result.made.print);
    });
  }
}
