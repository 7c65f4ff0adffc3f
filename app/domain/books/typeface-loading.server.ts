import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Coverage, fitToTypefaces } from "./glyph-coverage";
import { codePointsOf, coversPattern, EMOJI_TYPEFACE, TEXT_TYPEFACES, type Typeface } from "./typefaces";
import type { Paragraph } from "./typesetting-text";

/** Loads the typefaces that a layout's words ask for, and fits the words to what they can draw. */

const PACKAGES = join(process.cwd(), "node_modules");

/** The faces as a template asks for them, the first that has a character drawing it. */
export function namesOf(fonts: LoadedFonts) {
  return {
    faces: fonts.faces
      .filter((face) => face !== EMOJI_TYPEFACE)
      .map((face) => ({ family: face.family, covers: coversPattern(face) })),
    emojiFaces: [EMOJI_TYPEFACE.family],
  };
}

export interface LoadedFonts {
  files: Buffer[];
  faces: Typeface[];
  coverage: Coverage;
}

/**
 * Loads the body face and whatever else the characters of the paragraphs in `layout` ask for; the faces for emoji
 * and Chinese are thirty megabytes, and most books need neither.
 */
export function loadFonts(layout: object): LoadedFonts {
  const { characters, hasEmoji } = charactersOf(layout);
  const files: Buffer[] = [];
  const faces: Typeface[] = [];
  const load = (face: Typeface): ((codePoint: number) => boolean) => {
    const loaded = face.files.map((file) => readFileSync(join(PACKAGES, file)));
    files.push(...loaded);
    faces.push(face);
    const drawn = loaded.map(codePointsOf);
    const { covers } = face;
    // What the italic lacks would be a box in an italic line, even where the upright has it.
    return (codePoint) =>
      drawn.every((codePoints) => codePoints.has(codePoint)) &&
      (covers === null || covers.some(([from, to]) => codePoint >= from && codePoint <= to));
  };
  const textFaces: ((codePoint: number) => boolean)[] = [];
  for (const face of TEXT_TYPEFACES) {
    if (faces.length > 0 && characters.size === 0) break;
    const draws = load(face);
    textFaces.push(draws);
    for (const codePoint of characters) if (draws(codePoint)) characters.delete(codePoint);
  }
  const emoji = hasEmoji || characters.size > 0 ? load(EMOJI_TYPEFACE) : () => false;
  return {
    files,
    faces,
    coverage: { text: (codePoint) => textFaces.some((draws) => draws(codePoint)), emoji },
  };
}

function charactersOf(layout: object): { characters: Set<number>; hasEmoji: boolean } {
  const characters = new Set<number>();
  let hasEmoji = false;
  forEachParagraph(layout, (paragraph) => {
    for (const run of paragraph.runs) {
      if (run.kind === "emoji") hasEmoji = true;
      for (const character of run.text) {
        if (/[\s\p{Cf}\p{Variation_Selector}]/u.test(character)) continue;
        if (run.kind === "text") characters.add(character.codePointAt(0) ?? 0);
      }
    }
  });
  return { characters, hasEmoji };
}

function forEachParagraph(value: unknown, visit: (paragraph: Paragraph) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (isParagraph(value)) visit(value);
  else for (const part of Object.values(value)) forEachParagraph(part, visit);
}

/** Every paragraph in a layout, wherever it stands, fitted to the typefaces there are. */
export function fitWords<Layout extends object>(
  layout: Layout,
  coverage: Coverage,
): { fitted: Layout; missing: string[] } {
  const missing = new Set<string>();
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    if (isParagraph(value)) {
      const fitted = fitToTypefaces(value, coverage);
      for (const character of fitted.missing) missing.add(character);
      return fitted.paragraph;
    }
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, visit(part)]));
  };
  const fitted = visit(layout) as Layout;
  return { fitted, missing: [...missing] };
}

function isParagraph(value: object): value is Paragraph {
  return "runs" in value && Array.isArray(value.runs);
}

/** A character that cannot be printed, in words for a person. */
export function describeCharacter(character: string): string {
  const codes = [...character].map(
    (part) => `U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
  return `“${character}” (${codes.join(" ")}) cannot be printed and is left out of the book.`;
}
