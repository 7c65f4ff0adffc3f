/**
 * Where a week of a loop is written, and where its form is sent, so that a page that comes back is about the same
 * week of the same loop.
 */
export function weekAddress(loopId: string, week: number): string {
  return `/dashboard?loop=${loopId}&week=${week}`;
}

/** Where a week that is written is read. */
export function entryAddress(loopId: string, week: number): string {
  return `/entry?loop=${loopId}&week=${week}`;
}

/** Where it says what a week said before. */
export function versionsAddress(loopId: string, week: number): string {
  return `/entry/versions?loop=${loopId}&week=${week}`;
}
