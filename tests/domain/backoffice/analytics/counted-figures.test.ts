import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { countedFigures } from "#db/schema";
import { countedBy } from "~/domain/backoffice/analytics/counted-figures.server";
import { later, NOW } from "../../../support/people";

/** Figures whose only number says how often they were counted. */
function figuresNamed(name: string) {
  let times = 0;
  const noted: [number, Date][] = [];
  const figures = countedBy(
    name,
    function* () {
      yield;
      times += 1;
      yield;
      return { times };
    },
    (counted, now) => noted.push([counted.times, now]),
  );
  return { figures, noted };
}

it("figures are read as they were counted last, with their moment, and not at all before", async () => {
  const { figures, noted } = figuresNamed("read");
  expect(figures.read()).toBeNull();
  await figures.recount(NOW);
  expect([figures.read(), noted]).toEqual([{ figures: { times: 1 }, at: NOW }, [[1, NOW]]]);
});

it("figures are counted again after a hundred times as long as that took, or where the clock was ahead", async () => {
  const { figures } = figuresNamed("again");
  const timesAt = async (now: Date) => {
    await figures.recount(now);
    db.update(countedFigures).set({ milliseconds: 900 }).where(eq(countedFigures.name, "again")).run();
    return figures.read()?.figures.times;
  };
  expect(await timesAt(NOW)).toBe(1);
  expect(await timesAt(later(89.999))).toBe(1);
  expect(await timesAt(later(90))).toBe(2);
  expect(await timesAt(later(89.999))).toBe(3);
});

it("figures of a day are counted again on the next one, however long that took", async () => {
  const { figures } = figuresNamed("days");
  const midnight = new Date("2026-11-29T00:00:00Z");
  await figures.recount(new Date(midnight.getTime() - 1_000));
  db.update(countedFigures).set({ milliseconds: 60_000 }).where(eq(countedFigures.name, "days")).run();
  await figures.recount(midnight);
  expect(figures.read()).toEqual({ figures: { times: 2 }, at: midnight });
});

it("other work goes on between the slices of a count", async () => {
  const seen: string[] = [];
  const slow = countedBy("slow", function* () {
    seen.push("first slice");
    yield;
    seen.push("second slice");
    return seen.length;
  });
  setImmediate(() => seen.push("other work"));
  await slow.recount(NOW);
  expect(seen).toEqual(["first slice", "other work", "second slice"]);
});
