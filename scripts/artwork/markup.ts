import type { Stroke } from "./embroidery";
import type { Point } from "./geometry";
import type { SewnStroke } from "./sewing";

/**
 * Coordinates are written as whole half-units inside a group scaled by one half: the same precision as steps of 0.5
 * with fewer characters. Moves are relative, so that adjacent ones compress well.
 */
const UNITS = 2;

/** Strokes of one colour are grouped within runs of this many; longer runs would change which strokes overlap which. */
const GATHERING = 200;

export const OPEN_STROKES = `<g fill="none" stroke-linecap="round" transform="scale(.5)">`;

/** The shadow under each layer, in half-units: 0.6 right, 1.3 down, blurred by 0.8. The picture is `size` units square. */
export function reliefFilter(size: number): string {
  const reach = size * UNITS;
  return `<defs><filter id="relief" filterUnits="userSpaceOnUse" x="0" y="0" width="${reach}" height="${reach}"><feDropShadow dx="1.2" dy="2.6" stdDeviation="1.6" flood-color="#000" flood-opacity=".45"/></filter></defs>`;
}

/** Layers as groups with a shadow, cut into one group per run of strokes of the same week. */
export function markupOfWeeks(layers: readonly SewnStroke[][]): string {
  return layers
    .filter((layer) => layer.length > 0)
    .map((layer) => `<g filter="url(#relief)">${weekRuns(layer).map(markupOfRun).join("")}</g>`)
    .join("");
}

export function markupOfLayers(layers: readonly (readonly Stroke[])[]): string {
  return layers
    .filter((layer) => layer.length > 0)
    .map((layer) => `<g filter="url(#relief)">${markupOfStrokes(layer)}</g>`)
    .join("");
}

interface WeekRun {
  week: number;
  strokes: Stroke[];
}

function weekRuns(layer: readonly SewnStroke[]): WeekRun[] {
  const runs: WeekRun[] = [];
  for (const { stroke, week } of layer) {
    const run = runs[runs.length - 1];
    if (run?.week === week) run.strokes.push(stroke);
    else runs.push({ week, strokes: [stroke] });
  }
  return runs;
}

function markupOfRun({ week, strokes }: WeekRun): string {
  return `<g data-week="${week}">${markupOfStrokes(strokes)}</g>`;
}

/** Knots and threads keep their relative order; within a run of one sort, strokes are grouped by colour. */
function markupOfStrokes(strokes: readonly Stroke[]): string {
  let markup = "";
  let start = 0;
  for (let index = 1; index <= strokes.length; index++) {
    const sortChanges = (strokes[index]?.kind === "knot") !== (strokes[start]?.kind === "knot");
    if (index === strokes.length || sortChanges || index - start === GATHERING) {
      markup += gathered(strokes.slice(start, index));
      start = index;
    }
  }
  return markup;
}

function gathered(strokes: readonly Stroke[]): string {
  const paths = new Map<string, PathWriter>();
  const pen = (colour: string, width: number) => {
    const key = `stroke="${shortColour(colour)}" stroke-width="${tenths(width * UNITS)}"`;
    const known = paths.get(key) ?? new PathWriter();
    paths.set(key, known);
    return known;
  };
  for (const stroke of strokes) {
    if (stroke.kind === "knot") pen(stroke.colour, stroke.width).dot(stroke.at);
    else if (stroke.kind === "straight") pen(stroke.colour, stroke.width).line(stroke.from, stroke.to);
    else if (stroke.kind === "bow") pen(stroke.colour, stroke.width).bow(stroke.from, stroke.via, stroke.to);
    else pen(stroke.colour, stroke.width).loop(stroke.from, stroke.left, stroke.right);
  }
  for (const stroke of strokes) {
    if (stroke.kind !== "knot") continue;
    const [x, y] = stroke.at;
    const radius = stroke.width / 2;
    pen(stroke.light, radius * 0.5).line([x - radius * 0.5, y - radius * 0.1], [x + radius * 0.2, y - radius * 0.5]);
    pen(stroke.dark, radius * 0.5).line([x - radius * 0.35, y + radius * 0.55], [x + radius * 0.5, y + radius * 0.2]);
  }
  return [...paths].map(([key, path]) => `<path ${key} d="${path.data}"/>`).join("");
}

/** Writes path data with relative moves in whole half-units. */
export class PathWriter {
  data = "";
  private at: Point = [0, 0];

  line(from: Point, to: Point): void {
    this.write("m", [from, to]);
  }

  polyline(points: readonly Point[]): void {
    this.write("m", points);
  }

  /** A stroke of half a unit, because some programs draw no round ends without length. */
  dot(at: Point): void {
    this.write("m", [at]);
    this.data += "h1";
    this.at = [this.at[0] + 1, this.at[1]];
  }

  bow(from: Point, via: Point, to: Point): void {
    this.write("m", [from]);
    this.curve("q", [via, to]);
  }

  loop(from: Point, left: Point, right: Point): void {
    this.write("m", [from]);
    this.curve("c", [left, right, from]);
  }

  private write(command: string, points: readonly Point[]): void {
    const numbers: number[] = [];
    for (const point of points) {
      const next: Point = [Math.round(point[0] * UNITS), Math.round(point[1] * UNITS)];
      numbers.push(next[0] - this.at[0], next[1] - this.at[1]);
      this.at = next;
    }
    this.data += command + joined(numbers);
  }

  /** The points of one curve are all relative to where it starts. */
  private curve(command: string, points: readonly Point[]): void {
    const start = this.at;
    const numbers: number[] = [];
    for (const point of points) {
      this.at = [Math.round(point[0] * UNITS), Math.round(point[1] * UNITS)];
      numbers.push(this.at[0] - start[0], this.at[1] - start[1]);
    }
    this.data += command + joined(numbers);
  }
}

function joined(numbers: readonly number[]): string {
  return numbers.map((number, index) => (index > 0 && number >= 0 ? ` ${number}` : `${number}`)).join("");
}

export function tenths(value: number): string {
  return `${Math.round(value * 10) / 10}`.replace(/^(-?)0\./, "$1.");
}

function shortColour(colour: string): string {
  const [, r, g, b] = /^#(.)\1(.)\2(.)\3$/.exec(colour) ?? [];
  return r && g && b ? `#${r}${g}${b}` : colour;
}
