import { describe, expect, it } from "vitest";
import {
  type BookWeekState,
  bookWeekState,
  isPrinted,
  needsDecision,
  printedWords,
  whyUnfinished,
} from "~/domain/diary/loops/printed-weeks";
import { countWords } from "~/domain/kernel/text/word-count";

it.each([
  ["PENDING", true],
  ["FLAGGED", true],
  ["APPROVED", true],
  ["REJECTED", false],
  ["HIDDEN", false],
] as const)("a finished week that is %s prints: %s", (moderation, prints) => {
  expect(isPrinted(moderation)).toBe(prints);
});

describe("what becomes of a week", () => {
  it.each([
    [null, false, false, "empty"],
    [null, true, false, "unfinished"],
    [null, false, true, "unfinished"],
    ["PENDING", false, true, "printing"],
    ["FLAGGED", false, true, "printing"],
    ["APPROVED", false, true, "printing"],
    ["APPROVED", true, true, "changed"],
    ["HIDDEN", false, true, "kept_out"],
    ["HIDDEN", true, true, "kept_out"],
    ["REJECTED", false, true, "kept_out"],
  ] as const)("moderation %s, draft %s, photos %s: %s", (moderation, hasDraft, hasPhotos, state) => {
    expect(bookWeekState({ moderation, hasDraft, hasPhotos, isOpenAgain: false })).toBe(state);
  });

  it("a finished week without its photo is unfinished again while it can be written", () => {
    const week = { moderation: "APPROVED", hasDraft: false, hasPhotos: false } as const;
    expect(bookWeekState({ ...week, isOpenAgain: true })).toBe("unfinished");
    expect(bookWeekState({ ...week, isOpenAgain: false })).toBe("printing");
  });

  it.each<[BookWeekState, string | null, string | null, boolean]>([
    ["printing", "saved", "saved", false],
    ["changed", "draft", "saved", true],
    ["unfinished", "draft", null, true],
    ["kept_out", null, null, false],
    ["empty", null, null, false],
  ])("%s prints %s with drafts and %s without; its owner is asked: %s", (state, withDrafts, without, isAsked) => {
    expect(printedWords(state, true)).toBe(withDrafts);
    expect(printedWords(state, false)).toBe(without);
    expect(needsDecision(state)).toBe(isAsked);
  });
});

describe("what a week still lacks", () => {
  const words = { title: "", highlight: "", gratitude: "", learned: "", content: "" };
  it.each([
    ["a photo", "Snow", 0, "no_photo"],
    ["an answer", " \n", 1, "no_answer"],
    ["both", " ", 0, "neither"],
    ["room", "word ".repeat(501), 1, "too_long"],
    ["nothing", "word ".repeat(500), 1, "kept_as_draft"],
  ])("is %s", (_, content, photos, why) => {
    expect(whyUnfinished({ ...words, content }, photos, countWords(content))).toBe(why);
  });
});
