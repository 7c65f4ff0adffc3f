import { afterEach, describe, expect, it } from "vitest";
import { countWords } from "~/domain/kernel/text/word-count";

describe("the words of a text", () => {
  it.each([
    ["", 0],
    ["  \n ", 0],
    ["one", 1],
    [" one  two\nthree\u00a0four ", 4],
    ["well-known isn’t two – or is it", 6],
    ["우리는 생각보다 멀리 걸었다", 4],
    ["Nana said 好 twice 🧵", 5],
  ])("%j are counted as a person would: %i", (text, count) => {
    expect(countWords(text)).toBe(count);
  });

  it.each(["我们走得更远，没有人介意。", "思ったより遠くまで歩いた。", "เราเดินไกลกว่าที่ตั้งใจไว้"])(
    "%s, which has no spaces, is more than one word, and fewer than its characters",
    (text) => {
      // The dictionary is the runtime's own, so that the number may change with it by one or two.
      expect(countWords(text)).toBeGreaterThanOrEqual(5);
      expect(countWords(text)).toBeLessThanOrEqual(9);
      expect(countWords(`${text} `.repeat(100))).toBe(countWords(text) * 100);
    },
  );
});

describe("where words without spaces cannot be told apart, as in a browser before 2024", () => {
  const { Segmenter } = Intl;
  afterEach(() => {
    Object.assign(Intl, { Segmenter });
  });

  it("each part between spaces is one", () => {
    Object.assign(Intl, { Segmenter: undefined });
    expect(countWords("Nana said 我们走得更远 twice")).toBe(4);
    expect(countWords("เราเดินไกลกว่าที่ตั้งใจไว้")).toBe(1);
  });
});
