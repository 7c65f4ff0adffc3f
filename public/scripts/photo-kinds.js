/**
 * What a file is by its first bytes, whatever it is called and whatever type is said with it. The week's page and the
 * server judge by this one function; the server imports it (app/domain/diary/photos/image-kinds.ts).
 */

/** How many bytes it takes to tell: a HEIC names its brands first, about six of them. */
export const TELLING_BYTES = 1024;

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

/**
 * @param {Uint8Array} file its first bytes, or all of them
 * @returns {"jpeg" | "png" | "webp" | "heic" | "other_kind" | "not_a_photo"}
 */
export function kindOf(file) {
  const text = (from, to) => String.fromCharCode(...file.subarray(from, to));
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
