import { describe, expect, it } from "vitest";
import {
  canWrite,
  firstWritingDay,
  formatStart,
  formatStartBeforeDate,
  formatStartToStaff,
  needsWish,
  START_BY_DATE,
} from "~/domain/diary/loops/starting";
import { startDayFor } from "~/domain/diary/rules/calendar";
import { firstDayAfterCancelling } from "~/domain/kernel/time/cancellation-days";

/** Paid late on the evening before London’s clocks go back: the 14th day is 7 November, the 15th is 8 November. */
const FIRST = firstDayAfterCancelling(new Date("2026-10-24T22:30:00Z"));

describe("a year that waits for the days to cancel", () => {
  it("can be written from the fifteenth day after the order, not on the fourteenth", () => {
    expect(FIRST).toBe("2026-11-08");
    expect(canWrite(FIRST, FIRST, "2026-11-07")).toBe(false);
    expect(canWrite(FIRST, FIRST, "2026-11-08")).toBe(true);
  });

  it("can be written before a start that lies after them, once they are over", () => {
    expect(firstWritingDay("2027-02-01", FIRST, "2026-11-01")).toBe(FIRST);
    expect(canWrite("2027-02-01", FIRST, "2026-11-07")).toBe(false);
    expect(canWrite("2027-02-01", FIRST, "2026-11-08")).toBe(true);
  });

  it("needs its buyer’s wish for a start before their end, and for no other change", () => {
    const year = { startDay: "2027-02-01" };
    expect(needsWish(year, { startDay: "2026-11-07" }, FIRST)).toBe(true);
    expect(needsWish(year, { startDay: FIRST }, FIRST)).toBe(false);
    expect(needsWish(year, { startDay: "2026-11-07" }, null)).toBe(false);
    expect(needsWish({ startDay: "2026-11-01" }, { startDay: "2026-11-01" }, FIRST)).toBe(false);
  });
});

describe("the answer to “when can I write?”", () => {
  it.each([
    ["2026-11-08", "2026-11-08", "2026-10-25", "Your year starts on 8 November 2026, and you can write from that day."],
    [
      "2027-02-01",
      "2026-11-08",
      "2026-10-25",
      "Your year starts on 1 February 2027. You can write week 1 from 8 November 2026.",
    ],
    [
      "2027-02-01",
      null,
      "2026-10-25",
      "Your year starts on 1 February 2027. You can write week 1 before then if you like.",
    ],
    ["2026-10-25", null, "2026-10-25", "Your year has started, and week 1 is open."],
  ])("of a start on %s, not before %s, on %s", (start, first, today, words) => {
    expect(formatStart(start, first, today)).toBe(words);
  });

  it("before the date is chosen names the weeks that lie between the start and the book", () => {
    expect(START_BY_DATE).toContain("Your year starts 54 weeks before.");
    expect(startDayFor("2027-12-03")).toBe("2026-11-20");
  });

  it("before the date is chosen names the first day it can be", () => {
    expect(formatStartBeforeDate(FIRST)).toContain("Your year can start from 8 November 2026.");
    expect(formatStartBeforeDate(null)).toContain("Your year can start today.");
  });
});

it.each([
  ["2026-11-19", "The year starts on 20 November 2026"],
  ["2026-11-20", "The year has started"],
])("staff are told on %s: %s", (today, sentence) => {
  expect(formatStartToStaff("2027-12-03", today)).toBe(sentence);
});
