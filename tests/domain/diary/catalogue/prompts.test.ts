import { describe, expect, test } from "vitest";
import { findLoopType, listLoopTypes, listThemes } from "~/domain/diary/catalogue/catalogue";
import { promptForWeek, promptsFor, sparePrompts } from "~/domain/diary/catalogue/prompts";

const classic = findLoopType("classic", "standard");
const types = [
  ...listThemes().flatMap((theme) => listLoopTypes({ themeId: theme.id, journey: "purchase" })),
  ...(classic ? [classic] : []),
];
const every = [
  ...types.flatMap((type) =>
    promptsFor(type.themeId, type.key).map((text, index) => ({ where: `${type.key} ${index + 1}`, text })),
  ),
  ...sparePrompts.map((text) => ({ where: "spare", text })),
];

function tokensOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, "")
    .split(/\s+/)
    .filter(Boolean);
}

/** How much of their vocabulary two sentences share: words in both over words in either (Jaccard index). */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared / (one.size + other.size - shared);
}

describe("the prompts", () => {
  test("each type has fifty-two", () => {
    for (const type of types) expect(promptsFor(type.themeId, type.key), type.key).toHaveLength(52);
    expect(every).toHaveLength(types.length * 52 + sparePrompts.length);
  });

  test("each fits a heading and the subject of an email", () => {
    const misfits = every.filter(({ text }) => text.length < 20 || text.length > 100 || /\n/.test(text));
    expect(misfits).toEqual([]);
  });

  test("each ends as a question or a sentence does", () => {
    expect(every.filter(({ text }) => !/[?.]$/.test(text) || text.endsWith("..."))).toEqual([]);
  });

  test("each is set with proper quotation marks, single spaces and a capital", () => {
    const untidy = every.filter(({ text }) => /['"]| {2}|^\s|\s$|—/.test(text) || !/^[“‘]?\p{Lu}/u.test(text));
    expect(untidy).toEqual([]);
  });

  test("none is asked twice, in this type or in any other", () => {
    const seen = new Map<string, string>();
    const twice: string[] = [];
    for (const { where, text } of every) {
      const plain = tokensOf(text).join(" ");
      const earlier = seen.get(plain);
      if (earlier) twice.push(`${earlier} = ${where}: ${text}`);
      seen.set(plain, where);
    }
    expect(twice).toEqual([]);
  });

  test("none is another with a word or two changed", () => {
    const sets = every.map(({ where, text }) => ({ where, words: new Set(tokensOf(text)) }));
    const alike: string[] = [];
    sets.forEach((one, index) => {
      for (const other of sets.slice(index + 1)) {
        if (overlap(one.words, other.words) >= 0.8) alike.push(`${one.where} ~ ${other.where}`);
      }
    });
    expect(alike).toEqual([]);
  });

  test("no year keeps opening its mouth in the same way", () => {
    for (const type of types) {
      const openings = new Map<string, number>();
      for (const text of promptsFor(type.themeId, type.key)) {
        const opening = tokensOf(text).slice(0, 4).join(" ");
        openings.set(opening, (openings.get(opening) ?? 0) + 1);
      }
      expect(
        [...openings].filter(([, times]) => times > 3),
        type.key,
      ).toEqual([]);
    }
  });
});

describe("asking for one week", () => {
  test("week 1 is the first and week 52 the last", () => {
    const wedding = promptsFor("celebration", "wedding");
    expect(promptForWeek("celebration", "wedding", 1)).toBe(wedding[0]);
    expect(promptForWeek("celebration", "wedding", 31)).toBe("Which ten minutes would you live again?");
    expect(promptForWeek("celebration", "wedding", 52)).toBe(wedding[51]);
  });

  test.each([0, 53, -1, 1.5, Number.NaN])("there is no week %d", (week) => {
    expect(() => promptForWeek("pet", "my-cat-and-me", week)).toThrow(RangeError);
  });

  test("a type that is not in the catalogue has no prompts", () => {
    expect(() => promptsFor("pet", "wedding")).toThrow(RangeError);
  });
});
