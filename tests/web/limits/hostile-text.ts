/** Texts in the shapes that make parsers and patterns slow; each is made in a length of characters. */

type Shape = (length: number) => string;

/** Repeats a text to a length. */
export const repeated = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

const around =
  (before: string, text: string, after: string): Shape =>
  (length) =>
    before + repeated(text, Math.max(0, length - before.length - after.length)) + after;

const nested =
  (open: string, close: string): Shape =>
  (length) =>
    open.repeat(Math.floor(length / 2)) + close.repeat(Math.floor(length / 2));

/** A sentence's worth of each script, repeated. */
const SCRIPTS = {
  Latin: "the quick brown fox ",
  Arabic: "في البدء كان الكلمة ",
  Hebrew: "בראשית ברא אלהים ",
  Devanagari: "सभी मनुष्यों को गौरव ",
  Bengali: "সমস্ত মানুষ স্বাধীনভাবে ",
  Thai: "มนุษย์ทั้งหลายเกิดมามีอิสระ",
  Khmer: "មនុស្សទាំងអស់កើតមក",
  Myanmar: "လူတိုင်းသည်တူညီလွတ်လပ်သော",
  Han: "人人生而自由在尊嚴和權利上一律平等",
  Kana: "すべての人間は生まれながらにして",
  Hangul: "모든 인간은 태어날 때부터 ",
  "Hangul in parts": "\u1106\u1169\u1103\u1173\u11ab",
  Ethiopic: "የሰው ልጅ ሁሉ ሲወለድ ",
  emoji: "👩‍👩‍👧‍👦🏳️‍🌈👍🏽",
} as const;

/** Every shape of text by its name. */
export const HOSTILE_TEXTS: Readonly<Record<string, Shape>> = {
  "one long word": (length) => repeated("a", length),
  "one long word in capitals": (length) => repeated("A", length),
  "short words": (length) => repeated("a ", length),
  digits: (length) => repeated("7", length),
  "digits in groups": (length) => repeated("07 ", length),
  spaces: around("a", " ", "a"),
  "spaces at the end": around("a", " ", ""),
  "spaces at the start": around("", " ", "a"),
  tabs: around("a", "\t", "\u0000"),
  "no-break spaces": around("a", "\u00a0", "a"),
  lines: (length) => repeated("\r\n", length),
  "lines of a word": (length) => repeated("a\n", length),
  "carriage returns": around("a", "\r", "a"),
  controls: (length) => repeated("\u0001", length),
  "turned directions": (length) => repeated("\u202e", length),
  "quotes unclosed": (length) => repeated('"', length),
  "escapes unclosed": around('{"a":"', '\\"', ""),
  backslashes: (length) => repeated("\\", length),
  apostrophes: (length) => repeated("’'", length),
  "brackets unclosed": (length) => repeated("[", length),
  "brackets nested": nested("[", "]"),
  "parentheses nested": nested("(", ")"),
  "tags unclosed": (length) => repeated("<a ", length),
  commas: (length) => repeated(",", length),
  semicolons: (length) => repeated("a=b; ", length),
  hyphens: around("a", "-", "!"),
  "hyphens between letters": around("", "a-", "!"),
  points: around("a", ".", "@"),
  "points between letters": around("a@", "a.", "@"),
  "at signs": (length) => repeated("@", length),
  "at signs between letters": (length) => repeated("a@", length),
  addresses: (length) => repeated("a@b.c,", length),
  slashes: (length) => repeated("/", length),
  "slashes between letters": (length) => repeated("/a", length),
  percents: (length) => repeated("%", length),
  "percent escapes": (length) => repeated("%41", length),
  "underscores and stars": around("", "_*", "a"),
  "plus signs": around("", "+", "a"),
  "underlined brackets": (length) => repeated("a[0].", length),
  "combining marks": around("a", "\u0315\u0300\u05ae", ""),
  "combining marks of one kind": around("a", "\u0301", ""),
  "marks of many letters": (length) => repeated("a\u0315\u0300\u05ae", length),
  "joined by nothing": around("a", "\u200d", "a"),
  "half of a pair": (length) => repeated("\ud83d", length),
  ...Object.fromEntries(
    Object.entries(SCRIPTS).map(([script, text]) => [script, (length: number) => repeated(text, length)]),
  ),
};
