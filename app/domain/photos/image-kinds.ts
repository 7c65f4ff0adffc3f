/** The kinds of picture that are taken in, told by their first bytes whatever a file is called. */

export type ImageKind = "jpeg" | "png" | "webp" | "heic";

/** The ending and the type of each kind's files. */
export const IMAGE_FILES: Readonly<Record<ImageKind, { ending: string; contentType: string }>> = {
  jpeg: { ending: "jpg", contentType: "image/jpeg" },
  png: { ending: "png", contentType: "image/png" },
  webp: { ending: "webp", contentType: "image/webp" },
  heic: { ending: "heic", contentType: "image/heic" },
};

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** Still pictures compressed as HEVC; `mif1` says only that there is a picture, so that it needs one of the others. */
const HEIC_BRANDS = ["heic", "heix", "heim", "heis"];

/** A telephone names about six brands. */
const MOST_BRANDS_BYTES = 1024;

/** The kind of a file; null for anything else. */
export function imageKindOf(file: Buffer): ImageKind | null {
  if (file.subarray(0, 3).equals(JPEG)) return "jpeg";
  if (file.subarray(0, 8).equals(PNG)) return "png";
  const name = (at: number) => file.toString("latin1", at, at + 4);
  if (name(0) === "RIFF" && name(8) === "WEBP") return "webp";
  return name(4) === "ftyp" && isHeic(file, name) ? "heic" : null;
}

function isHeic(file: Buffer, name: (at: number) => string): boolean {
  if (HEIC_BRANDS.includes(name(8))) return true;
  if (name(8) !== "mif1") return false;
  const end = Math.min(file.readUInt32BE(0), file.length, MOST_BRANDS_BYTES);
  for (let at = 16; at + 4 <= end; at += 4) if (HEIC_BRANDS.includes(name(at))) return true;
  return false;
}
