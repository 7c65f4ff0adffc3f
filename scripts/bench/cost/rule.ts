import { type Cost, type CostRow, costAtLimit, measureRow } from "./cost-row";

/**
 * The rule: what one request costs in a web process grows linearly with its size and stays under 50 ms at its limit.
 */

export const MOST_MS = 50;
/** What one input may take of memory while it is read. */
export const MOST_MIB = 32;
/** Eight times the input may take this many times as long: a linear 8, and what memory and its collection add. */
export const MOST_GROWTH = 20;
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
export function isWithinRule({ ms, mib, growth }: Cost): boolean {
  const atLimit = ms.at(-1) ?? 0;
  return (
    atLimit < MOST_MS &&
    (growth < MOST_GROWTH || atLimit < WORTH_MEASURING_MS) &&
    mib.every((each, place) => each < MOST_MIB * 2 ** (place + 1 - mib.length))
  );
}

/** Measures every row, in groups by what is before the colon of its name. */
export function measureGroups(rows: readonly CostRow[]): GroupCost[] {
  const groups = new Map<string, CostRow[]>();
  for (const row of rows) {
    const [name = ""] = row.name.split(": ", 1);
    const members = groups.get(name) ?? [];
    members.push(row);
    groups.set(name, members);
  }
  return [...groups].map(([name, members]) => {
    const ranked = members
      .map((row) => ({ row, ms: costAtLimit(row) }))
      .toSorted((one, other) => other.ms - one.ms);
    const measured = ranked
      .filter(({ ms }, place) => place === 0 || ms >= WORTH_MEASURING_MS)
      .map(({ row }) => measureRow(row))
      .toSorted((one, other) => (other.ms.at(-1) ?? 0) - (one.ms.at(-1) ?? 0));
    const [slowest = { name, ms: [0], mib: [0], growth: 0 }] = measured;
    return { name, rows: members.length, slowest, broken: measured.filter((cost) => !isWithinRule(cost)) };
  });
}
