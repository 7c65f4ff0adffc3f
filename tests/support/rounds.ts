/**
 * How often a race is run, or how many people take part: a few in `npm test`, all of them in `npm run bench -- races`.
 */
export function rounds(all: number, few: number): number {
  return process.env.EVERY_ROUND === "yes" ? all : few;
}

/**
 * How many cases of a property fast-check tries. `npm test` tries the same few each time, so that it fails for what was
 * changed alone; the bench tries others with each run, and says the seed of a failure.
 */
export function cases(all: number, few: number): { numRuns: number; seed?: number } {
  const numRuns = rounds(all, few);
  return numRuns === few ? { numRuns, seed: 20_261_127 } : { numRuns };
}
