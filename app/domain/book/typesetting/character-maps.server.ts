import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Coverage } from "./glyph-coverage";
import { unpackFont } from "./typeface-files.server";
import { codePointsIn, EMOJI_TYPEFACE, TEXT_TYPEFACES, type Typeface } from "./typefaces";

/**
 * Which characters the book's typefaces draw. Only the character map of a font file is read, only when a text needs
 * that face, and it is cached for the life of the process: two megabytes for all faces.
 */

const PACKAGES = join(process.cwd(), "node_modules");
/** A font file starts with twelve bytes, followed by a table directory of sixteen bytes per table. */
const FILE_HEAD = 12;
const TABLE_RECORD = 16;

type Draws = (codePoint: number) => boolean;
const known = new Map<Typeface, Draws>();

/** Whether this face draws a code point, both upright and in italic, within the ranges it covers. */
export function charactersDrawnBy(face: Typeface): Draws {
  const before = known.get(face);
  if (before) return before;
  const drawn = face.files.map((file) => codePointsIn(readCharacterMap(join(PACKAGES, file))));
  const { covers } = face;
  // A character that only the upright has would be a box in an italic line.
  const draws: Draws = (codePoint) =>
    drawn.every((codePoints) => codePoints.has(codePoint)) &&
    (covers === null || covers.some(([from, to]) => codePoint >= from && codePoint <= to));
  known.set(face, draws);
  return draws;
}

/**
 * The characters that the book's typefaces draw together. A face is read only when no earlier one has the character.
 */
export const BOOK_COVERAGE: Coverage = {
  text: (codePoint) => TEXT_TYPEFACES.some((face) => charactersDrawnBy(face)(codePoint)),
  emoji: (codePoint) => charactersDrawnBy(EMOJI_TYPEFACE)(codePoint),
};

function readCharacterMap(path: string): Buffer {
  if (path.endsWith(".woff")) return mapIn(unpackFont(readFileSync(path)), path);
  const file = openSync(path, "r");
  try {
    const read = (at: number, length: number) => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, at);
      return bytes;
    };
    const tables = read(FILE_HEAD, read(0, FILE_HEAD).readUInt16BE(4) * TABLE_RECORD);
    for (let at = 0; at < tables.length; at += TABLE_RECORD) {
      if (tables.toString("latin1", at, at + 4) !== "cmap") continue;
      return read(tables.readUInt32BE(at + 8), tables.readUInt32BE(at + 12));
    }
    throw new Error(`The font ${path} has no list of its characters.`);
  } finally {
    closeSync(file);
  }
}

function mapIn(font: Buffer, path: string): Buffer {
  for (let at = FILE_HEAD; at < FILE_HEAD + font.readUInt16BE(4) * TABLE_RECORD; at += TABLE_RECORD) {
    if (font.toString("latin1", at, at + 4) !== "cmap") continue;
    const start = font.readUInt32BE(at + 8);
    return font.subarray(start, start + font.readUInt32BE(at + 12));
  }
  throw new Error(`The font ${path} has no list of its characters.`);
}
