import { expect, it } from "vitest";
import { describeFaults } from "~/domain/book/prepress/preflight-report";

const report = (count: number) => ({
  ...{ printer: "p", condition: "c", pages: 24, rules: 9, lowestPixelsPerInch: null, notes: [] },
  faults: Array.from({ length: count }, (_, place) => ({ rule: "r", page: place || null, detail: "Bad." })),
});

it.each([
  [0, ""],
  [2, "Bad. Page 1: Bad."],
  [5, "Bad. Page 1: Bad. Page 2: Bad. Page 3: Bad. Page 4: Bad."],
  [6, "Bad. Page 1: Bad. Page 2: Bad. Page 3: Bad. Page 4: Bad. And 1 more."],
])("%s faults are said as: %s", (count, words) => {
  expect(describeFaults(report(count))).toBe(words);
});
