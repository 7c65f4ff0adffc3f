import type { Embroidery } from "../embroidery";
import { around, FULL_TURN, type Point } from "../geometry";
import type { Thread } from "../threads";

/** Woven-wheel rose: short slack stitches that overlap in a spiral, lighter towards the edge. */
export function rose(work: Embroidery, at: Point, size: number, thread: Thread): void {
  const centre = work.point(at);
  const radius = size * work.scale;
  const edge = Array.from({ length: 25 }, (_, index) => around(centre, radius, (index / 24) * FULL_TURN));
  work.outline([edge]);
  // About 8.2 stitches make one round, and rounds are 3.1 apart.
  const count = Math.round((radius / 3.1) * 8.2);
  let angle = work.random() * FULL_TURN;
  for (let index = 0; index < count; index++) {
    const outwards = index / count;
    const reach = 2 + (radius - 2) * outwards;
    const next = angle + Math.min(1.5, 9.5 / reach + 0.28);
    const wave = 1 + 0.05 * Math.sin(angle * 5);
    const tone = 0.5 + 0.26 * outwards + 0.14 * Math.sin(angle * 2.5) - 0.12 * Math.sin(angle - 0.8);
    work.bow(
      around(centre, reach * wave, angle),
      around(centre, reach * 1.12, (angle + next) / 2),
      around(centre, reach + 1.2, next),
      work.colour(thread, Math.max(0.05, Math.min(0.95, tone))),
      4.1,
    );
    angle = next - 0.18;
  }
}
