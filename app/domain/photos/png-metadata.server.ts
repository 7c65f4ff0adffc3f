import { crc32 } from "node:zlib";
import { NO_FACTS, readExif, writeExif } from "./exif";
import { MOST_PARTS } from "./file-parts";

/** A PNG's picture data without its metadata. */

const SIGNATURE_BYTES = 8;
/** The chunks that a picture and its colours are made of. */
const KEPT = [
  ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI"],
  ...["bKGD", "pHYs", "acTL", "fcTL", "fdAT"],
];

/** Leaves out every chunk that says something about the picture, and what follows its end. */
export function removePngMetadata(png: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  let facts = NO_FACTS;
  let at = SIGNATURE_BYTES;
  for (let parts = 0; at + 12 <= png.length; parts += 1) {
    const end = at + 12 + png.readUInt32BE(at);
    if (end > png.length || parts >= MOST_PARTS) return null;
    const name = png.toString("latin1", at + 4, at + 8);
    if (name === "eXIf") facts = readExif(png.subarray(at + 8, end - 4));
    if (KEPT.includes(name)) chunks.push(png.subarray(at, end));
    at = end;
    if (name === "IEND") break;
  }
  const exif = writeExif(facts);
  if (exif) chunks.splice(1, 0, exifChunk(exif));
  return Buffer.concat([png.subarray(0, SIGNATURE_BYTES), ...chunks]);
}

function exifChunk(exif: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from("eXIf", "latin1"), exif]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(exif.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
