import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * What work for one input costs, and how the cost grows with the input. A row names the work and its largest input; it
 * is measured at an eighth, a quarter, a half and the whole of that.
 */

/** One row of the table, with its input's type forgotten. */
export interface CostRow {
  /** "group: shape"; rows of a group are printed together. */
  name: string;
  /** The largest size that one request can bring. */
  limit: number;
  /** Makes the input of a size, and gives the work to be measured. */
  prepare(size: number): () => unknown;
}

/** A row: `make` an input of a size, `run` the work on it. What `make` does is not measured. */
export function costRow<Input>(row: {
  name: string;
  limit: number;
  make(size: number): Input;
  run(input: Input): unknown;
}): CostRow {
  return {
    name: row.name,
    limit: row.limit,
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
  /** Milliseconds at each of SIZES, the least of several samples. */
  ms: readonly number[];
  /** What one run takes of memory at each of SIZES, in MiB, as far as it is not collected meanwhile. */
  mib: readonly number[];
  /** How many times as long the whole takes as an eighth of it; 8 is linear. */
  growth: number;
}

/** The cost of the row at its limit alone, from two runs; enough to leave out what is far below any limit. */
export function costAtLimit(row: CostRow): number {
  const work = row.prepare(row.limit);
  const first = timeOf(work, 1);
  return first > TOO_LONG_MS ? first : Math.min(first, timeOf(work, 1));
}

/** Measures a row at each of SIZES. */
export function measureRow(row: CostRow): Cost {
  const works = SIZES.map((share) => row.prepare(Math.max(1, Math.round(row.limit * share))));
  const least = works.map((work) => timeOf(work, 1));
  const isLong = least.some((ms) => ms > TOO_LONG_MS);
  const repeats = least.map((ms) => Math.min(MOST_REPEATS, Math.ceil(SAMPLE_MS / Math.max(0.001, ms))));
  // The sizes take turns, so that another process disturbs all of them alike.
  for (let time = 0; time < (isLong ? 0 : TIMES); time += 1) {
    for (const [at, work] of works.entries()) {
      least[at] = Math.min(least[at] ?? Number.POSITIVE_INFINITY, timeOf(work, repeats[at] ?? 1));
    }
  }
  const growth = (least.at(-1) ?? 0) / Math.max(1e-6, least[0] ?? 0);
  return { name: row.name, ms: least, mib: works.map(memoryOf), growth };
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const MIB = 1024 * 1024;

function memoryOf(work: () => unknown): number {
  collect();
  const before = process.memoryUsage();
  const kept = work();
  const after = process.memoryUsage();
  // Referred to after the measurement, so that what the work made is still there when it is counted.
  if (kept === before) throw new Error("The work gave what it did not make.");
  return Math.max(0, after.heapUsed + after.external - before.heapUsed - before.external) / MIB;
}

function timeOf(work: () => unknown, repeats: number): number {
  const began = performance.now();
  for (let time = 0; time < repeats; time += 1) work();
  return (performance.now() - began) / repeats;
}
