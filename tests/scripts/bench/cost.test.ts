import { expect, it } from "vitest";
import { type CostRow, costAtAnEighth, costAtLimit, costRow, measureRow } from "../../../scripts/bench/cost/cost-row";
import { costTable } from "../../../scripts/bench/cost/table";

/** Ratios alone, and generous ones: a busy machine slows both of the compared sizes. */
const MOST_GROWTH = 40;
/** Far below this, work is short whatever shape its growth has. */
const WORTH_COMPARING_MS = 10;

/** The rows whose cost grows faster than their input. Only one that seems to is measured at length. */
async function steepRows(rows: readonly CostRow[]): Promise<string[]> {
  const steep: string[] = [];
  for (const row of rows) {
    const whole = await costAtLimit(row, WORTH_COMPARING_MS);
    if (whole < WORTH_COMPARING_MS || whole <= MOST_GROWTH * (await costAtAnEighth(row))) continue;
    const { name, growth } = await measureRow(row);
    if (growth > MOST_GROWTH) steep.push(name);
  }
  return steep;
}

it("no form, call, path or header costs more than its length, in any shape that hurts", async () => {
  const rows = await costTable();
  expect(rows.length).toBeGreaterThan(10_000);
  expect(await steepRows(rows)).toEqual([]);
});

it("work that grows with the square of its input is found", async () => {
  const row = costRow({
    name: "accents: put in order",
    limit: 16_000,
    make: (size) => "\u0315\u0300".repeat(size / 2),
    run: (text) => text.normalize("NFC"),
  });
  expect(await steepRows([row])).toEqual(["accents: put in order"]);
});
