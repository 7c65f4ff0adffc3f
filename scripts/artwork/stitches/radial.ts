import type { Embroidery } from "../embroidery";
import { around, FULL_TURN, type Point } from "../geometry";
import type { Thread } from "../threads";

export interface RadialOptions {
  thread: Thread;
  gap?: number;
  /** Tone by the share of the way outwards. */
  shade?: (outwards: number) => number;
  /** The number of strokes from the centre to the edge. */
  rings?: number;
  /** Radians; a full disc by default. */
  from?: number;
  to?: number;
  outline?: boolean;
}

/** Strokes that fan out from a centre: suns, moons, lamps, scallops. */
export function radial(
  work: Embroidery,
  centre: Point,
  radius: number,
  { thread, gap = 2.7, rings = 3, from = 0, to = FULL_TURN, outline = true, ...options }: RadialOptions,
): void {
  const shade = options.shade ?? ((outwards: number) => 0.9 - 0.6 * outwards);
  const count = Math.max(8, Math.round(((to - from) * radius * work.scale * 0.65) / gap));
  for (let index = 0; index < count; index++) {
    const angle = from + ((to - from) * index) / count;
    let inner = 0;
    for (let ring = 0; ring < rings; ring++) {
      const last = ring === rings - 1;
      const outer = (radius * (ring + 1)) / rings + work.wobble(last ? 0.8 / work.scale : (radius / rings) * 0.32);
      work.straight(
        work.point(around(centre, inner, angle)),
        work.point(around(centre, outer, angle)),
        work.colour(thread, shade((ring + 0.5) / rings)),
        gap * 1.12,
      );
      inner = outer - 0.8 / work.scale;
    }
  }
  if (outline) work.outline([edgeOf(work, centre, radius, from, to)]);
}

/** The rim as a line; that of a half disc returns along its straight side. */
function edgeOf(work: Embroidery, centre: Point, radius: number, from: number, to: number): Point[] {
  const count = radius * work.scale < 12 ? 12 : 24;
  const rim = Array.from({ length: count + 1 }, (_, index) =>
    work.point(around(centre, radius, from + ((to - from) * index) / count)),
  );
  return to - from < FULL_TURN - 0.01 ? [...rim, ...rim.slice(0, 1)] : rim;
}
