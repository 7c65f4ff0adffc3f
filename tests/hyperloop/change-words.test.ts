import { expect, it } from "vitest";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatNumber, formatShare } from "~/domain/kernel/text/numbers";
import { formatChange } from "~/hyperloop/change-words";

it.each([
  ["Up 18.0% from £50.00", formatChange(5900, 5000, formatPence)],
  ["Down 50.0% from 4", formatChange(2, 4, formatNumber)],
  ["The same as before", formatChange(3, 3, formatNumber)],
  ["The same as before", formatChange(0, 0, formatNumber)],
  ["Up from 0", formatChange(3, 0, formatNumber)],
  ["Down 0.2 points from 3.4%", formatChange(0.032, 0.034, formatShare)],
  ["No figure before", formatChange(0.032, null, formatShare)],
  ["3.4% before", formatChange(null, 0.034, formatShare)],
])("a change is said in words, with what it was before: %s", (sentence, said) => {
  expect(said).toBe(sentence);
});
