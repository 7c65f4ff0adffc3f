import { describe, expect, it } from "vitest";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import { bookForm, draftProblem, tidyWords, weeklyEmailForm } from "~/domain/diary/loops/forms";
import { countsOf } from "~/domain/diary/loops/word-counts";
import { LONGEST_DRAFT } from "~/domain/diary/rules/entry-limits";

describe("the text of a week", () => {
  it("is tidied up to four times the longest draft, and left as it is beyond", () => {
    const ofLength = (length: number) => ({ ...NO_WORDS, content: "\r\n".padEnd(length, "x") });
    expect(tidyWords(ofLength(4 * LONGEST_DRAFT)).content.slice(0, 2)).toBe("\nx");
    expect(tidyWords(ofLength(4 * LONGEST_DRAFT + 1)).content.slice(0, 2)).toBe("\r\n");
  });

  it("that is too long is so at its longest box, the first of several", () => {
    const long = "x".repeat(40);
    expect(draftProblem({ ...NO_WORDS, gratitude: long, content: long }).field).toBe("gratitude");
    expect(draftProblem({ ...NO_WORDS, gratitude: long, content: `${long}x` }).field).toBe("content");
  });

  it("is counted up to the longest draft", () => {
    const ofLength = (length: number) => countsOf({ ...NO_WORDS, content: "x".repeat(length) });
    expect(ofLength(LONGEST_DRAFT)).toEqual({ answerWords: 1, allWords: 1 });
    expect(ofLength(LONGEST_DRAFT + 1)).toEqual({ answerWords: null, allWords: null });
  });
});

it.each([
  [300, true],
  [301, false],
])("a dedication of %i characters is taken: %s", (length, isTaken) => {
  expect(bookForm.safeParse({ dedication: "x".repeat(length) }).success).toBe(isTaken);
});

it.each([
  ["6", "23", true],
  ["7", "23", false],
  ["6", "24", false],
  ["-1", "8", false],
])("the weekly email on day %s at %s is taken: %s", (day, hour, isTaken) => {
  expect(weeklyEmailForm.safeParse({ wanted: "on", day, hour }).success).toBe(isTaken);
});
