import { describe, expect, test } from "vitest";
import { findWithoutPage, kinds, spareQuestions, themeTexts } from "~/content/content";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { textsIn, UNTIDY } from "./texts-in";

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
    expect(kinds.length).toBeGreaterThan(0);
    for (const { key, theme, page, questions } of kinds) {
      expect(questions, key).toHaveLength(WEEKS);
      expect(page === undefined, `${key} has no page`).toBe(hidden.includes(theme));
    }
  });

  test("end the start where a kind that is listed has no page, instead of leaving it out of the lists", () => {
    const withoutPage = { key: "gardening", theme: "family" } as const;
    expect(findWithoutPage([...kinds, withoutPage], ["classic"])).toBe("gardening");
    expect(findWithoutPage([...kinds, { ...withoutPage, theme: "classic" }], ["classic"])).toBeUndefined();
  });

  test("fit their places", () => {
    const tooLong = texts.filter(({ place, text }) =>
      LONGEST.some(([places, characters]) => places.test(place) && text.length > characters),
    );
    expect(tooLong.map(({ place, text }) => `${place} has ${text.length} characters`)).toEqual([]);
  });

  test("are set with proper quotation marks, single spaces and no number left in braces", () => {
    const untidy = texts.filter(({ text }) => UNTIDY.test(text));
    expect(untidy).toEqual([]);
  });

  test("name numbers of the business in braces", () => {
    const wedding = kinds.find(({ key }) => key === "wedding");
    expect(wedding?.gift.bullets.join(" ")).toContain("the next 12 months");
  });
});
