import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  catchUpWeeks,
  currentWeek,
  DAYS_FROM_START_TO_DELIVERY,
  daysBetween,
  deliveryWindow,
  EARLIEST_DELIVERY_DAYS,
  isDay,
  londonDay,
  seasonOf,
  startDayFor,
  WEEKS,
  weekDays,
  weekStates,
} from "~/domain/loops/calendar";

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

  it.each([
    ["29 February falls on the last day of February", "2028-02-29", 24, "2030-02-28"],
    ["29 February meets itself after four years", "2024-02-29", 48, "2028-02-29"],
    ["28 February stays, also in a leap year", "2026-02-28", 24, "2028-02-28"],
    ["31 August and 18 months end in February", "2026-08-31", 18, "2028-02-29"],
    ["31 March and 15 months end in June", "2026-03-31", 15, "2027-06-30"],
    ["31 December and two years", "2026-12-31", 24, "2028-12-31"],
    ["over the turn of the year", "2026-12-01", 1, "2027-01-01"],
    ["no months", "2026-11-20", 0, "2026-11-20"],
    ["backwards", "2026-03-31", -1, "2026-02-28"],
  ])("%s", (_, day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });

  it.each([
    ["2026-10-24", 1, "2026-10-25"],
    ["2026-10-25", 1, "2026-10-26"],
    ["2027-03-27", 1, "2027-03-28"],
    ["2027-03-28", 1, "2027-03-29"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2027-02-28", 1, "2027-03-01"],
    ["2027-01-01", -1, "2026-12-31"],
  ])("the days move on evenly, also when the clocks change: %s and %i", (day, days, expected) => {
    expect(addDays(day, days)).toBe(expected);
    expect(daysBetween(day, expected)).toBe(days);
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

describe("the day in London", () => {
  it.each([
    ["the last second of a winter day", "2026-11-20T23:59:59.999Z", "2026-11-20"],
    ["midnight in winter", "2026-11-21T00:00:00Z", "2026-11-21"],
    ["eleven at night by UTC is tomorrow in summer", "2026-07-01T23:00:00Z", "2026-07-02"],
    ["a second earlier is today", "2026-07-01T22:59:59Z", "2026-07-01"],
    ["before the clocks go forward", "2027-03-28T00:59:59Z", "2027-03-28"],
    ["after they have", "2027-03-28T01:00:00Z", "2027-03-28"],
    ["the first midnight of summer time", "2027-03-28T23:00:00Z", "2027-03-29"],
    ["the last midnight of winter time", "2027-03-27T23:59:59Z", "2027-03-27"],
    ["the last midnight of summer time", "2026-10-24T23:00:00Z", "2026-10-25"],
    ["within the hour that comes twice", "2026-10-25T00:30:00Z", "2026-10-25"],
    ["and when it comes again", "2026-10-25T01:30:00Z", "2026-10-25"],
    ["the end of the day the clocks went back", "2026-10-25T23:59:59Z", "2026-10-25"],
    ["the first midnight of winter time", "2026-10-26T00:00:00Z", "2026-10-26"],
    ["New Year", "2027-01-01T00:00:00Z", "2027-01-01"],
  ])("%s", (_, instant, day) => {
    expect(londonDay(new Date(instant))).toBe(day);
  });
});

describe("what is a day", () => {
  it.each(["2026-11-20", "2028-02-29", "2000-02-29", "2026-12-31"])("%s is", (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    "",
    "2027-02-29",
    "2100-02-29",
    "2026-02-30",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-01-32",
    "26-01-01",
    "2026-1-1",
    "20.11.2026",
    "2026-11-20T00:00:00Z",
    " 2026-11-20",
    "2026-11-20\n",
    "２０２６-11-20",
    "+02026-11-20",
    "+012026-11-20",
    "2026-11",
    "2026",
    "tomorrow",
  ])("%j is not", (text) => {
    expect(isDay(text)).toBe(false);
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

describe("the season", () => {
  it.each([
    ["2026-11-30", "Autumn"],
    ["2026-12-01", "Winter"],
    ["2027-01-15", "Winter"],
    ["2028-02-29", "Winter"],
    ["2027-03-01", "Spring"],
    ["2027-05-31", "Spring"],
    ["2027-06-01", "Summer"],
    ["2027-08-31", "Summer"],
    ["2027-09-01", "Autumn"],
  ])("of %s is %s", (day, season) => {
    expect(seasonOf(day)).toBe(season);
  });
});
