import { expect, it } from "vitest";
import { formatVisitors } from "~/hyperloop/sales-kpis";

it.each([
  [12, 3, "of 12 visitors"],
  [1, 1, "of 1 visitor"],
  [1, 4, "more orders than counted visits"],
])("%s visitors who bought %s loops are described as %s", (visitors, sold, words) => {
  expect(formatVisitors(visitors, sold)).toBe(words);
});
