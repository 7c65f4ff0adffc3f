import { forEachParagraph } from "./glyph-coverage";

/**
 * Whether a book writes Chinese as in China or as in Taiwan and Hong Kong: the characters of a language's own standard,
 * which the other has not, say it. In China commas and full stops are low beside the character before them; elsewhere
 * they are in the middle of their square.
 */

/** First and last rows of the standards, see the WHATWG's encodings. */
const CHINA = ["gb2312", 0xb0, 0xf7] as const;
const TAIWAN = ["big5", 0xa4, 0xf9] as const;
const LAST_OF_TAIWANS_COMMON = 0xc6;

let standards: { china: Set<string>; taiwan: Set<string>; taiwansCommon: Set<string> } | null = null;

/** Whether more characters of these words are of China alone than of Taiwan and Hong Kong alone. */
export function isSimplifiedChinese(layout: object): boolean {
  let balance = 0;
  forEachParagraph(layout, ({ language, runs }) => {
    // A Japanese or Korean sentence has characters of its own, and an English one may hold some Chinese.
    if (language === "ja" || language === "ko") return;
    const characters = runs.flatMap(({ text }) => text.match(/\p{Script=Han}/gu) ?? []);
    if (characters.length === 0) return;
    standards ??= {
      china: charactersOf(...CHINA),
      taiwan: charactersOf(...TAIWAN),
      taiwansCommon: charactersOf(TAIWAN[0], TAIWAN[1], LAST_OF_TAIWANS_COMMON),
    };
    for (const character of characters) {
      if (standards.china.has(character)) balance += standards.taiwan.has(character) ? 0 : 1;
      else if (standards.taiwansCommon.has(character)) balance -= 1;
    }
  });
  return balance > 0;
}

function charactersOf(encoding: string, first: number, last: number): Set<string> {
  const decoder = new TextDecoder(encoding);
  const characters = new Set<string>();
  for (let row = first; row <= last; row += 1) {
    for (let cell = 0x40; cell <= 0xfe; cell += 1) {
      const character = decoder.decode(Uint8Array.of(row, cell));
      if (/^\p{Script=Han}$/u.test(character)) characters.add(character);
    }
  }
  return characters;
}
