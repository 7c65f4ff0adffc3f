import { describe, expect, it } from "vitest";
import {
  catchUpWeeks,
  currentWeek,
  DAYS_FROM_START_TO_DELIVERY,
  deliveryWindow,
  EARLIEST_DELIVERY_DAYS,
  startDayFor,
  WEEKS,
  weekDays,
  weekStates,
} from "~/domain/diary/rules/calendar";
import { addDays, daysBetween } from "~/domain/kernel/time/days";

const START = "2026-11-20";
const dayOfLoop = (days: number) => addDays(START, days);

describe("the numbers of the year", () => {
  it("a loop has 52 weeks and begins 378 days before its book arrives", () => {
    expect(WEEKS).toBe(52);
    expect(DAYS_FROM_START_TO_DELIVERY).toBe(378);
    expect(EARLIEST_DELIVERY_DAYS).toBe(364);
    expect(startDayFor("2027-12-03")).toBe("2026-11-20");
    expect(daysBetween(startDayFor("2028-03-01"), "2028-03-01")).toBe(378);
  });

  it("a delivery can be chosen from 364 days ahead up to the same day two years on", () => {
    expect(deliveryWindow("2026-11-20")).toEqual({
      earliest: "2027-11-19",
      latest: "2028-11-20",
      recommended: "2027-12-03",
      fifteenMonths: "2028-02-20",
      eighteenMonths: "2028-05-20",
    });
  });
});

describe("the current week", () => {
  it.each([
    [-10, 1],
    [-1, 1],
    [0, 1],
    [1, 1],
    [7, 1],
    [8, 2],
    [14, 2],
    [15, 3],
    [357, 51],
    [358, 52],
    [364, 52],
    [365, 52],
    [500, 52],
  ])("%i days after the start is week %i", (days, week) => {
    expect(currentWeek(START, dayOfLoop(days))).toBe(week);
  });

  it("covers every day from the start to day 364 exactly once, week after week", () => {
    const weekOfDay: number[] = [];
    for (let week = 1; week <= WEEKS; week += 1) {
      const { from, to } = weekDays(START, week);
      for (let day = from; day <= to; day = addDays(day, 1)) weekOfDay.push(week);
    }
    expect(weekOfDay).toHaveLength(365);
    expect(weekDays(START, 1).from).toBe(START);
    expect(weekDays(START, WEEKS).to).toBe(dayOfLoop(364));
    const counted = weekOfDay.map((_, days) => currentWeek(START, dayOfLoop(days)));
    expect(counted).toEqual(weekOfDay);
  });

  it("week 1 has eight days, every other week seven", () => {
    expect(weekDays(START, 1)).toEqual({ from: "2026-11-20", to: "2026-11-27" });
    expect(weekDays(START, 2)).toEqual({ from: "2026-11-28", to: "2026-12-04" });
    expect(weekDays(START, 52)).toEqual({ from: "2027-11-13", to: "2027-11-19" });
  });
});

describe("weeks to catch up", () => {
  it.each([
    [-10, 0],
    [0, 0],
    [6, 0],
    [7, 1],
    [13, 1],
    [14, 2],
    [363, 51],
    [364, 52],
    [371, 52],
    [500, 52],
  ])("a start %i days ago leaves %i", (days, weeks) => {
    expect(catchUpWeeks(START, dayOfLoop(days))).toBe(weeks);
  });

  it("the earliest delivery begins two weeks behind, the recommended one none", () => {
    const window = deliveryWindow(START);
    expect(catchUpWeeks(startDayFor(window.earliest), START)).toBe(2);
    expect(catchUpWeeks(startDayFor(window.recommended), START)).toBe(0);
  });
});

describe("what each week is", () => {
  const states = (completed: number[], current: number, isFinished = false) =>
    weekStates(new Set(completed), current, isFinished);

  it("before anything is written the first week is due and the others lie ahead", () => {
    expect(states([], 1)).toEqual(["due", ...Array(51).fill("upcoming")]);
  });

  it("written weeks are completed, skipped ones missing, the current one due", () => {
    expect(states([1, 3], 5).slice(0, 7)).toEqual([
      "completed",
      "missing",
      "completed",
      "missing",
      "due",
      "upcoming",
      "upcoming",
    ]);
  });

  it("the current week is completed once it is written", () => {
    expect(states([5], 5)[4]).toBe("completed");
  });

  it("a finished loop has nothing due, and nothing to come", () => {
    expect(states([51], 52, true).slice(50)).toEqual(["completed", "missing"]);
    expect(new Set(states([], 52, true))).toEqual(new Set(["missing"]));
  });

  it("has always 52", () => {
    expect(states([], 52)).toHaveLength(52);
    expect(
      states(
        Array.from({ length: 52 }, (_, index) => index + 1),
        52,
      ),
    ).toEqual(Array(52).fill("completed"));
  });
});

it("a year that must not start before a day is offered from that day on, and no earlier", () => {
  const window = deliveryWindow("2026-11-20", "2026-12-05");
  expect(window.earliest).toBe("2027-12-18");
  expect(window.recommended).toBe("2027-12-18");
  expect(startDayFor(window.recommended)).toBe("2026-12-05");
  expect(deliveryWindow("2026-12-05", "2026-12-05")).toEqual(deliveryWindow("2026-12-05"));
});
