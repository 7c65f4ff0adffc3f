import { describe, expect, test } from "vitest";
import {
  formatBytes,
  formatCount,
  formatCountOf,
  formatDay,
  formatDayAndMonth,
  formatDayRange,
  formatMoment,
  formatMonth,
  formatPence,
} from "~/ui/format";

describe("sums", () => {
  test.each([
    [0, "£0.00"],
    [5, "£0.05"],
    [99, "£0.99"],
    [100, "£1.00"],
    [6999, "£69.99"],
    [-700, "−£7.00"],
    [99_999, "£999.99"],
    [100_000, "£1,000.00"],
    [123_456_789, "£1,234,567.89"],
  ])("%d pence are written %s", (pence, words) => {
    expect(formatPence(pence)).toBe(words);
  });

  test.each([69.99, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("%d is no sum of pence", (value) => {
    expect(() => formatPence(value)).toThrow(RangeError);
  });
});

describe("days", () => {
  test("a day is written as people say it", () => {
    expect(formatDay("2026-11-20")).toBe("20 November 2026");
    expect(formatDay("2027-01-01")).toBe("1 January 2027");
    expect(formatDayAndMonth("2026-11-20")).toBe("20 November");
    expect(formatMonth("2027-12-03")).toBe("December 2027");
    expect(formatMonth("2027-12")).toBe("December 2027");
  });

  test.each(["", "20/11/2026", "2026-13-01", "2026-00-10", "2026-11-00", "2026-11-32", "2026-11-20T00:00"])(
    "“%s” is no day",
    (day) => {
      expect(() => formatDay(day)).toThrow(RangeError);
    },
  );

  test.each([
    ["2026-11-19", "2026-11-25", "19 to 25 November"],
    ["2026-10-29", "2026-11-04", "29 October to 4 November"],
    ["2026-12-29", "2027-01-04", "29 December 2026 to 4 January 2027"],
  ])("the days from %s to %s are written %s", (first, last, words) => {
    expect(formatDayRange(first, last)).toBe(words);
  });

  test("a range names its year when asked to", () => {
    expect(formatDayRange("2026-10-29", "2026-11-04", { withYear: true })).toBe(
      "29 October to 4 November 2026",
    );
    expect(formatDayRange("2026-11-19", "2026-11-25", { withYear: true })).toBe("19 to 25 November 2026");
  });

  test("a moment is shown as London's clocks show it, in summer and in winter", () => {
    expect(formatMoment(new Date("2026-11-20T16:05:00Z"))).toBe("20 November 2026, 16:05");
    expect(formatMoment(new Date("2026-06-30T23:30:00Z"))).toBe("1 July 2026, 00:30");
  });
});

describe("counts and sizes", () => {
  test("small counts are written in words", () => {
    expect(formatCount(0)).toBe("no");
    expect(formatCount(3)).toBe("three");
    expect(formatCount(12)).toBe("twelve");
    expect(formatCount(13)).toBe("13");
    expect(formatCountOf(1, "open stitch", "open stitches")).toBe("one open stitch");
    expect(formatCountOf(3, "open stitch", "open stitches")).toBe("three open stitches");
  });

  test("a file's size is given as a phone gives it", () => {
    expect(formatBytes(1)).toBe("1 KB");
    expect(formatBytes(48_300)).toBe("48 KB");
    expect(formatBytes(3_200_000)).toBe("3.2 MB");
    expect(formatBytes(10_000_000)).toBe("10 MB");
  });
});
