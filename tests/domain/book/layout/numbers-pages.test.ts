import { describe, expect, it } from "vitest";
import { layNumbers } from "~/domain/book/layout/numbers-pages";
import { week } from "../books/loop-on-paper";

const listsOf = (answer: string) => layNumbers([week(1, { answer, highlight: "", gratitude: "" })])?.lists;

describe("the lists of the year in numbers", () => {
  it.each([
    ["People", 34, (name: string) => `we met ${name}, then ${name}, and went`],
    ["Words of this year", 22, (name: string) => `${name} ${name} ${name}`.toLowerCase()],
  ])("%s: have only those of at most %i letters, which fit their column", (title, most, told) => {
    const linesOf = (letters: number) => listsOf(told(`N${"o".repeat(letters - 1)}`))?.lists;
    expect(linesOf(most)).toMatchObject([{ title, lines: [{ count: title === "People" ? "2" : "3" }] }]);
    expect(linesOf(most + 1)).toEqual([]);
  });

  it("of a year too short for any are no empty headings, and its months take their place", () => {
    expect(listsOf("We saw it.")).toMatchObject({
      lists: [],
      months: [{ month: "November 2024", counted: "1 week, 3 words" }],
    });
  });
});
