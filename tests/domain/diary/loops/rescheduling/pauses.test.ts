import { describe, expect, it } from "vitest";
import {
  describeDays,
  hasBegun,
  isYearOver,
  moveWindow,
  pauseAllowance,
  pauseOn,
  planMove,
  planPause,
  planResume,
  weeksPaused,
  type YearDays,
} from "~/domain/diary/loops/rescheduling";
import { currentWeek, daysCounted, MOST_PAUSED_WEEKS, weekDays } from "~/domain/diary/rules/calendar";

/** Week 2 begins on 28 November, week 52 ends on 19 November 2027. */
const YEAR: YearDays = { startDay: "2026-11-20", deliveryDay: "2027-12-03", pauses: [] };
/** Paused for the first two weeks of January; day 42 of the year is the last before. */
const PAUSED: YearDays = {
  startDay: "2026-11-20",
  deliveryDay: "2027-12-17",
  pauses: [{ fromDay: "2027-01-02", weeks: 2 }],
};

describe("a year that was paused", () => {
  it.each([
    ["2027-01-01", 42, 6],
    ["2027-01-02", 43, 7],
    ["2027-01-09", 43, 7],
    ["2027-01-16", 43, 7],
    ["2027-01-17", 44, 7],
    ["2027-01-23", 50, 8],
  ])("on %s has counted %i days and is in week %i", (today, days, week) => {
    expect(daysCounted(PAUSED, today)).toBe(days);
    expect(currentWeek(PAUSED, today)).toBe(week);
  });

  it("has a longer week where it was paused, and all later ones as much later", () => {
    expect(weekDays(PAUSED, 6)).toEqual({ from: "2026-12-26", to: "2027-01-01" });
    expect(weekDays(PAUSED, 7)).toEqual({ from: "2027-01-02", to: "2027-01-22" });
    expect(weekDays(PAUSED, 8)).toEqual({ from: "2027-01-23", to: "2027-01-29" });
    expect(weekDays({ ...PAUSED, pauses: [{ fromDay: "2027-01-08", weeks: 1 }] }, 7)).toEqual({
      from: "2027-01-02",
      to: "2027-01-15",
    });
  });

  it("counts each of its pauses", () => {
    const twice = { ...PAUSED, pauses: [...PAUSED.pauses, { fromDay: "2027-02-01", weeks: 1 }] };
    expect(daysCounted(twice, "2027-03-01")).toBe(101 - 21);
    expect(weeksPaused(twice.pauses)).toBe(3);
    expect(weekDays(twice, 52).to).toBe("2027-12-10");
  });

  it("says on each day of a pause when it resumes", () => {
    const pause = { fromDay: "2027-01-02", weeks: 2, resumeDay: "2027-01-16" };
    expect(pauseOn(PAUSED.pauses, "2027-01-01")).toBeNull();
    expect(pauseOn(PAUSED.pauses, "2027-01-02")).toEqual(pause);
    expect(pauseOn(PAUSED.pauses, "2027-01-15")).toEqual(pause);
    expect(pauseOn(PAUSED.pauses, "2027-01-16")).toBeNull();
  });
});

describe("pausing", () => {
  it.each([
    ["the day before it begins", YEAR, "2026-11-19", 0, "not_begun"],
    ["its first day", YEAR, "2026-11-20", 8, null],
    ["its last day", YEAR, "2027-11-19", 8, null],
    ["the day after its last", YEAR, "2027-11-20", 0, "year_over"],
    ["after two weeks of pause", PAUSED, "2027-03-01", 6, null],
    ["after all of them", { ...YEAR, pauses: [{ fromDay: "2027-01-02", weeks: 8 }] }, "2027-05-01", 0, "too_long"],
  ] as const)("on %s", (_, year, today, weeks, problem) => {
    expect(pauseAllowance(year, today)).toEqual({ weeks, problem });
  });

  it("is over with day 364 of what is counted", () => {
    expect(MOST_PAUSED_WEEKS).toBe(8);
    expect(isYearOver(YEAR, "2027-11-19")).toBe(false);
    expect(isYearOver(YEAR, "2027-11-20")).toBe(true);
    expect(isYearOver(PAUSED, "2027-12-03")).toBe(false);
    expect(isYearOver(PAUSED, "2027-12-04")).toBe(true);
  });

  it.each([
    [0, "not_whole_weeks"],
    [-1, "not_whole_weeks"],
    [1.5, "not_whole_weeks"],
    [Number.NaN, "not_whole_weeks"],
    [7, "too_long"],
  ])("for %d weeks is refused: %s", (weeks, reason) => {
    expect(planPause(PAUSED, weeks, "2027-03-01")).toEqual({ ok: false, reason });
  });

  it("is refused for a year that has not begun", () => {
    expect(planPause(YEAR, 1, "2026-11-01")).toEqual({ ok: false, reason: "not_begun" });
  });

  it("makes the book as much later", () => {
    expect(planPause(PAUSED, 6, "2027-03-01")).toEqual({
      ok: true,
      year: {
        startDay: "2026-11-20",
        deliveryDay: "2028-01-28",
        pauses: [...PAUSED.pauses, { fromDay: "2027-03-01", weeks: 6 }],
      },
    });
    expect(planPause(YEAR, 1, "2026-12-01")).toMatchObject({ year: { deliveryDay: "2027-12-10" } });
  });

  it("of a year that is paused makes that pause longer and leaves the others", () => {
    const year = { ...PAUSED, pauses: [{ fromDay: "2026-12-01", weeks: 1 }, ...PAUSED.pauses] };
    expect(planPause(year, 3, "2027-01-05")).toMatchObject({
      year: {
        deliveryDay: "2028-01-07",
        pauses: [
          { fromDay: "2026-12-01", weeks: 1 },
          { fromDay: "2027-01-02", weeks: 5 },
        ],
      },
    });
  });
});

describe("going on", () => {
  it.each([
    ["when nothing is paused", "2027-01-01", { ok: false, reason: "not_paused" }],
    ["in the last week of a pause", "2027-01-10", { ok: false, reason: "last_week" }],
    [
      "in an earlier week gives the rest back",
      "2027-01-09",
      {
        ok: true,
        year: { ...YEAR, deliveryDay: "2027-12-10", pauses: [{ fromDay: "2027-01-02", weeks: 1 }] },
      },
    ],
    ["on the first day is as if it had never been", "2027-01-02", { ok: true, year: YEAR }],
  ])("%s", (_, today, plan) => {
    expect(planResume(PAUSED, today)).toEqual(plan);
  });

  it("leaves the other pauses as they were", () => {
    const earlier = { fromDay: "2026-12-01", weeks: 1 };
    const year = { ...PAUSED, pauses: [earlier, ...PAUSED.pauses] };
    expect(planResume(year, "2027-01-02")).toMatchObject({ year: { pauses: [earlier] } });
  });
});

describe("moving the day of the book", () => {
  it.each([
    ["nothing written, in week 1", YEAR, false, "2026-11-27", false],
    ["nothing written, in week 2", YEAR, false, "2026-11-28", true],
    ["something written", YEAR, true, "2026-11-20", true],
    ["something paused", { ...YEAR, pauses: [{ fromDay: "2026-11-20", weeks: 1 }] }, false, "2026-11-21", true],
  ])("has the year begun in earnest with %s", (_, year, hasWritten, today, begun) => {
    expect(hasBegun(year, hasWritten, today)).toBe(begun);
  });

  it("goes from 364 days to two years ahead before the year has begun", () => {
    expect(moveWindow(YEAR, false, "2026-11-21")).toMatchObject({
      earliest: "2027-11-20",
      latest: "2028-11-21",
    });
  });

  it("comes no sooner than two weeks after the last week, or two weeks from now", () => {
    expect(moveWindow(YEAR, true, "2027-03-01")).toEqual({ earliest: "2027-12-03", latest: "2029-03-01" });
    expect(moveWindow(YEAR, true, "2027-11-19")).toEqual({ earliest: "2027-12-03", latest: "2029-11-19" });
    expect(moveWindow(YEAR, true, "2027-11-20")).toEqual({ earliest: "2027-12-04", latest: "2029-11-20" });
  });

  it("always leaves a day to choose, however late the year ends", () => {
    const late = { ...YEAR, startDay: "2030-11-20", deliveryDay: "2031-12-03" };
    expect(moveWindow(late, true, "2026-11-20")).toEqual({ earliest: "2031-12-03", latest: "2031-12-03" });
  });

  const move = (deliveryDay: string, hasWritten = true, today = "2027-03-01") =>
    planMove(YEAR, { deliveryDay, hasWritten }, today);

  it.each([
    ["tomorrow", "not_a_day"],
    ["2027-12-03", "same_day"],
    ["2027-12-02", "too_early"],
    ["2029-03-02", "too_late"],
  ])("to %s is refused: %s", (day, reason) => {
    expect(move(day)).toEqual({ ok: false, reason });
  });

  it("leaves the weeks where they are once the year has begun", () => {
    expect(move("2029-03-01")).toEqual({ ok: true, year: { ...YEAR, deliveryDay: "2029-03-01" } });
    expect(planMove(PAUSED, { deliveryDay: "2027-12-18", hasWritten: true }, "2027-03-01")).toMatchObject({
      year: { startDay: "2026-11-20" },
    });
  });

  it("moves the whole year while it has not begun", () => {
    expect(move("2027-11-20", false, "2026-11-21")).toEqual({
      ok: true,
      year: { startDay: "2026-11-07", deliveryDay: "2027-11-20", pauses: [] },
    });
  });
});

it("a year is described in the days its owner asks about", () => {
  expect(describeDays(PAUSED, "2027-01-05")).toEqual({
    firstDay: "2026-11-20",
    lastDay: "2027-12-03",
    deliveryDay: "2027-12-17",
    week: 7,
    resumeDay: "2027-01-16",
    weekEnds: "2027-01-22",
    catchUpWeeks: 6,
  });
  expect(describeDays(YEAR, "2027-01-05")).toMatchObject({ resumeDay: null, catchUpWeeks: 6 });
});
