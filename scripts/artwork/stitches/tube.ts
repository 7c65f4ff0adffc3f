import type { Embroidery } from "../embroidery";
import { between, distance, lengthOf, type Point, pointAt, resample } from "../geometry";
import { singleLine } from "../path";
import type { Thread } from "../threads";

/**
 * Tone by the share along the path (0 to 1) and whether a stroke is on the lit side (1), the dark one (0) or both
 * (0.5).
 */
export type TubeShade = (along: number, lit: number) => number;

export interface TubeOptions {
  thread: Thread;
  gap?: number;
  shade?: TubeShade;
  /** How far each stroke leans along the path, as a share of half the width. */
  slant?: number;
  outline?: boolean;
}

/** Satin stitch across a path: trunks, limbs, tails, ribbons. `width` may change along the path (0 to 1). */
export function tube(
  work: Embroidery,
  pathData: string,
  width: number | ((along: number) => number),
  options: TubeOptions,
): void {
  const { gap = 2.6, slant = 0.25, outline = true } = options;
  const shade = options.shade ?? ((_along: number, lit: number) => 0.35 + 0.4 * lit);
  const path = singleLine(pathData, 2).map((point) => work.point(point));
  const count = Math.max(4, Math.round(lengthOf(path) / gap));
  const spine = resample(path, count);
  const left: Point[] = [];
  const right: Point[] = [];
  for (let index = 0; index < count; index++) {
    const along = index / (count - 1);
    const half = ((typeof width === "function" ? width(along) : width) * work.scale) / 2;
    const [x, y] = pointAt(spine, index);
    const before = pointAt(spine, Math.max(0, index - 1));
    const after = pointAt(spine, Math.min(count - 1, index + 1));
    const length = distance(before, after) || 1;
    const [forwardX, forwardY] = [(after[0] - before[0]) / length, (after[1] - before[1]) / length];
    const lean = half * slant;
    const from: Point = [x + forwardY * half - forwardX * lean, y - forwardX * half - forwardY * lean];
    const to: Point = [x - forwardY * half + forwardX * lean, y + forwardX * half + forwardY * lean];
    left.push(from);
    right.push(to);
    if (half > 7) {
      const middle = between(from, to, 0.5);
      const split: Point = [middle[0] + work.wobble(0.6), middle[1] + work.wobble(0.6)];
      // Light falls from the upper left.
      const leftLit = from[0] + from[1] < to[0] + to[1] ? 1 : 0;
      work.straight(from, split, work.colour(options.thread, shade(along, leftLit)), gap * 1.18);
      work.straight(split, to, work.colour(options.thread, shade(along, 1 - leftLit)), gap * 1.18);
    } else work.straight(from, to, work.colour(options.thread, shade(along, 0.5)), gap * 1.18);
  }
  if (outline) work.outline([[...left, ...right.reverse(), pointAt(left, 0)]]);
}

export interface ColumnOptions {
  thread: Thread;
  gap?: number;
  /** Tone by the share along the edges, then by the share across from the first edge to the second. */
  shade?: (along: number, across: number) => number;
  outline?: boolean;
}

/** Satin stitch from one edge to another: wings, bows, petals. The two paths run the same way. */
export function column(
  work: Embroidery,
  leftPath: string,
  rightPath: string,
  { thread, gap = 2.7, shade = () => 0.5, outline = true }: ColumnOptions,
): void {
  const edges = [leftPath, rightPath].map((path) => singleLine(path).map((point) => work.point(point)));
  const count = Math.max(3, Math.round(Math.max(...edges.map(lengthOf)) / gap));
  const [left, right] = edges.map((edge) => resample(edge, count));
  if (!left || !right) return;
  if (outline) work.outline([[...left, ...[...right].reverse(), pointAt(left, 0)]]);
  for (let index = 0; index < count; index++) {
    const from = pointAt(left, index);
    const to = pointAt(right, index);
    const pieces = distance(from, to) > 39 ? 2 : 1;
    for (let piece = 0; piece < pieces; piece++) {
      const start = between(from, to, piece / pieces);
      const end = between(from, to, (piece + 1) / pieces);
      const tone = shade(index / (count - 1), (piece + 0.5) / pieces);
      work.straight(
        [start[0] + work.wobble(0.35), start[1] + work.wobble(0.35)],
        [end[0] + work.wobble(0.35), end[1] + work.wobble(0.35)],
        work.colour(thread, tone),
        gap * 1.16,
      );
    }
  }
}
