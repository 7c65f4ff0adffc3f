import { clamp, distance, type Point, pointAt, rotated, type Shape } from "./geometry";
import { flatten } from "./path";
import type { Random } from "./random";
import type { Thread } from "./threads";

/** One stitch. Points are in picture units, `width` is the thickness of the thread. */
export type Stroke = { colour: string; width: number } & (
  | { kind: "straight"; from: Point; to: Point }
  /** A slack stitch: a quadratic curve that leans towards `via`. */
  | { kind: "bow"; from: Point; via: Point; to: Point }
  /** A detached chain: a teardrop that leaves and returns to `from`. */
  | { kind: "loop"; from: Point; left: Point; right: Point }
  /** A French knot; `width` is its diameter. */
  | { kind: "knot"; at: Point; light: string; dark: string }
);

export interface Layer<PartName extends string> {
  strokes: { stroke: Stroke; part: PartName }[];
}

/** A traced edge for the transfer pattern; a closed one hides what is under it. */
export interface Outline {
  shape: Shape;
  closed: boolean;
}

export interface Placement {
  x: number;
  y: number;
  scale?: number;
  /** Radians, clockwise. */
  turn?: number;
  /** Flipped left to right before it is turned. */
  mirror?: boolean;
}

export interface Hoop {
  centre: Point;
  radius: number;
}

/**
 * An embroidery: layers of strokes back to front, each stroke marked with its part of the picture, and the outlines for
 * the transfer pattern. Stitches measure in picture units, so that thread keeps its thickness however a motif is
 * scaled. A stroke is trimmed to the hoop.
 */
export class Embroidery<PartName extends string = string> {
  readonly layers: Layer<PartName>[] = [];
  readonly outlines: Outline[] = [];
  private currentPart: PartName | undefined;
  private placements: Required<Placement>[] = [];

  readonly random: Random;
  private hoop?: Hoop;

  constructor(random: Random, hoop?: Hoop) {
    this.random = random;
    this.hoop = hoop;
  }

  /** Begins a layer in front of all others; each layer casts one shadow on those behind it. */
  layer(part: PartName): void {
    this.layers.push({ strokes: [] });
    this.currentPart = part;
  }

  /** Continues the same layer with another part. */
  part(part: PartName): void {
    this.currentPart = part;
  }

  /** Draws with the origin moved, scaled, turned or mirrored; placements nest. */
  placed(placement: Placement, draw: () => void): void {
    this.placements.push({ scale: 1, turn: 0, mirror: false, ...placement });
    draw();
    this.placements.pop();
  }

  /** Draws with a wider hoop, for what hangs from the ring itself. */
  within(hoop: Hoop, draw: () => void): void {
    const usual = this.hoop;
    this.hoop = hoop;
    draw();
    this.hoop = usual;
  }

  /** The picture coordinates of a point in the current placement. */
  point(point: Point): Point {
    let [x, y] = point;
    for (let index = this.placements.length - 1; index >= 0; index--) {
      const placement = this.placements[index];
      if (!placement) continue;
      const [dx, dy] = rotated([(placement.mirror ? -x : x) * placement.scale, y * placement.scale], placement.turn);
      [x, y] = [placement.x + dx, placement.y + dy];
    }
    return [x, y];
  }

  /** The picture direction of an angle in the current placement, in radians. */
  direction(angle: number): number {
    let turned = angle;
    for (let index = this.placements.length - 1; index >= 0; index--) {
      const placement = this.placements[index];
      if (placement) turned = (placement.mirror ? Math.PI - turned : turned) + placement.turn;
    }
    return turned;
  }

  get scale(): number {
    return this.placements.reduce((scale, placement) => scale * placement.scale, 1);
  }

  /** The lines of a path, in picture units. */
  shape(pathData: string): Shape {
    return flatten(pathData).map((line) => line.map((point) => this.point(point)));
  }

  /** A number between -amount and amount. */
  wobble(amount: number): number {
    return (this.random() - 0.5) * 2 * amount;
  }

  /** A colour of the ramp near `tone` (0 dark, 1 light), up to half a step off, as hand-dyed thread is. */
  colour(thread: Thread, tone: number): string {
    const step = Math.floor(tone * thread.length + this.wobble(0.55));
    return thread[clamp(step, 0, thread.length - 1)] ?? "#000000";
  }

  /** Records an outline in picture units for the transfer pattern. */
  outline(shape: Shape): void {
    const closed = shape.every((line) => {
      const last = line[line.length - 1];
      return last !== undefined && distance(pointAt(line, 0), last) < 3;
    });
    this.outlines.push({ shape, closed });
  }

  straight(from: Point, to: Point, colour: string, width: number): void {
    const trimmed = this.trimmed(from, to);
    if (trimmed) this.add({ kind: "straight", from: trimmed[0], to: trimmed[1], colour, width });
  }

  bow(from: Point, via: Point, to: Point, colour: string, width: number): void {
    if (this.inHoop(from) && this.inHoop(to)) this.add({ kind: "bow", from, via, to, colour, width });
  }

  loop(from: Point, left: Point, right: Point, colour: string, width: number): void {
    if ([from, left, right].every((point) => this.inHoop(point)))
      this.add({ kind: "loop", from, left, right, colour, width });
  }

  knot(at: Point, diameter: number, colours: { colour: string; light: string; dark: string }): void {
    if (this.inHoop(at)) this.add({ kind: "knot", at, width: diameter, ...colours });
  }

  inHoop(point: Point): boolean {
    return !this.hoop || distance(point, this.hoop.centre) < this.hoop.radius;
  }

  private add(stroke: Stroke): void {
    const layer = this.layers[this.layers.length - 1];
    if (!layer || this.currentPart === undefined) throw new Error("A layer must be begun before the first stitch");
    layer.strokes.push({ stroke, part: this.currentPart });
  }

  /** The part of a straight stroke inside the hoop; nothing when less than 2 units would be left. */
  private trimmed(from: Point, to: Point): [Point, Point] | undefined {
    const startsInside = this.inHoop(from);
    const endsInside = this.inHoop(to);
    if (startsInside && endsInside) return [from, to];
    if (!startsInside && !endsInside) return undefined;
    let [inside, outside] = startsInside ? [from, to] : [to, from];
    for (let halving = 0; halving < 8; halving++) {
      const middle: Point = [(inside[0] + outside[0]) / 2, (inside[1] + outside[1]) / 2];
      if (this.inHoop(middle)) inside = middle;
      else outside = middle;
    }
    const kept: [Point, Point] = startsInside ? [from, inside] : [inside, to];
    return distance(kept[0], kept[1]) < 2 ? undefined : kept;
  }
}
