/**
 * The page where a week is written. Its form posts to the same address, so that a failed form is still about that week
 * of that loop.
 */
export function weekAddress(loopId: string, week: number): string {
  return `/dashboard?loop=${loopId}&week=${week}`;
}

/** The page that asks for a loop's title. */
export function titleAddress(loopId: string): string {
  return `/dashboard?loop=${loopId}&title=1`;
}

/** The page where a written week is read. */
export function entryAddress(loopId: string, week: number): string {
  return `/entry?loop=${loopId}&week=${week}`;
}

/** The page with a week's earlier versions. */
export function versionsAddress(loopId: string, week: number): string {
  return `/entry/versions?loop=${loopId}&week=${week}`;
}
