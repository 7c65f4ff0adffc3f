import { weeksToMask } from "./stitch-mask";

/**
 * How the starting stitch of a loop that is paid for is shown: "sewn", or holding a loose "thread" with the needle, which
 * draws itself once when it is "drawing". It is not one of the 52.
 */
export const STARTING_STITCHES = ["sewn", "thread", "drawing"] as const;

export type StartingStitch = (typeof STARTING_STITCHES)[number];

/** The address of a loop's picture: the stitches of these weeks, the needle at the due week, the starting stitch. */
export function picturePath(
  theme: string,
  weeks: ReadonlySet<number>,
  { due, start = "sewn" }: { due?: number | null; start?: StartingStitch | null } = {},
): string {
  const query = new URLSearchParams();
  if (due) query.set("due", String(due));
  if (start) query.set("start", start);
  const asked = query.toString();
  return `/art/${theme}/${weeksToMask(weeks)}.svg${asked && `?${asked}`}`;
}
