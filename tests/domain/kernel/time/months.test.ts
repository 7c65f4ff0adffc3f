import { describe, expect, it } from "vitest";
import { bookedDay, isClosed, lastDayOf, monthsUntil } from "~/domain/kernel/time/months";

describe("a month of the books", () => {
  it.each([
    ["2026-11-30", false],
    ["2026-12-01", false],
    ["2026-12-04", false],
    ["2026-12-05", true],
    ["2027-03-01", true],
  ])("of November 2026 is closed on %s: %s", (today, closed) => {
    expect(isClosed("2026-11", today)).toBe(closed);
  });

  it.each([
    ["2026-11-30", "2026-12-01", "2026-11-30"],
    ["2026-11-30", "2026-12-04", "2026-11-30"],
    ["2026-11-30", "2026-12-05", "2026-12-05"],
    ["2026-11-02", "2027-01-09", "2027-01-09"],
    ["2026-12-31", "2027-01-04", "2026-12-31"],
  ])("has what is of %s and became known on %s on %s", (own, known, booked) => {
    expect(bookedDay(own, known)).toBe(booked);
  });

  it("ends on its last day, and follows the one before, in London", () => {
    expect(["2026-02", "2028-02", "2026-12"].map(lastDayOf)).toEqual(["2026-02-28", "2028-02-29", "2026-12-31"]);
    expect(monthsUntil(new Date("2026-03-31T23:30:00Z"), 3)).toEqual(["2026-04", "2026-03", "2026-02"]);
  });
});
