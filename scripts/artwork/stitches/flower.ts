import type { Embroidery } from "../embroidery";
import { around, between, FULL_TURN, type Point } from "../geometry";
import { type Thread, threads } from "../threads";
import { frenchKnot } from "./knot";

/** The angle between successive knots of a flower's eye: the golden angle, which fills a disc evenly. */
const GOLDEN_ANGLE = 2.4;

export interface FlowerOptions {
  thread: Thread;
  petals?: number;
  eye?: Thread;
  knots?: number;
  knotRadius?: number;
  /** Radius of the eye as a share of the flower's. */
  eyeShare?: number;
  /** Breadth of a petal; at 1, adjacent petals touch. */
  breadth?: number;
}

/** A flower of satin petals, each darker at its foot, around an eye of French knots. */
export function flower(
  work: Embroidery,
  centre: Point,
  radius: number,
  {
    thread,
    petals = 7,
    eye = threads.weld,
    knots = 7,
    knotRadius = 2.6,
    eyeShare = 0.28,
    breadth = 0.9,
  }: FlowerOptions,
): void {
  const start = work.random() * FULL_TURN;
  const halfPetal = (Math.PI / petals) * breadth;
  const strokes = Math.max(7, Math.round((radius * halfPetal * 2 * work.scale) / 2.2));
  for (let petal = 0; petal < petals; petal++) {
    const middle = start + (petal / petals) * FULL_TURN;
    const foot = work.point(around(centre, radius * eyeShare, middle));
    const edge: Point[] = [foot];
    for (let index = 0; index < strokes; index++) {
      const side = (index / (strokes - 1)) * 2 - 1;
      const reach = radius * (1 - 0.26 * side * side - 0.06 * Math.abs(side)) + work.wobble(0.8 / work.scale);
      const from = work.point(
        around(centre, radius * eyeShare * (1 - 0.1 * Math.abs(side)), middle + side * halfPetal * 0.9),
      );
      const to = work.point(around(centre, reach, middle + side * halfPetal * 0.96));
      const turn = between(from, to, 0.45 + work.random() * 0.2);
      work.straight(turn, to, work.colour(thread, 0.78 - 0.22 * Math.abs(side)), 2.6);
      work.straight(from, turn, work.colour(thread, 0.38 - 0.15 * Math.abs(side)), 2.6);
      edge.push(to);
    }
    work.outline([[...edge, foot]]);
  }
  for (let index = 0; index < knots; index++) {
    const reach = Math.sqrt(index / knots) * radius * eyeShare * 0.95;
    frenchKnot(work, around(centre, reach, index * GOLDEN_ANGLE), knotRadius, eye, 0.6);
  }
}
