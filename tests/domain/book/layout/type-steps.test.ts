import { describe, expect, it } from "vitest";
import { headShare, typeTable } from "~/domain/book/layout/type-steps";

const bodyOf = (largePrint: boolean, ...lengths: readonly number[]) => typeTable(largePrint, lengths).steps[0].body;

describe("the size of a book’s words", () => {
  it.each([
    [false, 90, 14, 13],
    [false, 180, 13, 12],
    [true, 40, 20, 18],
  ])("in large print %s: its usual week has at most %i words for %i points", (largePrint, most, larger, smaller) => {
    expect([bodyOf(largePrint, most), bodyOf(largePrint, most + 1)]).toEqual([larger, smaller]);
  });

  it("is chosen by the weeks that have words, without the long ones over 320", () => {
    expect(bodyOf(false, 0, 0, 0, 0, 100)).toBe(13);
    expect(bodyOf(false, 0, 0, 0, 0, 0)).toBe(13);
    expect([bodyOf(false, 80, 320), bodyOf(false, 80, 321)]).toEqual([12, 14]);
  });
});

describe("a long headline", () => {
  it.each([
    [58, 1, 0.92],
    [95, 0.92, 0.82],
    [160, 0.82, 0.68],
  ])("of more than %i letters is set smaller", (letters, before, after) => {
    expect([headShare(letters), headShare(letters + 1)]).toEqual([before, after]);
  });
});
