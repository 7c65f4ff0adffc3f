import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { kindShape, kinds, parseContent, spareQuestions, themeTexts } from "~/content/content";
import { WEEKS } from "~/domain/diary/rules/calendar";

/** Every text of the content, with the place it is at. */
function textsIn(value: unknown, place: string): { place: string; text: string }[] {
  if (typeof value === "string") return [{ place, text: value }];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, `${place}.${name}`));
}

const texts = [
  ...kinds.flatMap(({ key, ...kind }) => textsIn(kind, key)),
  ...themeTexts.flatMap(({ id, ...theme }) => textsIn(theme, `theme ${id}`)),
  ...textsIn(spareQuestions, "spare"),
];

/** The longest that fits its place on a card, a page, or the head of a week. */
const LONGEST: readonly (readonly [place: RegExp, characters: number])[] = [
  [/\.name$/, 24],
  [/\.titleExample$/, 40],
  [/\.(?:questions|spare)\.\d+$|^spare/, 100],
  [/\.bullets\.\d+$/, 90],
  [/\.(?:purchase|gift)\.description$/, 220],
  [/\.(?:promise|hero)\.(?:line|turn)$/, 60],
  [/\.hero\.text$/, 180],
  [/\.lead/, 180],
  [/\.asked\.question$/, 80],
  [/\.asked\.answer$/, 240],
  [/\.alt$/, 100],
];

describe("the texts that an editor changes", () => {
  test("are there for every kind of loop: a card, the questions of a year, and a page for all that are listed", () => {
    const hidden = themeTexts.filter((theme) => theme.hidden).map(({ id }) => id);
    expect(kinds.length).toBeGreaterThanOrEqual(16);
    for (const { key, theme, page, questions } of kinds) {
      expect(questions, key).toHaveLength(WEEKS);
      expect(page === undefined, `${key} has no page`).toBe(hidden.includes(theme));
    }
  });

  test("fit their places", () => {
    const tooLong = texts.filter(({ place, text }) =>
      LONGEST.some(([places, characters]) => places.test(place) && text.length > characters),
    );
    expect(tooLong.map(({ place, text }) => `${place} has ${text.length} characters`)).toEqual([]);
  });

  test("are set with proper quotation marks, single spaces and no number left in braces", () => {
    const untidy = texts.filter(({ text }) => /['"{}]| {2}|^\s|\s$|\.\.\.|—/.test(text));
    expect(untidy).toEqual([]);
  });

  test("name numbers of the business in braces", () => {
    const wedding = kinds.find(({ key }) => key === "wedding");
    expect(wedding?.gift.bullets.join(" ")).toContain("the next 12 months");
  });
});

describe("a file that is wrong", () => {
  const wedding = readFileSync("app/content/kinds/wedding.yaml", "utf8");
  const read = (source: string) => () => parseContent("app/content/kinds/wedding.yaml", source, kindShape);

  test.each([
    ["a question too few", wedding.replace(/\n {2}- [^\n]*\n?$/, "\n"), /line \d+, questions: .*52/],
    ["an empty text", wedding.replace(/titleExample: .*/, 'titleExample: ""'), /titleExample: this text is empty/],
    ["a field it should not have", `${wedding}\nprice: 3\n`, /"price"/],
    ["a missing field", wedding.replace(/^name: .*\n/m, ""), /wedding\.yaml, line 1, name: /],
    ["a number that is none", wedding.replace("{voucherMonths}", "{voucherYears}"), /\{voucherYears\} is no number/],
    ["a mark that breaks it", wedding.replace(/^name: .*/m, "name: Wedding: the year"), /line 9/],
  ])("is refused by name and line: %s", (_, source, sentence) => {
    expect(read(source)).toThrow(sentence);
    expect(read(source)).toThrow("app/content/kinds/wedding.yaml");
  });

  test("a line is that of the field", () => {
    const shape = z.strictObject({ a: z.string(), b: z.array(z.string().max(3)) });
    expect(() => parseContent("x.yaml", "a: one\nb:\n  - two\n  - three\n", shape)).toThrow("x.yaml, line 4, b.1");
  });
});
