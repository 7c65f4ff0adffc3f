import { imageKindOf } from "~/domain/diary/photos/image-kinds";
import { countScans } from "~/domain/diary/photos/jpeg-scans";
import { removeMetadata } from "~/domain/diary/photos/metadata-removal.server";
import { LARGEST_PHOTO_BYTES } from "~/domain/diary/rules/photo-rules";
import { PHOTOS_OF_PARTS } from "../../support/photos-of-parts";
import { type CostRow, costRow } from "./cost-row";

/**
 * Photos are read in a process of their own, which no visitor waits for: reading one may take this long, a twentieth of
 * the time after which that process is stopped.
 */
const MOST_MS = 1_000;
/** The file, a copy of it, and what lies between. */
const MOST_MIB = 64;

/** A row for each shape of a photo made of many parts, read as far as before it is drawn. */
export function photoRows(): CostRow[] {
  return PHOTOS_OF_PARTS.map(({ name, make }) =>
    costRow({
      name: `photo: ${name}`,
      limit: LARGEST_PHOTO_BYTES,
      most: { ms: MOST_MS, mib: MOST_MIB },
      make,
      run(file) {
        const kind = imageKindOf(file);
        return kind && [countScans(file), removeMetadata(file, kind)];
      },
    }),
  );
}
