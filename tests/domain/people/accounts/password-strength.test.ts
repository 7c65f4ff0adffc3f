import { expect, it } from "vitest";
import { strengthOf } from "~/domain/people/accounts/password-strength";

it.each([
  [0, "weak"],
  [1, "weak"],
  [2, "medium"],
  [3, "medium"],
  [4, "strong"],
  [5, "strong"],
])("a password that meets %i of five rules is %s", (met, word) => {
  expect(strengthOf(met)).toBe(word);
});
