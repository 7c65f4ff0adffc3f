import { MINUTE_MS } from "../time/durations";

/** A row that is not counted from an index alone takes 2.6 µs, so that these take as long as the rest of a page. */
const LARGE = 1_000;
const CACHED_MS = MINUTE_MS;
const cached = new Map<string, { counted: unknown; at: number }>();

/** Counts by `count`, or returns the large number counted under this name within the last minute. */
export function cachedCount(name: string, now: Date, count: () => number): number {
  return sumOnce(name, now, count, (found) => found);
}

/** The same for several sums that are counted together; `rows` says how many rows they are counted from. */
export function sumOnce<Sums>(name: string, now: Date, sum: () => Sums, rows: (sums: Sums) => number): Sums {
  const known = cached.get(name);
  // What is cached under a name was counted by the same `sum`.
  if (known && Math.abs(now.getTime() - known.at) < CACHED_MS) return known.counted as Sums;
  const counted = sum();
  if (rows(counted) >= LARGE) cached.set(name, { counted, at: now.getTime() });
  else cached.delete(name);
  return counted;
}
