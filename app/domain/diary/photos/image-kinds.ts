/**
 * The kinds of picture that are taken in, told by their first bytes, whatever a file is called and whatever type is said
 * with it. The server and the week's page (app/browser/week-photos.ts) validate with this one function.
 */

/** How many bytes it takes to tell: a HEIC names its brands first, about six of them. */
export const TELLING_BYTES = 1024;

export type ImageKind = "jpeg" | "png" | "webp" | "heic";

/** The ending and the type of each kind's files. */
export const IMAGE_FILES: Readonly<Record<ImageKind, { ending: string; contentType: string }>> = {
  jpeg: { ending: "jpg", contentType: "image/jpeg" },
  png: { ending: "png", contentType: "image/png" },
  webp: { ending: "webp", contentType: "image/webp" },
  heic: { ending: "heic", contentType: "image/heic" },
};

/** Still pictures compressed as HEVC, and sequences of them, by their brands: H.265 in ISO/IEC 23008-12, annex B. */
const HEVC = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"];

/** Pictures and films that are known and not taken, by how they begin. */
const OTHERS = [
  "GIF8",
  "BM",
  "II*\0",
  "MM\0*",
  "8BPS",
  "\xff\x0a",
  "\0\0\0\x0cJXL ",
  "\0\0\0\x0cjP  ",
  "FUJIFILM",
  "\x1aE\xdf\xa3",
];

/** What a file is, by its first bytes or all of them: a kind that is taken, a picture or a film of another, or no photo. */
export function validateFile(file: Uint8Array): ImageKind | "other_kind" | "not_a_photo" {
  const text = (from: number, to: number) => String.fromCharCode(...file.subarray(from, to));
  if (text(0, 3) === "\xff\xd8\xff") return "jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp") {
    const said = new DataView(file.buffer, file.byteOffset).getUint32(0);
    const end = Math.min(said, file.length, TELLING_BYTES);
    // The number between the first brand and the others is a version.
    for (let at = 8; at + 4 <= end; at += at === 8 ? 8 : 4) if (HEVC.includes(text(at, at + 4))) return "heic";
    return "other_kind";
  }
  return OTHERS.some((start) => text(0, start.length) === start) ? "other_kind" : "not_a_photo";
}

/** The kind of a file; null for anything that is not taken. */
export function imageKindOf(file: Uint8Array): ImageKind | null {
  const kind = validateFile(file);
  return kind === "other_kind" || kind === "not_a_photo" ? null : kind;
}
