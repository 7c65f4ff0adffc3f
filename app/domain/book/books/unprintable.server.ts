import type { Loop } from "~/domain/diary/loops/loops.server";
import { bookWeeksOf } from "~/domain/diary/loops/printed-weeks.server";
import { normalise } from "~/domain/kernel/text/normalisation";
import { BOOK_COVERAGE } from "../typesetting/character-maps.server";
import { inPlainCharacters } from "../typesetting/plain-characters";

/**
 * Fields of which nothing can be printed, because no typeface draws their script. A single lost character is a warning;
 * a whole field that would be a gap in the book stops its sign-off.
 */

export interface UnprintableField {
  /** Null for the title and the dedication. */
  readonly week: number | null;
  /** "Tibetan", or null for a script without a common name. */
  readonly script: string | null;
}

/** Scripts that somebody in Britain may write and no typeface of the book draws, by their property in Unicode. */
const SCRIPTS: readonly (readonly [name: string, characters: RegExp])[] = [
  ["Tibetan", /\p{Script=Tibetan}/u],
  ["Odia", /\p{Script=Oriya}/u],
  ["Syriac", /\p{Script=Syriac}/u],
  ["Thaana", /\p{Script=Thaana}/u],
  ["Tifinagh", /\p{Script=Tifinagh}/u],
  ["Mongolian", /\p{Script=Mongolian}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
  ["N’Ko", /\p{Script=Nko}/u],
  ["cuneiform", /\p{Script=Cuneiform}/u],
];

/** The fields of what prints that would be empty in the book, in its order. */
export function unprintableFields(loop: Loop): UnprintableField[] {
  const front = [loop.title ?? "", loop.dedication ?? ""].flatMap((text) => fieldOf(null, text));
  const weeks = bookWeeksOf(loop).flatMap(({ week, printed, photos }) => {
    if (printed === null) return [];
    const { title, highlight, gratitude, content, learned } = printed;
    const captions = photos.map(({ caption }) => caption);
    return [title, highlight, gratitude, content, learned, ...captions].flatMap((text) => fieldOf(week, text));
  });
  return [...front, ...weeks];
}

const isDrawn = (text: string) => [...text].every((character) => BOOK_COVERAGE.text(character.codePointAt(0) ?? 0));

/** The field as something that stops the sign-off; nothing where any letter of it can be printed. */
export function fieldOf(week: number | null, text: string): UnprintableField[] {
  let lost = "";
  for (const [character] of normalise(text, "NFC").matchAll(/\p{L}/gu)) {
    if (isDrawn(character) || inPlainCharacters(character, isDrawn) !== null) return [];
    lost ||= character;
  }
  if (lost === "") return [];
  return [{ week, script: SCRIPTS.find(([, all]) => all.test(lost))?.[0] ?? null }];
}
