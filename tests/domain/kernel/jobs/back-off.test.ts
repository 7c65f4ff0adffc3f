import { expect, it } from "vitest";
import { doubledRetryAt, jobRetryAt } from "~/domain/kernel/jobs/back-off";

const NOW = new Date("2026-11-20T10:00:00Z");
const secondsUntil = (instant: Date | null) => instant && (instant.getTime() - NOW.getTime()) / 1000;

it.each([
  [1, 10],
  [2, 60],
  [3, 300],
  [4, 900],
  [5, null],
  [6, null],
  [0, 900],
])("a job that has failed %i times is tried again after %s seconds", (tries, seconds) => {
  expect(secondsUntil(jobRetryAt(tries, NOW))).toBe(seconds);
});

it.each([
  [0, 5],
  [1, 5],
  [2, 10],
  [3, 20],
  [10, 2560],
  [11, 3600],
  [99, 3600],
])("a message that has failed %i times is worked on again after %i seconds", (tries, seconds) => {
  expect(secondsUntil(doubledRetryAt(5, tries, NOW))).toBe(seconds);
});
