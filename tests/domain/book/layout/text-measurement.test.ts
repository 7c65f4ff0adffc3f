import { describe, expect, it } from "vitest";
import type { WeekWords } from "~/domain/book/layout/pages";
import { type Paragraph, prepareLine, prepareProse } from "~/domain/book/layout/prepared-text";
import {
  answerHeight,
  codaHeight,
  headlineHeight,
  heightOf,
  lengthInWords,
  tellingHeight,
  wholeHeight,
} from "~/domain/book/layout/text-measurement";
import { typeTable } from "~/domain/book/layout/type-steps";

const [step] = typeTable(false).steps;
const LINE = (step.leading * 25.4) / 72;

const wordsOf = (given: Partial<WeekWords>): WeekWords => ({
  ...{ week: 1, season: "", isRightToLeft: false, days: "", outline: "", title: null, highlight: null },
  ...{ gratitude: [], prompt: null, answer: [], learned: [] },
  ...given,
});

describe("the estimated height of words", () => {
  it("is that of what was written: nothing for an empty part, or for a question without an answer", () => {
    const asked = wordsOf({ prompt: prepareLine("Where?") });
    expect([headlineHeight(asked, step, 140), codaHeight(asked, step, 140), wholeHeight(asked, step, 140)]).toEqual([
      0, 0, 0,
    ]);
    const thanked = wordsOf({ prompt: prepareLine("Where?"), gratitude: prepareProse("Nan.") });
    expect(tellingHeight(thanked, step, 140)).toBeCloseTo(3 * LINE);
    expect(tellingHeight({ ...thanked, answer: prepareProse("Here.") }, step, 140)).toBeCloseTo(6 * LINE);
  });

  it("of a list from six lines is that of two columns", () => {
    const list = (lines: number): Paragraph[] => prepareProse(Array(lines).fill("2 eggs").join("\n"));
    expect([5, 6, 8].map((lines) => Math.round(answerHeight(list(lines), step, 140) / LINE))).toEqual([5, 3, 4]);
  });

  it("counts each letter by its width", () => {
    expect(lengthInWords(Array(20).fill(prepareLine("i")))).toBe(2);
    expect(lengthInWords(Array(20).fill(prepareLine("界")))).toBe(7);
    expect(heightOf([prepareLine("i")], step.body, step.leading, 140)).toBeCloseTo(LINE);
  });
});
