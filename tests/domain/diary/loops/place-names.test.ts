import { expect, it } from "vitest";
import { isPlace } from "~/domain/diary/loops/place-names";

it.each([
  ["in a third of its mentions", { place: 1, person: 0, all: 3 }, true],
  ["in fewer", { place: 1, person: 0, all: 4 }, false],
  ["as often as somebody", { place: 2, person: 2, all: 4 }, false],
  ["more often than somebody", { place: 3, person: 2, all: 5 }, true],
])("a name that is a place’s %s is one: %s", (_, kinds, isOne) => {
  expect(isPlace("Marlow", kinds)).toBe(isOne);
});
