import { NO_FACTS, readExif, writeExif } from "./exif";
import { MOST_PARTS } from "./file-parts";

/** A WebP's picture data without its metadata. */

/** The chunks that a picture and its colours are made of. */
const KEPT = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"];
const EXIF = "Exif\0\0";
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

/**
 * Leaves out every chunk that says something about the picture, and what follows its end. Some programs say that the file
 * is longer than it is, or leave out the byte that makes its last part even; browsers read past both.
 */
export function removeWebpMetadata(sent: Buffer): Buffer | null {
  const webp = Buffer.concat([sent, Buffer.alloc(1)]);
  const whole = Math.min(8 + webp.readUInt32LE(4), sent.length);
  const chunks: Buffer[] = [];
  let facts = NO_FACTS;
  let at = 12;
  for (let parts = 0; at + 8 <= whole; parts += 1) {
    const bytes = webp.readUInt32LE(at + 4);
    const end = at + 8 + bytes + (bytes % 2);
    if (at + 8 + bytes > whole || parts >= MOST_PARTS) return null;
    const name = webp.toString("latin1", at, at + 4);
    if (name === "EXIF") facts = readExif(blockOf(webp.subarray(at + 8, at + 8 + bytes)));
    if (KEPT.includes(name)) chunks.push(webp.subarray(at, end));
    at = end;
  }
  const header = chunks[0];
  // Only the extended header announces more than a picture.
  const isExtended = header?.toString("latin1", 0, 4) === "VP8X" && header.length > 8;
  const exif = isExtended ? writeExif(facts) : null;
  if (header && isExtended) {
    const changed = Buffer.from(header);
    changed[8] = ((header[8] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | (exif ? HAS_EXIF : 0);
    chunks[0] = changed;
  }
  if (exif) chunks.push(exifChunk(exif));
  const content = Buffer.concat([Buffer.from("WEBP"), ...chunks]);
  const head = Buffer.from("RIFF\0\0\0\0", "latin1");
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** Some programs write the name of JPEG's segment before the block. */
function blockOf(content: Buffer): Buffer {
  return content.toString("latin1", 0, EXIF.length) === EXIF ? content.subarray(EXIF.length) : content;
}

function exifChunk(exif: Buffer): Buffer {
  const head = Buffer.from("EXIF\0\0\0\0", "latin1");
  head.writeUInt32LE(exif.length, 4);
  return Buffer.concat([head, exif, Buffer.alloc(exif.length % 2)]);
}
