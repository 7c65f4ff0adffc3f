import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * What work for one input costs, and how the cost grows with the input. A row names the work and its largest input; it
 * is measured at an eighth, a quarter, a half and the whole of that.
 */

/** What work for one input may take at most. */
export interface Most {
  ms: number;
  /** Of memory while the input is read. */
  mib: number;
}

/** What one request may take in a web process. */
const MOST_IN_WEB: Most = { ms: 50, mib: 32 };

/** One row of the table, with its input's type forgotten. */
export interface CostRow {
  /** "group: shape"; the rows of a group are printed together. */
  name: string;
  /** The largest size that one request can bring. */
  limit: number;
  /** What it may take at its limit, where that is other than for a request in a web process. */
  most: Most;
  /** Makes the input of a size, and gives the work to be measured. */
  prepare(size: number): () => unknown;
}

/** A row: `make` an input of a size, `run` the work on it, which may be a promise. What `make` does is not measured. */
export function costRow<Input>(row: {
  name: string;
  limit: number;
  most?: Most;
  make(size: number): Input;
  run(input: Input): unknown;
}): CostRow {
  return {
    name: row.name,
    limit: row.limit,
    most: row.most ?? MOST_IN_WEB,
    prepare(size) {
      const input = row.make(size);
      return () => row.run(input);
    },
  };
}

export const SIZES = [1 / 8, 1 / 4, 1 / 2, 1] as const;
const TIMES = 5;
/** A sample repeats short work until it takes this long, so that the clock's steps do not show. */
const SAMPLE_MS = 2;
const MOST_REPEATS = 2_000;
/** Work that takes longer than this is measured once. */
const TOO_LONG_MS = 500;

export interface Cost {
  name: string;
  most: Most;
  /** Milliseconds of processor time at each of SIZES, the least of several samples. */
  ms: readonly number[];
  /** What one run takes of memory at each of SIZES, in MiB, as far as it is not collected meanwhile. */
  mib: readonly number[];
  /** How many times as long the whole takes as an eighth of it; 8 is linear. */
  growth: number;
}

/** The cost of the row at its limit alone, from two runs, or from one that took less than is of interest. */
export async function costAtLimit(row: CostRow, ofInterestMs = 0): Promise<number> {
  const work = row.prepare(row.limit);
  const first = await timeOf(work, 1);
  if (first < ofInterestMs || first > TOO_LONG_MS) return first;
  return Math.min(first, await timeOf(work, 1));
}

/** The cost of the row at an eighth of its limit, the least of several runs. */
export async function costAtAnEighth(row: CostRow): Promise<number> {
  const work = row.prepare(Math.max(1, Math.round(row.limit * SIZES[0])));
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time += 1) least = Math.min(least, await timeOf(work, 1));
  return least;
}

/** Measures a row at each of SIZES. */
export async function measureRow(row: CostRow): Promise<Cost> {
  const works = SIZES.map((share) => row.prepare(Math.max(1, Math.round(row.limit * share))));
  const least: number[] = [];
  for (const work of works) least.push(await timeOf(work, 1));
  const isLong = least.some((ms) => ms > TOO_LONG_MS);
  const repeats = least.map((ms) => Math.min(MOST_REPEATS, Math.ceil(SAMPLE_MS / Math.max(0.001, ms))));
  // The sizes take turns, so that another process disturbs all of them alike.
  for (let time = 0; time < (isLong ? 0 : TIMES); time += 1) {
    for (const [at, work] of works.entries()) {
      least[at] = Math.min(least[at] ?? Number.POSITIVE_INFINITY, await timeOf(work, repeats[at] ?? 1));
    }
  }
  const growth = (least.at(-1) ?? 0) / Math.max(1e-6, least[0] ?? 0);
  const mib: number[] = [];
  for (const work of works) mib.push(await memoryOf(work));
  return { name: row.name, most: row.most, ms: least, mib, growth };
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const MIB = 1024 * 1024;

async function memoryOf(work: () => unknown): Promise<number> {
  collect();
  const before = process.memoryUsage();
  const kept = await work();
  const after = process.memoryUsage();
  // Referred to after the measurement, so that what the work made is still there when it is counted.
  if (kept === before) throw new Error("The work gave what it did not make.");
  return Math.max(0, after.heapUsed + after.external - before.heapUsed - before.external) / MIB;
}

/** In processor time, so that a busy machine measures what an idle one does. */
async function timeOf(work: () => unknown, repeats: number): Promise<number> {
  const began = process.cpuUsage();
  for (let time = 0; time < repeats; time += 1) {
    const result = work();
    // Waiting for what is there already would be measured too.
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 / repeats;
}
