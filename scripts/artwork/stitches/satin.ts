import type { Embroidery } from "../embroidery";
import { boxOf, crossings, rotated, type Shape, shareOf } from "../geometry";
import type { Thread } from "../threads";

/**
 * The position of a stroke: u and v run 0 to 1 across the shape's box from the upper left; x and y are picture units.
 */
export interface Spot {
  u: number;
  v: number;
  x: number;
  y: number;
}

/** The brightness of a spot: 0 the ramp's darkest thread, 1 its lightest. */
export type Shade = (spot: Spot) => number;

export interface SatinOptions {
  thread: Thread;
  /** Degrees; 0 is horizontal, 90 vertical. */
  angle?: number;
  /** Distance between adjacent threads. */
  gap?: number;
  /** Longer runs are split into bricks of about this length. */
  longest?: number;
  shade?: Shade;
  outline?: boolean;
  /** How far the ends may deviate from the edge. */
  ragged?: number;
}

/** Satin stitch: parallel threads that fill a shape, split where a thread would be too long to stay flat. */
export function satin(work: Embroidery, pathData: string, options: SatinOptions): void {
  const { gap = 2.7, longest = 24, ragged = 0.8, outline = true } = options;
  const shape = work.shape(pathData);
  if (outline) work.outline(shape);
  const angle = work.direction(((options.angle ?? 0) * Math.PI) / 180);
  const upright: Shape = shape.map((line) => line.map((point) => rotated(point, -angle)));
  const box = boxOf(shape);
  const rows = boxOf(upright);
  let row = 0;
  for (let y = rows.top + gap * 0.4; y < rows.bottom; y += gap, row++) {
    const edges = crossings(upright, y);
    for (let index = 0; index + 1 < edges.length; index += 2) {
      const start = edges[index] ?? 0;
      const end = edges[index + 1] ?? 0;
      if (end - start < 1.2) continue;
      const cuts = bricks(work, start, end, longest, row, ragged);
      for (let brick = 0; brick + 1 < cuts.length; brick++) {
        const left = (cuts[brick] ?? 0) - (brick > 0 ? 1.2 : 0);
        const right = cuts[brick + 1] ?? 0;
        const level = y + work.wobble(0.25);
        const from = rotated([left, level + work.wobble(0.3)], angle);
        const to = rotated([right, level + work.wobble(0.3)], angle);
        const [x, middleY] = rotated([(left + right) / 2, level], angle);
        const tone =
          options.shade?.({
            u: shareOf(x, box.left, box.right),
            v: shareOf(middleY, box.top, box.bottom),
            x,
            y: middleY,
          }) ?? 0.5;
        work.straight(from, to, work.colour(options.thread, tone), gap * 1.16);
      }
    }
  }
}

/** The split points of a run from `start` to `end`, so that joins of adjacent rows do not line up. */
function bricks(work: Embroidery, start: number, end: number, longest: number, row: number, ragged: number): number[] {
  const cuts = [start + work.wobble(ragged)];
  if (end - start > longest * 1.25) {
    let cut = start + longest * (row % 2 ? 0.45 : 0.9) * (0.75 + work.random() * 0.5);
    while (cut < end - longest * 0.3) {
      cuts.push(cut);
      cut += longest * (0.75 + work.random() * 0.5);
    }
  }
  cuts.push(end + work.wobble(ragged));
  return cuts;
}
