import { describe, expect, it } from "vitest";
import { endOfLondonDay, hourInLondon, londonHour, londonTime, startOfLondonDay } from "~/domain/kernel/time/instants";

describe("an hour in London", () => {
  it.each([
    ["2026-11-22", 18, "2026-11-22T18:00:00.000Z"],
    ["2027-06-06", 18, "2027-06-06T17:00:00.000Z"],
    ["2027-03-28", 0, "2027-03-28T00:00:00.000Z"],
    ["2027-03-28", 1, "2027-03-28T01:00:00.000Z"],
    ["2027-03-28", 2, "2027-03-28T01:00:00.000Z"],
    ["2027-03-28", 18, "2027-03-28T17:00:00.000Z"],
    ["2026-10-25", 0, "2026-10-24T23:00:00.000Z"],
    ["2026-10-25", 1, "2026-10-25T00:00:00.000Z"],
    ["2026-10-25", 2, "2026-10-25T02:00:00.000Z"],
    ["2028-02-29", 9, "2028-02-29T09:00:00.000Z"],
  ])("%s at %i is %s", (on, hour, instant) => {
    expect(londonHour(on, hour).toISOString()).toBe(instant);
  });

  it("the clock there shows summer time and winter time", () => {
    expect(londonTime(new Date("2026-06-30T23:30:00Z"))).toBe("00:30");
    expect(hourInLondon(new Date("2026-11-20T16:05:00Z"))).toBe(16);
  });
});

describe("a day in London", () => {
  it("the next day in London begins a millisecond later", () => {
    const next = new Date(endOfLondonDay("2026-07-01").getTime() + 1);
    expect(next.toLocaleString("en-GB", { timeZone: "Europe/London" })).toBe("02/07/2026, 00:00:00");
  });

  it.each([
    ["2027-01-15", "2027-01-15T00:00:00.000Z"],
    ["2027-07-15", "2027-07-14T23:00:00.000Z"],
    ["2027-03-28", "2027-03-28T00:00:00.000Z"],
    ["2027-03-29", "2027-03-28T23:00:00.000Z"],
    ["2027-10-31", "2027-10-30T23:00:00.000Z"],
    ["2027-11-01", "2027-11-01T00:00:00.000Z"],
  ])("%s begins in London at %s, whatever the clocks do in it", (day, first) => {
    expect(startOfLondonDay(day).toISOString()).toBe(first);
  });
});
