import { describe, expect, it } from "vitest";
import { cachedCount, sumOnce } from "~/domain/kernel/limits/large-counts.server";
import { later, NOW } from "../../../support/people";

describe("a count", () => {
  it("is made each time while it is small", () => {
    expect([999, 3].map((found) => cachedCount("small", NOW, () => found))).toEqual([999, 3]);
  });

  it("of a thousand rows and more is made once a minute", () => {
    const counts = [0, 59, 60].map((seconds) => cachedCount("large", later(seconds), () => 1000 + seconds));
    expect(counts).toEqual([1000, 1000, 1060]);
  });

  it.each([
    [999, 0, false],
    [1_000, 59.999, true],
    [1_000, 60, false],
    [1_000, -59.999, true],
    [1_000, -60, false],
  ])("of %d rows, counted %d seconds ago, is taken as it was: %s", (rows, seconds, isTaken) => {
    const name = `${rows} ${seconds}`;
    expect(cachedCount(name, NOW, () => rows)).toBe(rows);
    expect(cachedCount(name, later(seconds), () => 7)).toBe(isTaken ? rows : 7);
  });

  it("that became small is made each time again", () => {
    const counts = [0, 60, 61].map((seconds) => cachedCount("shrinking", later(seconds), () => 1000 - seconds));
    expect(counts).toEqual([1000, 940, 939]);
  });

  it("is told apart by its name, and sums of many rows are kept like it", () => {
    const sum = (pence: number) =>
      sumOnce(
        `sum of ${pence}`,
        NOW,
        () => ({ pence, rows: 1000 }),
        ({ rows }) => rows,
      );
    expect([sum(5).pence, sum(6).pence]).toEqual([5, 6]);
    expect(
      sumOnce(
        "sum of 5",
        NOW,
        () => ({ pence: 7, rows: 1000 }),
        ({ rows }) => rows,
      ).pence,
    ).toBe(5);
  });
});
