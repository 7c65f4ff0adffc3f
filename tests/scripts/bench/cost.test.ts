import { expect, it } from "vitest";
import { type CostRow, costAtLimit, costRow, measureRow } from "../../../scripts/bench/cost/cost-row";
import { costTable } from "../../../scripts/bench/cost/table";

/** Ratios alone, and generous ones: a busy machine slows both of the compared sizes. */
const MOST_GROWTH = 40;
/** Far below this, work is short whatever shape its growth has. */
const WORTH_COMPARING_MS = 10;

/** The rows whose cost grows faster than their input. */
function steepRows(rows: readonly CostRow[]): string[] {
  const long = rows.filter((row) => costAtLimit(row) > WORTH_COMPARING_MS);
  return long
    .map(measureRow)
    .filter(({ growth }) => growth > MOST_GROWTH)
    .map(({ name }) => name);
}

it("no form, call, path or header costs more than its length, in any shape that hurts", async () => {
  const rows = await costTable();
  expect(rows.length).toBeGreaterThan(10_000);
  expect(steepRows(rows)).toEqual([]);
});

it("work that grows with the square of its input is found", () => {
  const row = costRow({
    name: "accents: put in order",
    limit: 40_000,
    make: (size) => "\u0315\u0300".repeat(size / 2),
    run: (text) => text.normalize("NFC"),
  });
  expect(steepRows([row])).toEqual(["accents: put in order"]);
});
