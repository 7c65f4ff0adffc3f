/** Points, lines and closed shapes on the cloth. Units are those of the picture box; y grows downwards. */
export type Point = readonly [x: number, y: number];
export type Polyline = readonly Point[];
/** One or more closed polylines; inside and outside alternate (even-odd). */
export type Shape = readonly Polyline[];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const FULL_TURN = Math.PI * 2;

/** The point at an index. @throws RangeError outside the line, which is a bug. */
export function pointAt(line: Polyline, index: number): Point {
  const point = line[index];
  if (!point) throw new RangeError(`No point ${index} in a line of ${line.length}`);
  return point;
}

export function distance(from: Point, to: Point): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}

/** The point a share `t` (0 to 1) of the way from one point to another. */
export function between(from: Point, to: Point, t: number): Point {
  return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
}

/** The point `radius` away from a centre, `angle` in radians, clockwise from three o'clock. */
export function around(centre: Point, radius: number, angle: number): Point {
  return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
}

export function lengthOf(line: Polyline): number {
  let length = 0;
  for (let index = 1; index < line.length; index++) length += distance(pointAt(line, index - 1), pointAt(line, index));
  return length;
}

/** The same line as `count` points (at least 2) spaced evenly along it. */
export function resample(line: Polyline, count: number): Point[] {
  const step = lengthOf(line) / (count - 1);
  const points: Point[] = [pointAt(line, 0)];
  let segment = 1;
  let walked = 0;
  for (let index = 1; index < count; index++) {
    const target = step * index;
    let length = distance(pointAt(line, segment - 1), pointAt(line, segment));
    while (segment < line.length - 1 && walked + length < target) {
      walked += length;
      segment++;
      length = distance(pointAt(line, segment - 1), pointAt(line, segment));
    }
    const share = length > 0 ? Math.min(1, (target - walked) / length) : 0;
    points.push(between(pointAt(line, segment - 1), pointAt(line, segment), share));
  }
  return points;
}

export function boxOf(shape: Shape): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const line of shape)
    for (const [x, y] of line) {
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  return box;
}

/** Where a horizontal line at height `y` crosses the shape's edges, from left to right. */
export function crossings(shape: Shape, y: number): number[] {
  const found: number[] = [];
  for (const line of shape) {
    let before = line[line.length - 1];
    for (const here of line) {
      if (before && here[1] > y !== before[1] > y)
        found.push(((before[0] - here[0]) * (y - here[1])) / (before[1] - here[1]) + here[0]);
      before = here;
    }
  }
  return found.sort((a, b) => a - b);
}

export function contains(shape: Shape, [x, y]: Point): boolean {
  let inside = false;
  for (const crossing of crossings(shape, y)) if (crossing > x) inside = !inside;
  return inside;
}

export function rotated([x, y]: Point, angle: number): Point {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return [x * cos - y * sin, x * sin + y * cos];
}

/** A share of the way across a box: 0 at the left or top edge, 1 at the right or bottom. */
export function shareOf(value: number, from: number, to: number): number {
  return to > from ? (value - from) / (to - from) : 0;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
