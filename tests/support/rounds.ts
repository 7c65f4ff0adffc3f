/**
 * How often a race is run, or how many people take part: a few in `npm test`, all of them in `npm run bench -- races`.
 */
export function rounds(all: number, few: number): number {
  return process.env.EVERY_ROUND === "yes" ? all : few;
}
