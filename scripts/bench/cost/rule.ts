import { type Cost, type CostRow, costAtLimit, measureRow } from "./cost-row";

/**
 * The rule: what one request costs in a web process grows linearly with its size and stays under 50 ms at its limit. Work
 * of a child process has a limit of its own.
 */

/** Eight times the input may take this many times as long: a linear 8, and what memory and its collection add. */
const MOST_GROWTH = 20;
/** Shorter work need not be looked at for its growth: squared, it would still be short. */
const WORTH_MEASURING_MS = 2;

export interface GroupCost {
  name: string;
  rows: number;
  /** The row that takes longest at its limit. */
  slowest: Cost;
  /** The rows that break the rule. */
  broken: readonly Cost[];
}

/** Whether a cost is within the rule. */
export function isWithinRule({ most, ms, mib, growth }: Cost): boolean {
  const [msAtLimit, mibAtLimit] = [ms.at(-1) ?? 0, mib.at(-1) ?? 0];
  const isLinear = growth < MOST_GROWTH || msAtLimit < WORTH_MEASURING_MS;
  const takesLinearly = mibAtLimit < MOST_GROWTH * Math.max(most.mib / 128, mib[0] ?? 0);
  return msAtLimit < most.ms && isLinear && mibAtLimit < most.mib && takesLinearly;
}

/** Measures every row, in groups by what is before the colon of its name. */
export async function measureGroups(rows: readonly CostRow[]): Promise<GroupCost[]> {
  const groups = new Map<string, CostRow[]>();
  for (const row of rows) {
    const [name = ""] = row.name.split(": ", 1);
    const members = groups.get(name) ?? [];
    members.push(row);
    groups.set(name, members);
  }
  const costs: GroupCost[] = [];
  for (const [name, members] of groups) costs.push(await measureGroup(name, members));
  return costs;
}

async function measureGroup(name: string, rows: readonly CostRow[]): Promise<GroupCost> {
  const atLimit: { row: CostRow; ms: number }[] = [];
  for (const row of rows) atLimit.push({ row, ms: await costAtLimit(row) });
  const ranked = atLimit.toSorted((one, other) => other.ms - one.ms);
  const measured: Cost[] = [];
  for (const { row } of ranked.filter(({ ms }, place) => place === 0 || ms >= WORTH_MEASURING_MS))
    measured.push(await measureRow(row));
  measured.sort((one, other) => (other.ms.at(-1) ?? 0) - (one.ms.at(-1) ?? 0));
  const [slowest = { name, most: { ms: 0, mib: 0 }, ms: [0], mib: [0], growth: 0 }] = measured;
  return { name, rows: rows.length, slowest, broken: measured.filter((cost) => !isWithinRule(cost)) };
}
