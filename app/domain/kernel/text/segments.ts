/**
 * Dividing text into characters as people see them, or into words, in time and memory that grow with its length. The
 * Segmenter of Node.js 20 copies its whole text for each segment, so it is given one slice at a time.
 */

const SLICE = 256;
/** Where a word ends can depend on what comes after it, so the next slice begins so far before the end of the last. */
const UNSURE = 48;

/** The segments of a text. */
export function* segmentsOf(segmenter: Intl.Segmenter, text: string): Generator<Intl.SegmentData> {
  let from = 0;
  let size = SLICE;
  while (from < text.length) {
    const end = endOfSlice(text, from + size);
    const sure = end === text.length ? end : end - UNSURE;
    let next = from;
    for (const segment of segmenter.segment(text.slice(from, end))) {
      if (next + segment.segment.length > sure) break;
      yield segment;
      next += segment.segment.length;
    }
    // A segment longer than its slice is tried in one of twice the length.
    size = next === from ? size * 2 : SLICE;
    from = next;
  }
}

/** Never between the two halves of one character. */
function endOfSlice(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}

/** Made when first wanted; undefined in a browser that has none (Firefox before 125). */
function segmenterOf(granularity: "word" | "grapheme"): Intl.Segmenter | undefined {
  if (typeof Intl.Segmenter === "undefined") return undefined;
  segmenters[granularity] ??= new Intl.Segmenter("en", { granularity });
  return segmenters[granularity];
}

const segmenters: { word?: Intl.Segmenter; grapheme?: Intl.Segmenter } = {};

/** The characters of a text as people see them: a letter with its accents, a whole emoji. */
export function* graphemesOf(text: string): Generator<string> {
  const graphemes = segmenterOf("grapheme");
  if (!graphemes) yield* text;
  else for (const { segment } of segmentsOf(graphemes, text)) yield segment;
}

/** The beginning of a text: so many characters of the machine at most, and none of those that people see in two. */
export function beginningOf(text: string, longest: number): string {
  if (text.length <= longest) return text;
  let shortened = "";
  for (const character of graphemesOf(text)) {
    if (shortened.length + character.length > longest) break;
    shortened += character;
  }
  return shortened;
}

/** Scripts that put no space between words; the others count "well-known" as one. */
export const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * The words of a text in a script that puts no space between them; all of it as one where they cannot be told apart.
 */
export function* segmentedWordsOf(text: string): Generator<string> {
  const words = segmenterOf("word");
  if (!words) yield text;
  else for (const { segment, isWordLike } of segmentsOf(words, text)) if (isWordLike) yield segment;
}
