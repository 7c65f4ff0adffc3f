/**
 * The typefaces of the book, in order: the first that has a character draws it. No font installed on the machine is
 * ever used. All are under the SIL Open Font Licence and come as packages.
 */

export interface Typeface {
  readonly family: string;
  /** Files in node_modules, upright and italic. */
  readonly files: readonly string[];
  /** Code points the family is used for, as ranges; null for all. It may have others that look wrong in this book. */
  readonly covers: readonly (readonly [from: number, to: number])[] | null;
  /** Its paragraphs alone are set in this face, before all others. */
  readonly language?: "ja";
  /** What a book's own copy of a large file leaves out, see typeface-cuts.server.ts. */
  readonly leavesOut?: "unused-outlines" | "svg";
}

// Besley was compared with EB Garamond on the same spreads. Its even strokes keep their colour when a photo printer
// prints them over a tinted page, where Garamond's hairlines break up; and it is the face of the cover, so titles and
// answers are of one family. It takes a tenth more room, which 11 pt on 140 mm allows for.
const BODY: Typeface = {
  family: "Besley",
  files: [
    "@expo-google-fonts/besley/400Regular/Besley_400Regular.ttf",
    "@expo-google-fonts/besley/400Regular_Italic/Besley_400Regular_Italic.ttf",
  ],
  // Noto Serif draws Vietnamese letters, because Besley would compose them from misaligned parts.
  covers: [
    [0x0000, 0x02ff],
    [0x1e80, 0x1e9e],
    [0x1ef2, 0x1ef3],
    [0x2000, 0x2bff],
    [0xfb00, 0xfb06],
  ],
};

/** A face for one script: one file, without limits. */
const script = (family: string, file: string): Typeface => ({ family, files: [file], covers: null });

// Chinese, Japanese and Korean writing without their Latin, Greek and Cyrillic letters, which are of another hand.
const EAST_ASIAN = [
  [0x2e80, 0x9fff],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe4f],
  [0xff00, 0xffef],
  [0x20000, 0x3ffff],
] as const;

const FALLBACKS: readonly Typeface[] = [
  {
    // Its lower case is as tall as Besley's, so a name in Vietnamese, Greek or Cyrillic has the size of its sentence.
    family: "Noto Serif",
    files: [
      "@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf",
      "@expo-google-fonts/noto-serif/400Regular_Italic/NotoSerif_400Regular_Italic.ttf",
    ],
    covers: [
      [0x0000, 0x052f],
      [0x1e00, 0x1fff],
      [0x2010, 0x205e],
      [0x20a0, 0x20bf],
      [0x2116, 0x2122],
      [0xfb00, 0xfb06],
    ],
  },
  script("Noto Naskh Arabic", "@expo-google-fonts/noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf"),
  script("Noto Serif Hebrew", "@expo-google-fonts/noto-serif-hebrew/400Regular/NotoSerifHebrew_400Regular.ttf"),
  script(
    "Noto Serif Devanagari",
    "@expo-google-fonts/noto-serif-devanagari/400Regular/NotoSerifDevanagari_400Regular.ttf",
  ),
  script("Noto Serif Bengali", "@expo-google-fonts/noto-serif-bengali/400Regular/NotoSerifBengali_400Regular.ttf"),
  script("Noto Serif Gujarati", "@fontsource/noto-serif-gujarati/files/noto-serif-gujarati-gujarati-400-normal.woff"),
  script("Noto Sans Gurmukhi", "@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf"),
  script("Noto Serif Tamil", "@fontsource/noto-serif-tamil/files/noto-serif-tamil-tamil-400-normal.woff"),
  script("Noto Serif Telugu", "@expo-google-fonts/noto-serif-telugu/400Regular/NotoSerifTelugu_400Regular.ttf"),
  script("Noto Sans Kannada", "@fontsource/noto-sans-kannada/files/noto-sans-kannada-kannada-400-normal.woff"),
  script(
    "Noto Serif Malayalam",
    "@fontsource/noto-serif-malayalam/files/noto-serif-malayalam-malayalam-400-normal.woff",
  ),
  script("Noto Serif Sinhala", "@fontsource/noto-serif-sinhala/files/noto-serif-sinhala-sinhala-400-normal.woff"),
  script("Noto Serif Armenian", "@fontsource/noto-serif-armenian/files/noto-serif-armenian-armenian-400-normal.woff"),
  script("Noto Serif Georgian", "@fontsource/noto-serif-georgian/files/noto-serif-georgian-georgian-400-normal.woff"),
  script("Noto Sans Ethiopic", "@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-400-normal.woff"),
  script("Noto Sans Thai", "@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf"),
  script("Noto Serif Lao", "@fontsource/noto-serif-lao/files/noto-serif-lao-lao-400-normal.woff"),
  script("Noto Serif Khmer", "@fontsource/noto-serif-khmer/files/noto-serif-khmer-khmer-400-normal.woff"),
  script("Noto Serif Myanmar", "@fontsource/noto-serif-myanmar/files/noto-serif-myanmar-myanmar-400-normal.woff"),
  {
    // A text face of Hong Kong with every character of the Chinese, Taiwanese and Japanese standards (28 MB). Noto Serif
    // has them too, in packages of 80 to 117 MB for each country.
    family: "Cactus Classical Serif",
    files: ["@expo-google-fonts/cactus-classical-serif/400Regular/CactusClassicalSerif_400Regular.ttf"],
    covers: EAST_ASIAN,
    leavesOut: "unused-outlines",
  },
  {
    // Japanese writes many of the same characters otherwise.
    family: "BIZ UDMincho",
    files: ["@expo-google-fonts/biz-udmincho/400Regular/BIZUDMincho_400Regular.ttf"],
    covers: EAST_ASIAN,
    language: "ja",
    leavesOut: "unused-outlines",
  },
  script("NanumMyeongjo", "@expo-google-fonts/nanum-myeongjo/400Regular/NanumMyeongjo_400Regular.ttf"),
  {
    family: "EB Garamond",
    files: [
      "@expo-google-fonts/eb-garamond/400Regular/EBGaramond_400Regular.ttf",
      "@expo-google-fonts/eb-garamond/400Regular_Italic/EBGaramond_400Regular_Italic.ttf",
    ],
    // The rare letters and marks that no face before it has. Its flags, suns and arrows are not used.
    covers: [
      [0x0000, 0x052f],
      [0x1e00, 0x1fff],
      [0x2010, 0x205e],
      [0x20a0, 0x20bf],
      [0x2116, 0x2122],
      [0xfb00, 0xfb06],
    ],
  },
  script("Noto Sans Symbols 2", "@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf"),
];

export const TEXT_TYPEFACES: readonly Typeface[] = [BODY, ...FALLBACKS];

export const EMOJI_TYPEFACE: Typeface = {
  family: "Noto Color Emoji",
  files: ["@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf"],
  covers: null,
  // Every emoji is drawn in it twice.
  leavesOut: "svg",
};

/** The ranges as a regular expression for the typesetter; null for a family without limits. */
export function coversPattern(typeface: Typeface): string | null {
  if (typeface.covers === null) return null;
  const inBraces = (codePoint: number) => `\\u{${codePoint.toString(16)}}`;
  return `[${typeface.covers.map(([from, to]) => `${inBraces(from)}-${inBraces(to)}`).join("")}]`;
}

/** The code points that a font draws, see `forEachCharacter`. */
export function codePointsIn(map: Uint8Array): Set<number> {
  const codePoints = new Set<number>();
  forEachCharacter(map, (codePoint) => codePoints.add(codePoint));
  return codePoints;
}

/**
 * Calls `visit` for every character that a font draws, read from its character map (formats 4 and 12 of the OpenType
 * table). A font may list a character more than once.
 * @param map the "cmap" table of the font file, from its first byte.
 */
export function forEachCharacter(map: Uint8Array, visit: (codePoint: number, glyph: number) => void): void {
  const view = new DataView(map.buffer, map.byteOffset, map.byteLength);
  for (let index = 0; index < view.getUint16(2); index += 1) {
    const subtable = view.getUint32(4 + index * 8 + 4);
    const kind = view.getUint16(subtable);
    if (kind === 12) readGroups(view, subtable, visit);
    else if (kind === 4) readSegments(view, subtable, visit);
  }
}

type Visit = (codePoint: number, glyph: number) => void;

function readGroups(view: DataView, subtable: number, visit: Visit): void {
  for (let group = 0; group < view.getUint32(subtable + 12); group += 1) {
    const at = subtable + 16 + group * 12;
    const [first, last, glyph] = [view.getUint32(at), view.getUint32(at + 4), view.getUint32(at + 8)];
    for (let codePoint = first; codePoint <= last; codePoint += 1) visit(codePoint, glyph + codePoint - first);
  }
}

function readSegments(view: DataView, subtable: number, visit: Visit): void {
  const doubled = view.getUint16(subtable + 6);
  for (let segment = 0; segment < doubled; segment += 2) {
    const last = view.getUint16(subtable + 14 + segment);
    const first = view.getUint16(subtable + 16 + doubled + segment);
    const delta = view.getUint16(subtable + 16 + doubled * 2 + segment);
    const offsetAt = subtable + 16 + doubled * 3 + segment;
    const offset = view.getUint16(offsetAt);
    for (let codePoint = first; codePoint <= last && codePoint < 0xffff; codePoint += 1) {
      // The list holds a glyph's number before the segment's shift is added to it.
      const listed = offset === 0 ? codePoint : view.getUint16(offsetAt + offset + (codePoint - first) * 2);
      const glyph = offset !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) visit(codePoint, glyph);
    }
  }
}
