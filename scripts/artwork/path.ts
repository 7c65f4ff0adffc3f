import { around, distance, FULL_TURN, type Point, type Polyline, pointAt } from "./geometry";

/** The number of arguments of each path command. Shapes here use absolute commands only. */
const ARGUMENTS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, A: 7, Z: 0 };

interface Segment {
  command: string;
  values: number[];
}

function segmentsOf(pathData: string): Segment[] {
  const tokens = pathData.match(/[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)/g) ?? [];
  const segments: Segment[] = [];
  let command = "";
  let index = 0;
  while (index < tokens.length) {
    const token = tokens[index] ?? "";
    if (/[A-Za-z]/.test(token)) {
      command = token;
      index++;
    } else if (command === "M") command = "L";
    const count = ARGUMENTS[command];
    if (count === undefined) throw new Error(`Path command "${command}" is not one this reader knows`);
    const values = tokens.slice(index, index + count).map(Number);
    if (values.length < count || values.some(Number.isNaN)) throw new Error(`Broken path: ${pathData}`);
    segments.push({ command, values });
    index += count;
  }
  return segments;
}

/**
 * Turns SVG path data into lines of points about `step` apart on the curves. Supports the absolute commands M, L, H, V,
 * C, S, Q, A and Z; throws for any other.
 */
export function flatten(pathData: string, step = 3): Polyline[] {
  const lines: Point[][] = [];
  let line: Point[] = [];
  let here: Point = [0, 0];
  let start: Point = [0, 0];
  let handle: Point | undefined;

  const go = (point: Point) => {
    line.push(point);
    here = point;
  };
  const curve = (first: Point, second: Point, end: Point) => {
    const from = here;
    const length = distance(from, first) + distance(first, second) + distance(second, end);
    const count = Math.max(4, Math.ceil(length / step));
    for (let index = 1; index <= count; index++) go(cubicPoint(from, first, second, end, index / count));
    handle = second;
  };

  for (const { command, values } of segmentsOf(pathData)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = values;
    const lastHandle = handle;
    handle = undefined;
    if (command === "M") {
      line = [];
      lines.push(line);
      start = [a, b];
      go(start);
    } else if (command === "L") go([a, b]);
    else if (command === "H") go([a, here[1]]);
    else if (command === "V") go([here[0], a]);
    else if (command === "C") curve([a, b], [c, d], [e, f]);
    else if (command === "S") {
      const mirrored: Point = lastHandle ? [2 * here[0] - lastHandle[0], 2 * here[1] - lastHandle[1]] : here;
      curve(mirrored, [a, b], [c, d]);
    } else if (command === "Q") {
      const from = here;
      const first: Point = [from[0] + (2 / 3) * (a - from[0]), from[1] + (2 / 3) * (b - from[1])];
      const second: Point = [c + (2 / 3) * (a - c), d + (2 / 3) * (b - d)];
      curve(first, second, [c, d]);
    } else if (command === "A")
      for (const point of arcPoints(here, [a, b], c, d === 1, e === 1, [f, g], step)) go(point);
    else go(start);
  }
  return lines;
}

function cubicPoint(from: Point, first: Point, second: Point, end: Point, t: number): Point {
  const u = 1 - t;
  const weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t] as const;
  const along = (axis: 0 | 1) =>
    weights[0] * from[axis] + weights[1] * first[axis] + weights[2] * second[axis] + weights[3] * end[axis];
  return [along(0), along(1)];
}

/** The points of an elliptical arc, by the conversion in the SVG specification, appendix B.2.4. */
function arcPoints(
  from: Point,
  radii: Point,
  tiltDegrees: number,
  large: boolean,
  clockwise: boolean,
  to: Point,
  step: number,
): Point[] {
  const tilt = (tiltDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const halfX = (from[0] - to[0]) / 2;
  const halfY = (from[1] - to[1]) / 2;
  const x = cos * halfX + sin * halfY;
  const y = -sin * halfX + cos * halfY;
  const stretch = Math.max(1, Math.hypot(x / radii[0], y / radii[1]));
  const rx = radii[0] * stretch;
  const ry = radii[1] * stretch;
  const spread = (rx * ry) ** 2 / ((rx * y) ** 2 + (ry * x) ** 2) - 1;
  const factor = Math.sqrt(Math.max(0, spread)) * (large === clockwise ? -1 : 1);
  const cx = (factor * rx * y) / ry;
  const cy = (-factor * ry * x) / rx;
  const first = Math.atan2((y - cy) / ry, (x - cx) / rx);
  let sweep = Math.atan2((-y - cy) / ry, (-x - cx) / rx) - first;
  if (clockwise && sweep < 0) sweep += FULL_TURN;
  if (!clockwise && sweep > 0) sweep -= FULL_TURN;
  const centre: Point = [cos * cx - sin * cy + (from[0] + to[0]) / 2, sin * cx + cos * cy + (from[1] + to[1]) / 2];
  const count = Math.max(4, Math.ceil((Math.abs(sweep) * Math.max(rx, ry)) / step));
  return Array.from({ length: count }, (_, index) => {
    const [dx, dy] = around([0, 0], 1, first + (sweep * (index + 1)) / count);
    return [centre[0] + cos * dx * rx - sin * dy * ry, centre[1] + sin * dx * rx + cos * dy * ry] as const;
  });
}

export function pathThrough(points: Polyline): string {
  return `M${points.map((point) => `${point[0]} ${point[1]}`).join("L")}`;
}

/** The only line of a path. @throws for any other number of lines. */
export function singleLine(pathData: string, step?: number): Polyline {
  const lines = flatten(pathData, step);
  const [line] = lines;
  if (!line || lines.length > 1) throw new Error(`Expected one line in: ${pathData}`);
  pointAt(line, 0);
  return line;
}
