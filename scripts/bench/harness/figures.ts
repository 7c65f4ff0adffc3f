/** Figures: a measured value, its limit, and whether it is met. */

export interface Figure {
  what: string;
  value: string;
  /** The limit as text; left out for a figure without one. */
  limit?: string;
  isMet: boolean;
}

/** A figure without a limit. */
export const seen = (what: string, value: string | number): Figure => ({ what, value: String(value), isMet: true });

/** Something of which there may be none. */
export const none = (what: string, found: number): Figure => exactly(what, found, 0);

export const exactly = (what: string, found: number, wanted: number): Figure => ({
  what,
  value: String(found),
  limit: String(wanted),
  isMet: found === wanted,
});

/** A measured value and the largest it may have, both in one unit; `beside` is told with it. */
export const atMost = (what: string, value: number, most: number, unit = ms, beside = ""): Figure => ({
  what,
  value: unit(value) + beside,
  limit: `≤ ${unit(most)}`,
  isMet: value <= most,
});

/** A measured value and the least it may be. */
export const atLeast = (
  what: string,
  value: number,
  least: number,
  unit: (value: number) => string,
  beside = "",
): Figure => ({
  what,
  value: unit(value) + beside,
  limit: `≥ ${unit(least)}`,
  isMet: value >= least,
});

/** A figure whose limit is a sentence. */
export const holds = (what: string, value: string, limit: string, isMet: boolean): Figure => ({
  what,
  value,
  limit,
  isMet,
});

/** The quickest of several times, because other load can only add time, with their median beside it. */
export const quickest = (what: string, times: readonly number[], mostSeconds = Number.POSITIVE_INFINITY): Figure => {
  const [least, median] = [Math.min(...times) / 1000, quantile(times, 0.5) / 1000];
  const beside = ` (median ${precisely(median)})`;
  if (mostSeconds === Number.POSITIVE_INFINITY) return seen(what, precisely(least) + beside);
  return atMost(what, least, mostSeconds, precisely, beside);
};

/** Prints a table of figures. Returns whether every limit was met. */
export function printFigures(name: string, figures: readonly Figure[]): boolean {
  const lines = [["", name, "measured", "limit"]].concat(
    figures.map(({ what, value, limit, isMet }) => [isMet ? "✓" : "✗", what, value, limit ?? "–"]),
  );
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) console.log(line.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join("  "));
  console.log("");
  return figures.every(({ isMet }) => isMet);
}

/** The value below which this share of the samples lies; 0.5 is the median. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * How well samples separate the two kinds: the probability that a sample of the first is longer than one of the second.
 * 0.5 is chance, 0 and 1 are certainty (area under the ROC curve, by ranks).
 */
export function rankAuc(first: readonly number[], second: readonly number[]): number {
  let wins = 0;
  for (const one of first) {
    for (const other of second) wins += one > other ? 1 : one === other ? 0.5 : 0;
  }
  return wins / (first.length * second.length);
}

export const ms = (value: number) => `${value.toFixed(1)} ms`;
export const megabytes = (value: number) => `${value.toFixed(0)} MB`;
export const kilobytes = (value: number) => `${value.toFixed(1)} KB`;
export const seconds = (value: number) => `${value.toFixed(1)} s`;
export const precisely = (value: number) => `${value.toFixed(2)} s`;
