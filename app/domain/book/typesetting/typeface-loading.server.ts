import { charactersDrawnBy } from "./character-maps.server";
import { isSimplifiedChinese } from "./chinese-forms";
import { type Coverage, forEachParagraph } from "./glyph-coverage";
import { keepOutlinesOf, leaveOutSvg } from "./typeface-cuts.server";
import { fontFileOf } from "./typeface-files.server";
import { coversPattern, EMOJI_TYPEFACE, TEXT_TYPEFACES, type Typeface } from "./typefaces";

/** Selects the typefaces that a layout's words need. */

/** The faces as a template lists them; the first that has a character draws it. */
export function namesOf(fonts: LoadedFonts) {
  return {
    faces: fonts.faces
      .filter((face) => face !== EMOJI_TYPEFACE)
      .map((face) => ({ family: face.family, covers: coversPattern(face) })),
    emojiFaces: [EMOJI_TYPEFACE.family],
    chineseStyle: fonts.chineseStyle,
  };
}

export interface LoadedFonts {
  /** Paths of the font files; the typesetter reads them itself, so that their megabytes are in memory once. */
  files: string[];
  faces: Typeface[];
  coverage: Coverage;
  /** The stylistic set of the Chinese face whose commas are as in China, in a book that is written so. */
  chineseStyle: number | null;
}

/** "Chinese (China) punctuations" in Cactus Classical Serif; no other face of the book has a set of that number. */
const LOW_COMMAS = 19;

/**
 * Selects the body face and those that the characters of the paragraphs in `layout` need. The emoji and Chinese faces
 * are fifty megabytes, and most books need neither.
 * @param folder where copies of the large faces are written without what these words do not need; whole without it.
 */
export function loadFonts(layout: object, folder?: string): LoadedFonts {
  const { characters, ofLanguages, hasEmoji } = charactersOf(layout);
  const files: string[] = [];
  const faces: Typeface[] = [];
  const load = (face: Typeface): ((codePoint: number) => boolean) => {
    const whole = face.files.map(fontFileOf);
    files.push(...(folder === undefined ? whole : whole.map((file) => cutFace(face, file, layout, folder))));
    faces.push(face);
    return charactersDrawnBy(face);
  };
  const textFaces: ((codePoint: number) => boolean)[] = [];
  for (const face of TEXT_TYPEFACES) {
    if (face.language) {
      if (ofLanguages.has(face)) textFaces.push(load(face));
      continue;
    }
    // The body face is always there; another only where it draws what none before it does.
    const isNeeded = characters.size > 0 || faces.length === 0;
    const drawn = isNeeded ? [...characters].filter(charactersDrawnBy(face)) : [];
    if (faces.length > 0 && drawn.length === 0) continue;
    textFaces.push(load(face));
    for (const codePoint of drawn) characters.delete(codePoint);
  }
  const emoji = hasEmoji || characters.size > 0 ? load(EMOJI_TYPEFACE) : () => false;
  return {
    files,
    faces,
    coverage: { text: (codePoint) => textFaces.some((draws) => draws(codePoint)), emoji },
    chineseStyle: isSimplifiedChinese(layout) ? LOW_COMMAS : null,
  };
}

const HAN_VARIANT = /\p{Script=Han}[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]/u;

function cutFace({ leavesOut }: Typeface, file: string, layout: object, folder: string): string {
  if (leavesOut === "svg") return leaveOutSvg(file, folder);
  if (leavesOut !== "unused-outlines") return file;
  // All of a layout, because its titles come as plain strings too.
  const all = JSON.stringify(layout);
  // A variant of a character may be drawn as another one, whose outline would be missing.
  if (HAN_VARIANT.test(all)) return file;
  const characters = new Set([...all].map((character) => character.codePointAt(0) ?? 0));
  return keepOutlinesOf(characters, file, folder);
}

interface NeededCharacters {
  characters: Set<number>;
  /** The faces that draw paragraphs of their own language, and so need nobody else to draw those characters. */
  ofLanguages: Set<Typeface>;
  hasEmoji: boolean;
}

function charactersOf(layout: object): NeededCharacters {
  const needed: NeededCharacters = { characters: new Set(), ofLanguages: new Set(), hasEmoji: false };
  forEachParagraph(layout, ({ language, runs }) => {
    const own = TEXT_TYPEFACES.find((face) => face.language === language);
    for (const run of runs) {
      if (run.kind === "emoji") needed.hasEmoji = true;
      for (const character of run.text) {
        if (run.kind !== "text" || /[\s\p{Cf}\p{Variation_Selector}]/u.test(character)) continue;
        const codePoint = character.codePointAt(0) ?? 0;
        if (own && charactersDrawnBy(own)(codePoint)) needed.ofLanguages.add(own);
        else needed.characters.add(codePoint);
      }
    }
  });
  return needed;
}

/** A sentence for people about a character that cannot be printed. */
export function describeCharacter(character: string): string {
  const codes = [...character].map(
    (part) => `U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
  return `“${character}” (${codes.join(" ")}) can’t be printed and is left out of the book.`;
}
