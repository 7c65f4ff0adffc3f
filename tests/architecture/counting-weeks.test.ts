import { expect, it } from "vitest";
import { sources } from "./source";

/** Weeks counted from the first day alone would ignore pauses. */
const IGNORES_PAUSES = /\b(?:currentWeek|weekDays|daysCounted)\(\s*[\w.]*\bstartDay\b/;

function findPauselessCounts(all: ReadonlyMap<string, string>): string[] {
  return [...all].filter(([path, text]) => /^app\//.test(path) && IGNORES_PAUSES.test(text)).map(([path]) => path);
}

it("the weeks of a loop are counted by the loop with its pauses, never by its first day alone", () => {
  expect(findPauselessCounts(sources)).toEqual([]);
  const planted = new Map([["app/screens/planted.ts", "const week = currentWeek(loop.startDay, today);"]]);
  expect(findPauselessCounts(planted)).toEqual(["app/screens/planted.ts"]);
});
