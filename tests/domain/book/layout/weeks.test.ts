import { describe, expect, it } from "vitest";
import { wordsOf } from "~/domain/book/layout/weeks";
import { week } from "../books/loop-on-paper";

describe("the words of a week", () => {
  it("are on a mirrored page where more letters are written from right to left than from left to right", () => {
    const isMirrored = (highlight: string) => wordsOf(week(1, { highlight, answer: "door" }), "Winter").isRightToLeft;
    expect([isMirrored("שלום"), isMirrored("שלומי")]).toEqual([false, true]);
  });

  it("are named whole in the outline up to 80 letters, and else as many words as fit", () => {
    const outlined = (title: string) => wordsOf(week(5, { title, highlight: "" }), "Winter").outline;
    const eighty = `${"seven ".repeat(13)}in`;
    expect(outlined(eighty)).toBe(`Week 5: ${eighty}`);
    expect(outlined(`${eighty}n`)).toBe(`Week 5: ${"seven ".repeat(13).trim()}…`);
    expect(outlined("")).toBe("Week 5");
  });
});
