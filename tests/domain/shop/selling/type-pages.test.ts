import { expect, test } from "vitest";
import { sampleSpreads } from "~/domain/shop/selling/type-pages";

test("a type without a page, or that is not in the catalogue, has no sample weeks", () => {
  expect([sampleSpreads("classic", "standard"), sampleSpreads("pet", "dinosaur")]).toEqual([[], []]);
});

test("a sample week without an answer shows no question", () => {
  const weeks = sampleSpreads("pet", "my-cat-and-me");
  expect(weeks.map(({ answer }) => answer === null)).toContain(true);
  for (const { question, answer } of weeks) expect(question === null).toBe(answer === null);
});
