import type { Embroidery } from "../embroidery";
import { around, type Point } from "../geometry";
import type { Thread } from "../threads";

export interface DaisyOptions {
  thread: Thread;
  tone?: number;
  /** Breadth of the loop as a share of its length. */
  breadth?: number;
  width?: number;
}

/** Lazy daisy: one loop of thread held down at its tip by a short stitch. `angle` in radians. */
export function lazyDaisy(
  work: Embroidery,
  base: Point,
  angle: number,
  length: number,
  { thread, tone = 0.7, breadth = 0.36, width = 2.3 }: DaisyOptions,
): void {
  const colour = work.colour(thread, tone);
  const thickness = width * Math.sqrt(work.scale);
  // A cubic teardrop reaches three quarters of the way to its handles.
  const handle = (side: 1 | -1) =>
    work.point(around(base, Math.hypot(length * 1.33, length * breadth * 1.2), angle + side * breadth * 0.8));
  work.loop(work.point(base), handle(-1), handle(1), colour, thickness);
  work.straight(
    work.point(around(base, length - 1.5, angle)),
    work.point(around(base, length + 3, angle)),
    colour,
    thickness * 0.9,
  );
}
