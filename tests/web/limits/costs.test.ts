import { expect, it } from "vitest";
import { rounds } from "../../support/rounds";
import { type Cost, type CostRow, costAtAnEighth, costAtLimit, costRow, measureRow } from "./cost-row";
import { formRows } from "./forms-costs";
import { mailRows } from "./mail-costs";
import { photoRows } from "./photo-costs";
import { textRows } from "./text-costs";
import { webRows } from "./web-costs";

/**
 * What one input can cost: every parser, form, path and header with the inputs that hurt, in 1, 2, 4 and 8 times a size.
 * A new parser adds its rows.
 */
const costTable = async () => [
  ...(await webRows()),
  ...(await formRows()),
  ...photoRows(),
  ...textRows(),
  ...mailRows(),
];

/** Ratios alone, and generous ones: a busy machine slows both of the compared sizes. */
const MOST_GROWTH = 40;
/** Far below this, work is short whatever shape its growth has. */
const WORTH_COMPARING_MS = 10;

/** With every round each row is measured: eight times the input may take a linear 8, and what memory and its collection add. */
const MOST_GROWTH_MEASURED = 20;
/** Shorter work need not be looked at for its growth: squared, it would still be short. */
const WORTH_MEASURING_MS = 2;

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

/** Linear in time and memory, and within its limits. */
function isWithinRule({ most, ms, mib, growth }: Cost): boolean {
  const [msAtLimit, mibAtLimit] = [ms.at(-1) ?? 0, mib.at(-1) ?? 0];
  const isLinear = growth < MOST_GROWTH_MEASURED || msAtLimit < WORTH_MEASURING_MS;
  const takesLinearly = mibAtLimit < MOST_GROWTH_MEASURED * Math.max(most.mib / 128, mib[0] ?? 0);
  return msAtLimit < most.ms && isLinear && mibAtLimit < most.mib && takesLinearly;
}

it("no form, call, path or header costs more than its length, in any shape that hurts", async () => {
  const rows = await costTable();
  expect(rows.length).toBeGreaterThan(10_000);
  expect(await steepRows(rows)).toEqual([]);
});

it.runIf(rounds(1, 0))(
  "what one input costs stays under 50 ms and 32 MiB, and grows with it alone",
  { timeout: 3_600_000 },
  async () => {
    const broken: Cost[] = [];
    for (const row of await costTable()) {
      if ((await costAtLimit(row)) < WORTH_MEASURING_MS) continue;
      const cost = await measureRow(row);
      if (!isWithinRule(cost)) broken.push(cost);
    }
    expect(broken).toEqual([]);
  },
);

it("work that grows with the square of its input is found", async () => {
  const row = costRow({
    name: "accents: put in order",
    limit: 32_000,
    make: (size) => "\u0315\u0300".repeat(size / 2),
    run: (text) => text.normalize("NFC"),
  });
  expect(await steepRows([row])).toEqual(["accents: put in order"]);
});
