import { describe, expect, test } from "vitest";
import {
  formatDay,
  formatDayAndMonth,
  formatDayRange,
  formatLondonDay,
  formatMoment,
  formatMonth,
  formatMonthRange,
  momentInWords,
  yearsInFigures,
} from "~/domain/kernel/time/format-days";

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
    expect(formatDayRange("2026-10-29", "2026-11-04", { withYear: true })).toBe("29 October to 4 November 2026");
    expect(formatDayRange("2026-11-19", "2026-11-25", { withYear: true })).toBe("19 to 25 November 2026");
  });

  test.each([
    ["2026-05-01", "2026-05-31", "May 2026"],
    ["2026-03-06", "2026-06-04", "March to June 2026"],
    ["2025-11-21", "2026-02-19", "November 2025 to February 2026"],
    ["2025-11-21", "2026-11-20", "November 2025 to November 2026"],
  ])("the months from %s to %s are written %s", (first, last, words) => {
    expect(formatMonthRange(first, last)).toBe(words);
  });

  test("a moment is shown as London's clocks show it, in summer and in winter", () => {
    expect(formatMoment(new Date("2026-11-20T16:05:00Z"))).toBe("20 November 2026, 16:05");
    expect(formatMoment(new Date("2026-06-30T23:30:00Z"))).toBe("1 July 2026, 00:30");
  });

  test("an instant has its day in London, and its time within a sentence", () => {
    expect(formatLondonDay(new Date("2026-06-30T23:30:00Z"))).toBe("1 July 2026");
    expect(momentInWords(new Date("2026-06-30T23:30:00Z"))).toBe("1 July 2026 at 00:30");
  });

  test("the years of a book are written once where they are one", () => {
    expect(yearsInFigures("2025-01-03", "2025-12-30")).toBe("2025");
    expect(yearsInFigures("2025-03-22", "2026-03-20")).toBe("2025–26");
    expect(yearsInFigures("2099-06-01", "2100-05-30")).toBe("2099–2100");
  });
});
