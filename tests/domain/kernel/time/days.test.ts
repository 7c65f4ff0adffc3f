import { describe, expect, it } from "vitest";
import { addDays, addMonths, dayNamed, daysBetween, isDay, londonDay, seasonOf } from "~/domain/kernel/time/days";

describe("days and months further on", () => {
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

describe("the day that an API client names", () => {
  it.each([
    ["2026-11-20", "2026-11-20"],
    ["2027-11-20T23:59:59.999Z", "2027-11-20"],
    ["2026-07-01T23:30Z", "2026-07-02"],
    ["2026-07-02T02:30:00+05:30", "2026-07-01"],
    ["2026-07-01T20:30:00-04:00", "2026-07-02"],
  ])("in %s is %s", (text, day) => {
    expect(dayNamed(text)).toBe(day);
  });

  it.each([
    "2026-13-01T00:00:00Z",
    "2026-07-01T25:00:00Z",
    "2026-07-01T10:00:00",
    "x2026-07-01T10:00:00Z",
    "2026-07-01T10:00:00Z and more",
    "+012026-07-01T10:00:00Z",
    "2026-07-01T10:00:00.0000000001Z",
    "tomorrow",
    "",
  ])("%j names none and is given back as it is", (text) => {
    expect(dayNamed(text)).toBe(text);
  });
});
