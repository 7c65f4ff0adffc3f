import { describe, expect, it } from "vitest";
import type { ScheduledTask } from "~/jobs/schedule";
import { isDue, retryDelay } from "~/jobs/timing";

const run = () => {};
const often: ScheduledTask = { name: "often", everySeconds: 300, run };
const daily: ScheduledTask = { name: "daily", dailyAt: "03:30", run };
const at = (text: string) => new Date(text);

describe("a line that runs every five minutes", () => {
  it.each([
    [null, true],
    ["2026-11-20T11:55:00.001Z", false],
    ["2026-11-20T11:55:00.000Z", true],
    ["2026-11-01T00:00:00Z", true],
  ])("when it last began at %s: due is %s", (last, due) => {
    expect(isDue(often, last === null ? null : at(last), at("2026-11-20T12:00:00Z"))).toBe(due);
  });
});

describe("a line that runs daily at half past three in London", () => {
  it.each([
    ["never before", null, "2026-11-20T12:00:00Z", true],
    ["yesterday, and it is not time yet", "2026-11-19T03:30:00Z", "2026-11-20T03:29:59Z", false],
    ["yesterday, and it is time", "2026-11-19T03:30:00Z", "2026-11-20T03:30:00Z", true],
    ["today", "2026-11-20T03:30:00Z", "2026-11-20T23:59:00Z", false],
    ["today, and it is after midnight", "2026-11-20T03:30:00Z", "2026-11-21T01:00:00Z", false],
    ["late, the worker was down", "2026-11-20T15:00:00Z", "2026-11-21T03:30:00Z", true],
    ["days ago", "2026-11-14T03:30:00Z", "2026-11-20T01:00:00Z", true],
    ["yesterday in summer time, before time", "2026-06-19T02:30:00Z", "2026-06-20T02:29:59Z", false],
    ["yesterday in summer time", "2026-06-19T02:30:00Z", "2026-06-20T02:30:00Z", true],
    ["the day before the clocks go forward", "2026-03-28T03:30:00Z", "2026-03-29T02:30:00Z", true],
    ["the day before the clocks go back", "2026-10-24T02:30:00Z", "2026-10-25T02:30:00Z", false],
    ["the day before the clocks go back, an hour later", "2026-10-24T02:30:00Z", "2026-10-25T03:30:00Z", true],
  ])("ran %s", (_when, last, now, due) => {
    expect(isDue(daily, last === null ? null : at(last), at(now))).toBe(due);
  });
});

describe("a line that failed", () => {
  it("is tried again after twice its pause, then four times, up to a minute", () => {
    const line: ScheduledTask = { name: "regular", everySeconds: 5, run };
    expect([1, 2, 3, 4, 50].map((failures) => retryDelay(line, failures) / 1000)).toEqual([10, 20, 40, 60, 60]);
  });

  it("is tried again within ten seconds where it runs every two, as a code or a paid order may wait for it", () => {
    const line: ScheduledTask = { name: "quick", everySeconds: 2, run };
    expect([1, 2, 3, 50].map((failures) => retryDelay(line, failures) / 1000)).toEqual([4, 8, 8, 8]);
  });

  it("never waits less than its own pause", () => {
    expect(retryDelay(often, 1)).toBe(300_000);
  });

  it("does not wait for tomorrow when it is a daily one", () => {
    expect([1, 2, 9].map((failures) => retryDelay(daily, failures) / 60_000)).toEqual([2, 4, 60]);
  });
});
