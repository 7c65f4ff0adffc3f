import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeSizes, type Printed, stripPhoto } from "~/domain/diary/photos/image-processing.server";
import type { StrippedPhoto } from "~/domain/diary/photos/photo-orders";
import { inFolder } from "~/domain/diary/photos/work-folder.server";
import type { PhotoRefusal } from "~/domain/diary/rules/photo-rules";

export type ProcessedPhoto = Printed & Pick<StrippedPhoto, "kind" | "sha256"> & { original: Buffer };

/** What becomes of a file from its upload to its sizes, in one go: its original and its sizes, or why it is refused. */
export async function processPhoto(
  file: string,
  owner?: string,
  seconds?: number,
): Promise<{ ok: true; photo: ProcessedPhoto } | { ok: false; reason: PhotoRefusal }> {
  return await inFolder(async (folder) => {
    const original = join(folder, "original");
    const stripped = await stripPhoto(file, original, owner, seconds);
    if (!stripped.ok) return stripped;
    const sizes = await makeSizes(original, 0, owner, seconds);
    if (!sizes.ok) return sizes;
    const { kind, sha256 } = stripped.made;
    return { ok: true, photo: { ...sizes.made, kind, sha256, original: await readFile(original) } };
  });
}
