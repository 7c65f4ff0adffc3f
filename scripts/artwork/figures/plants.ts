import type { Embroidery } from "../embroidery";
import { around, FULL_TURN, type Point } from "../geometry";
import { lazyDaisy } from "../stitches/daisy";
import { flower } from "../stitches/flower";
import { frenchKnot } from "../stitches/knot";
import { leaf } from "../stitches/leaf";
import { runningStitch, stemStitch } from "../stitches/lines";
import { type Thread, threads } from "../threads";

/** A fan of grass blades growing from one spot. */
export function tuft(work: Embroidery, [x, y]: Point, height: number, thread: Thread = threads.leaf): void {
  const blades = 5;
  for (let blade = 0; blade < blades; blade++) {
    const side = blade - (blades - 1) / 2;
    const foot: Point = [x + side * 1.6, y];
    const angle = -Math.PI / 2 + side * 0.28 + work.wobble(0.1);
    const tip = around(foot, height * (0.6 + work.random() * 0.5), angle);
    work.straight(work.point(foot), work.point(tip), work.colour(thread, 0.75), 2.3);
  }
}

export function poppy(work: Embroidery, [x, y]: Point, radius: number, thread: Thread): void {
  stemStitch(work, `M${x} ${y + radius * 3.2}Q${x - 4} ${y + radius * 1.6} ${x} ${y}`, {
    thread: threads.leaf,
    width: 2,
    tone: 0.8,
  });
  flower(work, [x, y], radius, {
    thread,
    petals: 4,
    breadth: 1.1,
    eyeShare: 0.22,
    knots: 4,
    knotRadius: 1.9,
    eye: threads.gall,
  });
}

/** An ox-eye daisy of lazy-daisy petals, with a stem of the given length below it. */
export function daisy(
  work: Embroidery,
  centre: Point,
  radius: number,
  { thread = threads.linen, stem = 0 }: { thread?: Thread; stem?: number } = {},
): void {
  const [x, y] = centre;
  if (stem > 0)
    stemStitch(work, `M${x + 3} ${y + stem}Q${x - 3} ${y + stem * 0.5} ${x} ${y}`, {
      thread: threads.leaf,
      width: 2,
    });
  const petals = 9;
  const start = work.random();
  for (let petal = 0; petal < petals; petal++) {
    const angle = start + (petal / petals) * FULL_TURN;
    lazyDaisy(work, around(centre, radius * 0.25, angle), angle, radius * 0.75, {
      thread,
      tone: 0.8,
      width: 2.1,
    });
  }
  frenchKnot(work, centre, radius * 0.27, threads.weld, 0.55);
}

export interface SprigOptions {
  thread?: Thread;
  pairs?: number;
  leafLength?: number;
  berry?: Thread;
}

/** A stem with pairs of leaves that grow smaller towards its tip. `angle` in radians. */
export function sprig(
  work: Embroidery,
  base: Point,
  angle: number,
  length: number,
  { thread = threads.sage, pairs = 5, leafLength = 15, berry }: SprigOptions = {},
): void {
  const tip = around(base, length, angle);
  const bow = around(around(base, length * 0.5, angle), length * 0.1, angle + Math.PI / 2);
  stemStitch(work, `M${base.join(" ")}Q${bow.join(" ")} ${tip.join(" ")}`, { thread, width: 2, tone: 0.3 });
  for (let pair = 1; pair <= pairs; pair++) {
    const t = pair / (pairs + 0.4);
    const along = (axis: 0 | 1) => (1 - t) ** 2 * base[axis] + 2 * (1 - t) * t * bow[axis] + t * t * tip[axis];
    const size = leafLength * (1 - 0.35 * t);
    for (const side of [-0.85, 0.85]) leaf(work, [along(0), along(1)], angle + side, size, size * 0.42, { thread });
  }
  leaf(work, tip, angle, leafLength * 0.75, leafLength * 0.32, { thread });
  if (berry) frenchKnot(work, tip, 3, berry);
}

/** Two leaves that part from one spot. */
export function leafPair(work: Embroidery, base: Point, angle: number, length: number, thread: Thread): void {
  for (const side of [-0.5, 0.5]) leaf(work, base, angle + side, length, length * 0.42, { thread });
}

export interface FoliageOptions {
  leaves: number;
  size: number;
  /** Threads from the shaded lower right to the lit upper left. */
  threads: readonly Thread[];
  /** Keeps these points free of leaves. */
  except?: (point: Point) => boolean;
}

/** The crown of a tree: leaves spread evenly over an ellipse, darker ones first and to the lower right. */
export function foliage(
  work: Embroidery,
  centre: Point,
  radii: Point,
  { leaves, size, threads: ramp, except }: FoliageOptions,
): void {
  for (let index = 0; index < leaves; index++) {
    const angle = index * 2.39996;
    const reach = Math.sqrt((index + 0.5) / leaves);
    const x = centre[0] + Math.cos(angle) * reach * radii[0] + work.wobble(size * 0.4);
    const y = centre[1] + Math.sin(angle) * reach * radii[1] + work.wobble(size * 0.4);
    if (except?.([x, y])) continue;
    const lit = 0.5 - 0.3 * Math.cos(angle) * reach - 0.4 * Math.sin(angle) * reach + work.wobble(0.28);
    const thread = ramp[Math.max(0, Math.min(ramp.length - 1, Math.floor(lit * ramp.length)))];
    if (!thread) continue;
    const length = size * (0.85 + work.random() * 0.4);
    const direction = work.random() * FULL_TURN;
    const whole = [around([x, y], length + 3, direction), around([x, y], -3, direction)];
    if (whole.every((end) => work.inHoop(work.point(end))))
      leaf(work, [x, y], direction, length, length * 0.46, { thread });
  }
}

/** Dashes that shine outwards from a disc, long and short in turn, over half a turn above it. */
export function rays(
  work: Embroidery,
  centre: Point,
  reach: { from: number; short: number; long: number },
  { count, thread }: { count: number; thread: Thread },
): void {
  for (let ray = 0; ray < count; ray++) {
    const angle = Math.PI + (ray / (count - 1)) * Math.PI;
    const from = around(centre, reach.from, angle);
    const to = around(centre, ray % 2 ? reach.short : reach.long, angle);
    runningStitch(work, `M${from.join(" ")}L${to.join(" ")}`, { thread, length: 9, gap: 5.5, tone: 0.75 });
  }
}
