import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Coverage } from "./glyph-coverage";
import { codePointsIn, EMOJI_TYPEFACE, TEXT_TYPEFACES, type Typeface } from "./typefaces";

/**
 * Which characters the typefaces of the book draw. Only the list of them is read out of a font file, not its drawings,
 * and only of the faces that a text asks for; it is kept for as long as the process lives, two megabytes for all of them.
 */

const PACKAGES = join(process.cwd(), "node_modules");
/** A font file begins with twelve bytes and then says where each of its tables lies, sixteen bytes a table. */
const FILE_HEAD = 12;
const TABLE_RECORD = 16;

type Draws = (codePoint: number) => boolean;
const known = new Map<Typeface, Draws>();

/** Whether this face draws a code point, upright and in italic, and is to be asked for it. */
export function charactersDrawnBy(face: Typeface): Draws {
  const before = known.get(face);
  if (before) return before;
  const drawn = face.files.map((file) => codePointsIn(readCharacterMap(join(PACKAGES, file))));
  const { covers } = face;
  // What the italic lacks would be a box in an italic line, even where the upright has it.
  const draws: Draws = (codePoint) =>
    drawn.every((codePoints) => codePoints.has(codePoint)) &&
    (covers === null || covers.some(([from, to]) => codePoint >= from && codePoint <= to));
  known.set(face, draws);
  return draws;
}

/** What all typefaces of the book draw together; each is looked at when a character has come to none before it. */
export const BOOK_COVERAGE: Coverage = {
  text: (codePoint) => TEXT_TYPEFACES.some((face) => charactersDrawnBy(face)(codePoint)),
  emoji: (codePoint) => charactersDrawnBy(EMOJI_TYPEFACE)(codePoint),
};

function readCharacterMap(path: string): Buffer {
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
