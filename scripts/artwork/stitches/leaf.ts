import type { Embroidery } from "../embroidery";
import { clamp, type Point, rotated } from "../geometry";
import { pathThrough } from "../path";
import { type Thread, threads } from "../threads";
import { stemStitch } from "./lines";

/** Distance between adjacent threads along the vein. */
const SPACING = 2.7;

export interface LeafOptions {
  thread?: Thread;
  /** Sews a vein down the middle in this thread. */
  vein?: Thread;
  /** The curvature, as a share of the leaf's length. */
  bend?: number;
  outline?: boolean;
}

/** Fishbone stitch: strokes from the vein forward to the edge, one side lighter. Also flames. */
export function leaf(
  work: Embroidery,
  base: Point,
  angle: number,
  length: number,
  breadth: number,
  { thread = threads.leaf, vein, bend = 0, outline = true }: LeafOptions = {},
): void {
  const at = (along: number, side: -1 | 0 | 1): Point => {
    const rounded = Math.max(0, Math.sin(Math.PI * clamp(along, 0, 1) ** 0.78)) ** 0.85;
    const [dx, dy] = rotated(
      [length * along, bend * length * Math.sin(Math.PI * along) + (side * breadth * rounded) / 2],
      angle,
    );
    return [base[0] + dx, base[1] + dy];
  };
  if (outline) {
    const steps = Array.from({ length: 11 }, (_, index) => index / 10);
    const edge = [...steps.map((along) => at(along, 1)), ...steps.reverse().map((along) => at(along, -1))];
    work.outline([edge.map((point) => work.point(point))]);
  }
  const count = Math.max(5, Math.round((length * work.scale) / SPACING));
  for (const side of [1, -1] as const)
    for (let index = 0; index < count; index++) {
      const along = index / count;
      const tip = work.point(at(Math.min(1, along + 0.17), side));
      work.straight(
        work.point(at(along, 0)),
        [tip[0] + work.wobble(0.3), tip[1] + work.wobble(0.3)],
        work.colour(thread, side > 0 ? 0.34 : 0.66),
        SPACING * 1.1,
      );
    }
  if (vein) {
    const line = Array.from({ length: 9 }, (_, index) => at((index / 8) * 0.92, 0));
    stemStitch(work, pathThrough(line), { thread: vein, width: 1.7, slant: 0.5 });
  }
}
