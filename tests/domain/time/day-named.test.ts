import { describe, expect, it } from "vitest";
import { dayNamed } from "~/domain/time/days";

describe("the day that a program names", () => {
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
