import { describe, expect, test } from "vitest";
import { formatBytes, formatCount, formatCountOf, numberInWords } from "~/domain/text/numbers";

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
    [100, "100"],
  ])("%d in words is %s", (number, words) => {
    expect(numberInWords(number)).toBe(words);
  });

  test("a file's size is given as a phone gives it", () => {
    expect(formatBytes(1)).toBe("1 KB");
    expect(formatBytes(48_300)).toBe("48 KB");
    expect(formatBytes(3_200_000)).toBe("3.2 MB");
    expect(formatBytes(10_000_000)).toBe("10 MB");
  });
});
