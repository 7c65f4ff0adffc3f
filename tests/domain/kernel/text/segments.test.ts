import { describe, expect, it, vi } from "vitest";
import { beginningOf, graphemesOf, segmentedWordsOf, segmentsOf } from "~/domain/kernel/text/segments";

const SHAPES: readonly (readonly [name: string, text: string])[] = [
  ["one word of full stops", "A.".repeat(3_000)],
  ["Chinese", "昨日雨降在家中看书，没有人介意。".repeat(300)],
  ["one Chinese character", "雨".repeat(3_000)],
  ["Japanese", "きょうは雨がふりました".repeat(300)],
  ["Thai", "วันนี้ฝนตกที่บ้าน".repeat(300)],
  ["Khmer", "ថ្ងៃនេះភ្លៀងធ្លាក់".repeat(300)],
  ["Lao", "ມື້ນີ້ຝົນຕົກ".repeat(300)],
  ["Burmese", "ဒီနေ့မိုးရွာတယ်".repeat(300)],
  ["a letter with three thousand accents", `雨a${"\u0301\u0323".repeat(1_500)}b`],
  ["families of four", "👩‍👩‍👧‍👦".repeat(500)],
  ["flags", "🇬🇧🇵🇹".repeat(500)],
  ["marks that turn direction", "雨\u202ea".repeat(1_000)],
];

/** For each character: somewhat more than the length of a slice. */
const MOST_COPIES = 400;

describe("a text divided in slices", () => {
  it.each(SHAPES)("has the same characters as if it were divided at once: %s", (_, text) => {
    const whole = new Intl.Segmenter("en", { granularity: "grapheme" });
    const parts = [...graphemesOf(text)];
    expect(parts.join("")).toBe(text);
    expect(parts).toEqual(Array.from(whole.segment(text), ({ segment }) => segment));
  });

  it.each(SHAPES)("costs in proportion to its length: %s", (_, text) => {
    for (const granularity of ["grapheme", "word"] as const) {
      const long = text.repeat(8);
      expect(copiedBy(granularity, long)).toBeLessThan(long.length * MOST_COPIES);
    }
  });
});

/** The characters that a Segmenter copies which copies its whole text for each segment, as that of Node.js 20 does. */
function copiedBy(granularity: "grapheme" | "word", text: string): number {
  const real = new Intl.Segmenter("en", { granularity });
  let copied = 0;
  const copying: Intl.Segmenter = {
    resolvedOptions: () => real.resolvedOptions(),
    segment(slice: string) {
      const segments = real.segment(slice);
      copied += slice.length * [...segments].length;
      return segments;
    },
  };
  for (const _ of segmentsOf(copying, text));
  return copied;
}

describe("words of a script without spaces", () => {
  it.each(SHAPES)("are as many in slices as at once: %s", (_, text) => {
    const whole = new Intl.Segmenter("en", { granularity: "word" });
    const once = Array.from(whole.segment(text)).filter(({ isWordLike }) => isWordLike).length;
    expect([...segmentedWordsOf(text)].length).toBe(once);
  });
});

describe("a browser that cannot tell characters and words apart", () => {
  it("divides a text into the characters of the machine, and takes it for one word", () => {
    vi.stubGlobal("Intl", { ...Intl, Segmenter: undefined });
    expect([...graphemesOf("Zoe\u0308")]).toEqual(["Z", "o", "e", "\u0308"]);
    expect([...segmentedWordsOf("きょうは雨")]).toEqual(["きょうは雨"]);
    vi.unstubAllGlobals();
  });
});

describe("the beginning of a text", () => {
  it("never ends within what people see as one character", () => {
    expect(beginningOf("ab👩‍👩‍👧c", 12)).toBe("ab👩‍👩‍👧c");
    for (let longest = 2; longest < 10; longest += 1) expect(beginningOf("ab👩‍👩‍👧c", longest)).toBe("ab");
    expect(beginningOf("Zoe\u0308", 3)).toBe("Zo");
    expect(beginningOf("ab🏴󠁧󠁢󠁷󠁬󠁳󠁿", 15)).toBe("ab");
  });
});
