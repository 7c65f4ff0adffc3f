import { NO_FACTS, readExif, writeExif } from "./exif";
import { MOST_PARTS } from "./file-parts";
import { chunkOf, PNG_SIGNATURE } from "./png-chunks.server";

/** A PNG's picture data without its metadata. */

/** The chunks that a picture and its colours are made of. */
const KEPT = [
  ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI"],
  ...["bKGD", "pHYs", "acTL", "fcTL", "fdAT"],
];

/** Leaves out every chunk that says something about the picture, and what follows its end. */
export function removePngMetadata(png: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  let facts = NO_FACTS;
  let at = PNG_SIGNATURE.length;
  for (let parts = 0; at + 12 <= png.length; parts += 1) {
    const end = at + 12 + png.readUInt32BE(at);
    if (end > png.length || parts >= MOST_PARTS) return null;
    const name = png.toString("latin1", at + 4, at + 8);
    if (name === "eXIf") facts = readExif(png.subarray(at + 8, end - 4));
    if (KEPT.includes(name)) chunks.push(png.subarray(at, end));
    at = end;
    if (name === "IEND") break;
  }
  const isEnded = chunks.at(-1)?.toString("latin1", 4, 8) === "IEND";
  // Its picture may be whole; the decoder tells.
  if (!isEnded) chunks.push(chunkOf("IEND", Buffer.alloc(0)));
  const exif = writeExif(facts);
  if (exif) chunks.splice(1, 0, chunkOf("eXIf", exif));
  return Buffer.concat([PNG_SIGNATURE, ...chunks]);
}
