import { expect, it } from "vitest";
import { ageInWords } from "~/domain/system/health/age";

it.each([
  [-5, "0 s"],
  [119, "119 s"],
  [120, "2 min"],
  [7_199, "120 min"],
  [7_200, "2 h"],
  [172_799, "48 h"],
  [172_800, "2 days"],
])("an age of %s seconds is said as %s", (seconds, words) => {
  expect(ageInWords(seconds * 1_000)).toBe(words);
});
