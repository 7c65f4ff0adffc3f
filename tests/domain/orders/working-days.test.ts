import { describe, expect, it } from "vitest";
import { addWorkingDays, bankHolidays, isWorkingDay } from "~/domain/orders/working-days";

describe("bank holidays in England", () => {
  it.each([
    [2024, "2024-01-01 2024-03-29 2024-04-01 2024-05-06 2024-05-27 2024-08-26 2024-12-25 2024-12-26"],
    [2026, "2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 2026-12-28"],
    [2027, "2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-08-30 2027-12-27 2027-12-28"],
    [2028, "2028-01-03 2028-04-14 2028-04-17 2028-05-01 2028-05-29 2028-08-28 2028-12-25 2028-12-26"],
  ])("of %i are those that were proclaimed", (year, days) => {
    expect(bankHolidays(year).join(" ")).toBe(days);
  });
});

/** Easter Mondays from the early to the late end of the season, and from centuries apart. */
describe("Easter Monday", () => {
  it.each([
    ["1818-03-23"],
    ["1943-04-26"],
    ["1954-04-19"],
    ["1981-04-20"],
    ["2000-04-24"],
    ["2008-03-24"],
    ["2019-04-22"],
    ["2035-03-26"],
    ["2038-04-26"],
    ["2049-04-19"],
    ["2076-04-20"],
    ["2100-03-29"],
    ["2285-03-23"],
  ])("is %s", (day) => {
    expect(bankHolidays(Number(day.slice(0, 4)))).toContain(day);
  });
});

describe("working days", () => {
  it("leave out weekends", () => {
    expect(isWorkingDay("2026-11-20")).toBe(true);
    expect(isWorkingDay("2026-11-21")).toBe(false);
    expect(isWorkingDay("2026-11-22")).toBe(false);
  });

  it.each([
    ["2026-11-20", 1, "2026-11-23"],
    ["2026-11-21", 1, "2026-11-23"],
    ["2026-11-20", 10, "2026-12-04"],
    ["2026-11-20", 14, "2026-12-10"],
    ["2026-12-21", 10, "2027-01-07"],
    ["2026-03-27", 10, "2026-04-14"],
    ["2028-02-25", 3, "2028-03-01"],
  ])("from %s, %i of them lead to %s", (from, count, to) => {
    expect(addWorkingDays(from, count)).toBe(to);
  });
});
