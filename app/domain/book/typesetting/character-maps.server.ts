import { join } from "node:path";
import { tablesIn } from "./font-tables";
import type { Coverage } from "./glyph-coverage";
import { readingFont } from "./typeface-files.server";
import { codePointsIn, EMOJI_TYPEFACE, TEXT_TYPEFACES, type Typeface } from "./typefaces";

/**
 * Which characters the book's typefaces draw. Only the character map of a font file is read, only when a text needs
 * that face, and it is cached for the life of the process: two megabytes for all faces.
 */

const PACKAGES = join(process.cwd(), "node_modules");

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
  return readingFont(path, (read) => {
    const map = tablesIn(read).find(({ tag }) => tag === "cmap");
    if (!map) throw new Error(`The font ${path} has no list of its characters.`);
    return read(map.offset, map.length);
  });
}
