import { removeHeicMetadata } from "./heic-metadata";
import type { ImageKind } from "./image-kinds";
import { removeJpegMetadata } from "./jpeg-metadata";
import { removePngMetadata } from "./png-metadata.server";
import { removeWebpMetadata } from "./webp-metadata";

const REMOVERS: Readonly<Record<ImageKind, (file: Buffer) => Buffer | null>> = {
  jpeg: removeJpegMetadata,
  png: removePngMetadata,
  webp: removeWebpMetadata,
  heic: removeHeicMetadata,
};

/**
 * The file as it came, without where it was taken, with what, by whom, and what else it says or hides. Its picture data
 * are not decoded and stay the same bytes. Of its metadata only which way it was held and when it was taken are kept,
 * because a list of what to remove would miss the next maker's notes. Null for a file that is not put together as its
 * kind is.
 */
export function removeMetadata(file: Buffer, kind: ImageKind): Buffer | null {
  return REMOVERS[kind](file);
}
