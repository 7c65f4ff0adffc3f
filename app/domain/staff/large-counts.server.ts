import { MINUTE_MS } from "../time/durations";

/** Counting a hundred thousand rows takes longer than a page may, so large counts are cached for a minute. */
const LARGE = 50_000;
const KEPT_MS = MINUTE_MS;
const kept = new Map<string, { found: number; at: number }>();

/** Counts by `count`, or returns the large number counted under this name within the last minute. */
export function countOnce(name: string, now: Date, count: () => number): number {
  const known = kept.get(name);
  if (known && Math.abs(now.getTime() - known.at) < KEPT_MS) return known.found;
  const found = count();
  if (found >= LARGE) kept.set(name, { found, at: now.getTime() });
  else kept.delete(name);
  return found;
}
