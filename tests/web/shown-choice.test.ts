import { expect, it } from "vitest";
import { readShown, shownKey } from "~/web/shown-choice.server";

it("the choice that a form showed comes back as it was, and anything else does not", () => {
  const choice = { journeyType: "gift" as const, selectedTheme: "pet", selectedType: undefined, basketKey: "basket" };
  expect(readShown(shownKey(choice))).toEqual(choice);
  for (const forged of [undefined, 1, "", "gift.pet...", `x${shownKey(choice)}`])
    expect(readShown(forged)).toBeUndefined();
});
