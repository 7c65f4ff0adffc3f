/**
 * Where a week of a loop is written, and where its form is sent, so that a page that comes back is about the same
 * week of the same loop.
 */
export function weekAddress(loopId: string, week: number): string {
  return `/dashboard?loop=${loopId}&week=${week}`;
}
