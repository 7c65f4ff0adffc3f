import type { Embroidery } from "../embroidery";
import type { Point } from "../geometry";
import { mixed, type Thread } from "../threads";

/** French knot: a bead of thread with light on its upper left. */
export function frenchKnot(work: Embroidery, at: Point, radius: number, thread: Thread, tone = 0.55): void {
  const colour = work.colour(thread, tone);
  const lightest = thread[thread.length - 1] ?? colour;
  const darkest = thread[0] ?? colour;
  work.knot(work.point(at), radius * 2 * work.scale, {
    colour,
    light: mixed(colour, lightest, 0.6),
    dark: mixed(colour, darkest, 0.6),
  });
}
