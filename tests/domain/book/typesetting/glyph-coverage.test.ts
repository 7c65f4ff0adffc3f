import { describe, expect, it } from "vitest";
import { fieldOf } from "~/domain/book/books/unprintable.server";
import { prepareLine, prepareProse, textOf } from "~/domain/book/layout/prepared-text";
import { BOOK_COVERAGE } from "~/domain/book/typesetting/character-maps.server";
import { fitToTypefaces, fitWords, nameLostOfWeek } from "~/domain/book/typesetting/glyph-coverage";

const lineOf = (text: string) => fitToTypefaces(prepareLine(text), BOOK_COVERAGE);

describe("what no typeface of the book draws", () => {
  it.each([
    ["⅓ of a cake", "1/3 of a cake", [["⅓", "1/3"]]],
    ["2⅓ cakes", "2 1/3 cakes", [["⅓", "1/3"]]],
    [
      "𝓗𝓪𝓹𝓹𝔂 𝓫𝓲𝓻𝓽𝓱𝓭𝓪𝔂",
      "Happy birthday",
      [
        ["𝓗𝓪𝓹𝓹𝔂", "Happy"],
        ["𝓫𝓲𝓻𝓽𝓱𝓭𝓪𝔂", "birthday"],
      ],
    ],
    ["🅗🅘", "HI", [["🅗🅘", "HI"]]],
    ["ᴊᴏᴇ", "JOE", [["ᴊᴏᴇ", "JOE"]]],
  ])("%s prints as %s", (typed, printed, pairs) => {
    const { paragraph, missing, plain } = lineOf(typed);
    expect(textOf(paragraph)).toBe(printed);
    expect(missing).toEqual([]);
    expect(plain.map(({ typed: from, printed: to }) => [from, to])).toEqual(pairs);
  });

  it.each([
    "½ cup, 20 °C, €5 – and a ♥",
    "Zoë, Łukasz, Nguyễn, Ἀθῆναι",
    "🎂 and 👩‍👩‍👧, 🅰️ and ㊗️",
    "as typed: […] […]",
    "our year is at www.loop.example/our-year",
  ])("does not touch what they draw: %s", (typed) => {
    expect(textOf(prepareLine(typed))).toBe(typed);
    expect(lineOf(typed)).toEqual({ paragraph: prepareLine(typed), missing: [], plain: [] });
  });

  it("does not touch the lines of a verse, nor what else is in a layout", () => {
    const part = { lines: prepareProse("A rose\nis a rose\nis a rose"), number: 1, nothing: null, names: ["one"] };
    expect(fitWords(part, BOOK_COVERAGE)).toEqual({ fitted: part, missing: [], plain: [] });
  });

  it("leaves the characters beside it as they are", () => {
    expect(textOf(lineOf("½ of \u{12000}").paragraph)).toBe("½ of […]");
  });

  it("is set as text where no emoji is drawn of it", () => {
    const star = prepareLine("★\ufe0f");
    const runs = [{ kind: "emoji", text: "★\ufe0f" }] as const;
    const covers = { text: (codePoint: number) => codePoint === 0x2605, emoji: () => false };
    const { paragraph, missing } = fitToTypefaces({ ...star, runs }, covers);
    expect([paragraph.runs, missing]).toEqual([[{ kind: "text", text: "★" }], []]);
  });

  it("is left out only where nothing is as plain, and both are reported", () => {
    const { paragraph, missing } = lineOf("A \u{12000} sign");
    expect([textOf(paragraph), missing]).toEqual(["A […] sign", ["\u{12000}"]]);
    expect(nameLostOfWeek(3, prepareProse("⅓ \u{12000}"), BOOK_COVERAGE)).toEqual([
      { kind: "lost_characters", week: 3, characters: ["\u{12000}"] },
      { kind: "plain_characters", week: 3, words: [{ typed: "⅓", printed: "1/3" }] },
    ]);
  });

  it("stops no sign-off where it prints in plain characters", () => {
    expect(fieldOf(1, "𝓗𝓪𝓹𝓹𝔂")).toEqual([]);
    expect(fieldOf(1, "\u{12000}")).toHaveLength(1);
  });
});
