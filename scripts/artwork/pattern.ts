import type { Hoop, Outline } from "./embroidery";
import { type Box, between, boxOf, contains, distance, type Point, type Polyline, pointAt } from "./geometry";
import { PathWriter } from "./markup";

/** The approximate length of the pieces in which edges are tested for visibility. */
const PIECE = 5;

/** A curve flatter than this many radians is drawn straight, unless the piece grows longer than STRAIGHT. */
const BEND = 0.09;
const STRAIGHT = 60;

/**
 * The transfer pattern: path data (in half-units) of all traced edges inside the hoop that no shape in front hides.
 * Outlines are ordered back to front.
 */
export function transferPattern(outlines: readonly Outline[], hoop: Hoop): string {
  const shapes = outlines.map((outline) => ({ ...outline, box: boxOf(outline.shape) }));
  const path = new PathWriter();
  shapes.forEach(({ shape }, index) => {
    const inFront = shapes.slice(index + 1).filter((other) => other.closed);
    const visible = (point: Point) =>
      distance(point, hoop.centre) <= hoop.radius &&
      !inFront.some((other) => inBox(point, other.box) && contains(other.shape, point));
    for (const line of shape) for (const run of visibleRuns(line, visible)) path.polyline(withoutFlatBends(run));
  });
  return path.data;
}

function inBox([x, y]: Point, box: Box): boolean {
  return x > box.left && x < box.right && y > box.top && y < box.bottom;
}

function visibleRuns(line: Polyline, visible: (point: Point) => boolean): Point[][] {
  const runs: Point[][] = [];
  let run: Point[] = [];
  const end = () => {
    if (run.length > 1) runs.push(run);
    run = [];
  };
  for (let index = 1; index < line.length; index++) {
    const from = pointAt(line, index - 1);
    const to = pointAt(line, index);
    const pieces = Math.max(1, Math.ceil(distance(from, to) / PIECE));
    for (let piece = 0; piece < pieces; piece++) {
      if (!visible(between(from, to, (piece + 0.5) / pieces))) end();
      else {
        if (run.length === 0) run.push(between(from, to, piece / pieces));
        run.push(between(from, to, (piece + 1) / pieces));
      }
    }
  }
  end();
  return runs;
}

function withoutFlatBends(run: Polyline): Point[] {
  const kept: Point[] = [pointAt(run, 0)];
  for (let index = 1; index < run.length - 1; index++) {
    const before = pointAt(kept, kept.length - 1);
    const here = pointAt(run, index);
    const after = pointAt(run, index + 1);
    const turn = angleOf(here, after) - angleOf(before, here);
    const bend = Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
    if (bend > BEND || distance(before, here) > STRAIGHT) kept.push(here);
  }
  kept.push(pointAt(run, run.length - 1));
  return kept;
}

function angleOf(from: Point, to: Point): number {
  return Math.atan2(to[1] - from[1], to[0] - from[0]);
}
