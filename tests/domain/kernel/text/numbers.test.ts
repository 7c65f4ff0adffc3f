import { describe, expect, it, test } from "vitest";
import {
  formatBytes,
  formatCount,
  formatCountOf,
  formatOrdinal,
  formatUpTo,
  formatUsed,
  minutesInWords,
  numberInWords,
  ordinalInWords,
} from "~/domain/kernel/text/numbers";

describe("counts and sizes", () => {
  test("small counts are written in words", () => {
    expect(formatCount(0)).toBe("no");
    expect(formatCount(3)).toBe("three");
    expect(formatCount(12)).toBe("twelve");
    expect(formatCount(13)).toBe("13");
    expect(formatCountOf(1, "open stitch", "open stitches")).toBe("one open stitch");
    expect(formatCountOf(3, "open stitch", "open stitches")).toBe("three open stitches");
  });

  test.each([
    [0, "zero"],
    [19, "nineteen"],
    [20, "twenty"],
    [52, "fifty-two"],
    [99, "ninety-nine"],
    [100, "one hundred"],
    [500, "five hundred"],
    [101, "101"],
    [1000, "1000"],
  ])("%d in words is %s", (number, words) => {
    expect(numberInWords(number)).toBe(words);
  });

  test.each([
    [1, "first", "first"],
    [12, "twelfth", "twelfth"],
    [13, "thirteenth", "13th"],
    [14, "fourteenth", "14th"],
    [20, "twentieth", "20th"],
    [21, "twenty-first", "21st"],
    [52, "fifty-second", "52nd"],
  ])("the place of %d is %s, or %s", (number, words, short) => {
    expect(ordinalInWords(number)).toBe(words);
    expect(formatOrdinal(number)).toBe(short);
  });

  test("minutes are spoken of as people do", () => {
    expect([10, 15, 30].map(minutesInWords)).toEqual(["ten minutes", "a quarter of an hour", "half an hour"]);
  });

  test("a file's size is given as a phone gives it", () => {
    expect(formatBytes(1)).toBe("1 KB");
    expect(formatBytes(48_300)).toBe("48 KB");
    expect(formatBytes(3_200_000)).toBe("3.2 MB");
    expect(formatBytes(10_000_000)).toBe("10 MB");
    expect([1_000_000, 1_000_000_000, 2_500_000_000].map(formatBytes)).toEqual(["1 MB", "1 GB", "2.5 GB"]);
  });

  test("of a limit is said how much is used, and by how much it is exceeded", () => {
    expect(formatUsed(38, 500, "words")).toBe("38 of 500 words");
    expect(formatUsed(500, 500, "words")).toBe("500 of 500 words");
    expect(formatUsed(1512, 500, "words")).toBe("1,512 of 500 words, 1,012 too many");
  });
});

it("a number that was counted no further says so", () => {
  expect([0, 999, 1_000, 1_001].map((count) => formatUpTo(count, 1_000))).toEqual(["0", "999", "1,000", "1,000+"]);
});
