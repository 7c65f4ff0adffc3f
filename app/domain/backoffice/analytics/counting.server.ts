import { setTimeout as pause } from "node:timers/promises";
import { asc, gt, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { memoize, prepareGet } from "#db/queries.server";
import type { accounts, loops, vouchers } from "#db/schema";

/** Figures that are counted a slice at a time: yields after each slice and returns them. */
export type Counting<Figures> = Generator<undefined, Figures>;

/** So many times as long as a slice took, nothing is counted; after a long one for this long. */
const REST = 2;
const LONGEST_REST_MS = 500;

/** Counts without a pause, where nobody waits meanwhile. */
export function countAtOnce<Figures>(counting: Counting<Figures>): Figures {
  let step = counting.next();
  while (!step.done) step = counting.next();
  return step.value;
}

/**
 * Counts with a pause after each slice, in which the process does its other work. Not only one turn: an email with a code
 * takes a dozen, and waited for over a minute beside a count of 200,000 years.
 */
export async function countInSlices<Figures>(
  counting: Counting<Figures>,
): Promise<{ figures: Figures; milliseconds: number }> {
  let milliseconds = 0;
  for (;;) {
    const began = performance.now();
    const step = counting.next();
    const took = performance.now() - began;
    milliseconds += took;
    if (step.done) return { figures: step.value, milliseconds };
    await pause(Math.min(took * REST, LONGEST_REST_MS));
  }
}

/** The ids of one slice: those after the first of these, up to the last. */
export type Slice = readonly [after: string, upTo: string];

/** Rows of a slice: read within some ten milliseconds, so that nothing else waits long. */
const ROWS = 500;
/** After every id. */
const END = "\u{10ffff}";

type Sliced = typeof accounts | typeof loops | typeof vouchers;

/** All ids of a table, slice by slice. A row that comes meanwhile is in one of them or in none, never in two. */
export function* slicesOf(table: Sliced): Generator<Slice> {
  for (let after = ""; after < END; ) {
    const upTo = lastOfSlice(table)(after)?.id ?? END;
    yield [after, upTo];
    after = upTo;
  }
}

const lastOfSlice = memoize((table: Sliced) =>
  prepareGet((after: string) =>
    db
      .select({ id: sql<string>`${table.id}` })
      .from(table)
      .where(gt(table.id, after))
      .orderBy(asc(table.id))
      .limit(1)
      .offset(ROWS - 1),
  ),
);

/** Whether an id is of the slice between these two. */
export const isWithin = (id: unknown, after: unknown, upTo: unknown): SQL => sql`${id} > ${after} AND ${id} <= ${upTo}`;
