import { expect, test } from "vitest";
import { INSIDE, insideSpread, weekOfNell } from "~/domain/shop/selling/look-inside";

test("the front of the sample book is told in a sentence, each week by its text", () => {
  const shown = INSIDE.map(({ id }) => insideSpread(id).about);
  expect(shown.map((about) => (typeof about === "string" ? "sentence" : about.week))).toEqual([
    ...["sentence", "sentence"],
    ...[1, 9, 10, 20],
  ]);
});

test("a week of the type’s page says how it was made; the others come from the sample viewer, and no more are there", () => {
  expect(weekOfNell(1).made).not.toBe("");
  expect(weekOfNell(11)).toMatchObject({ week: 11, made: "" });
  expect(() => weekOfNell(2)).toThrow("There is no sample of week 2.");
});
