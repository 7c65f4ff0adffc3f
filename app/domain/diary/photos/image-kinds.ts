import { kindOf, TELLING_BYTES } from "../../../../public/scripts/photo-kinds";

/** The kinds of picture that are taken in, told by their first bytes whatever a file is called, as on the week's page. */

export { TELLING_BYTES };

export type ImageKind = "jpeg" | "png" | "webp" | "heic";

/** The ending and the type of each kind's files. */
export const IMAGE_FILES: Readonly<Record<ImageKind, { ending: string; contentType: string }>> = {
  jpeg: { ending: "jpg", contentType: "image/jpeg" },
  png: { ending: "png", contentType: "image/png" },
  webp: { ending: "webp", contentType: "image/webp" },
  heic: { ending: "heic", contentType: "image/heic" },
};

/** What a file is: a kind that is taken, a picture or a film of another kind, or no photo. */
export const validateFile: (file: Uint8Array) => ImageKind | "other_kind" | "not_a_photo" = kindOf;

/** The kind of a file; null for anything that is not taken. */
export function imageKindOf(file: Uint8Array): ImageKind | null {
  const kind = validateFile(file);
  return kind in IMAGE_FILES ? (kind as ImageKind) : null;
}
