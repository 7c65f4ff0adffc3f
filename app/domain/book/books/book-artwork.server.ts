import { join } from "node:path";
import { findTheme } from "~/domain/diary/catalogue/catalogue";
import type { BookArtwork } from "../typesetting/print-artwork";

/** A theme that is no longer in the catalogue has no pictures; a type has at most a motif. */
export function artworkOf(theme: string, motif: string | null): BookArtwork {
  const folder = join(process.cwd(), "public");
  const hasPicture = findTheme(theme) !== undefined;
  const picture = (kind: string) => (hasPicture ? join(folder, "artwork", `${kind}-${theme}.svg`) : null);
  return {
    scene: picture("scene"),
    pattern: picture("pattern"),
    redwork: picture("redwork"),
    motif: motif === null ? null : join(folder, motif),
    wordmark: join(folder, "artwork", "wordmark.svg"),
  };
}
