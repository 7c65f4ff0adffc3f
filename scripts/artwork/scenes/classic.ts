import { around, FULL_TURN, type Point } from "../geometry";
import { pathThrough } from "../path";
import { frenchKnot } from "../stitches/knot";
import { radial } from "../stitches/radial";
import { type SatinOptions, type Shade, satin } from "../stitches/satin";
import { type Thread, threads } from "../threads";
import type { Scene } from "./scene";
import { type SceneWork, SEWING_ORDERS, type SewnPart } from "./sewing-orders";

type Work = SceneWork<"classic">;

const { blush, coral, leaf, linen, madder, sage, sky, straw, teal, weld, woad } = threads;

const CENTRE: Point = [360, 360];
/** Twelve o'clock, where the ring begins too. */
const TOP = -FULL_TURN / 4;
/** The gap of cloth around each piece, which separates it from adjacent ones. */
const SEAM = 1.1;

/** Light from the upper left, on dark cloth. */
const lit: Shade = ({ x, y }) => 0.62 - (x - CENTRE[0] + (y - CENTRE[1])) / 1500;

/** A piece between its corners; `radians` is the angle of its threads. */
function piece(
  work: Work,
  corners: readonly Point[],
  radians: number,
  thread: Thread,
  more: SatinOptions | object = {},
) {
  const angle = (radians * 180) / Math.PI;
  satin(work, `${pathThrough(corners)}Z`, { thread, angle, shade: lit, ragged: 0.5, ...more });
}

const polar = (radius: number, angle: number) => around(CENTRE, radius, TOP + angle);

interface Round {
  inner: number;
  outer: number;
  /** The number of pieces; even where two sorts alternate. */
  count: number;
}

/** Two threads woven over and under each other in squares, round after round: one along the ring, one across it. */
function weave(work: Work, { inner, outer, count }: Round, rounds: number, along: Thread, across: Thread): void {
  const step = FULL_TURN / count;
  const depth = (outer - inner) / rounds;
  for (let turn = 0; turn < count; turn++)
    for (let round = 0; round < rounds; round++) {
      const [near, far] = [inner + round * depth + SEAM, inner + (round + 1) * depth - SEAM];
      const from = turn * step + SEAM / near;
      const to = (turn + 1) * step - SEAM / near;
      const middle = (turn + 0.5) * step;
      const corners = [
        polar(near, from),
        polar(far, from),
        polar(far, middle),
        polar(far, to),
        polar(near, to),
        polar(near, middle),
      ];
      if ((turn + round) % 2 === 0) piece(work, corners, TOP + middle, across, { longest: 40 });
      else piece(work, corners, middle, along, { longest: 40 });
    }
}

function star(work: Work): void {
  const points = 13;
  const step = FULL_TURN / points;
  work.layer("the star in the middle");
  for (let turn = 0; turn < points; turn++) {
    const angle = turn * step;
    const [root, tip] = [polar(12, angle), polar(72, angle)];
    for (const side of [-0.5, 0.5]) {
      const corners = [root, polar(40, angle + side * step), tip];
      piece(work, corners, TOP + angle + side * 1.2, weld, { shade: () => (side < 0 ? 0.82 : 0.34) });
    }
  }
  for (let turn = 0; turn < points; turn++) frenchKnot(work, polar(61, (turn + 0.5) * step), 6, sky, 0.6);
  radial(work, CENTRE, 14, { thread: coral, rings: 1 });
}

function zigzag(work: Work, { inner, outer, count }: Round): void {
  const step = FULL_TURN / count;
  const half = step / 2 - (SEAM * 1.6) / inner;
  work.layer("the zigzag");
  for (let turn = 0; turn < count; turn++) {
    const [up, down] = [turn * step, (turn + 0.5) * step];
    piece(work, [polar(inner, up - half), polar(outer, up), polar(inner, up + half)], TOP + up, coral);
    piece(work, [polar(outer, down - half), polar(inner, down), polar(outer, down + half)], TOP + down, blush);
  }
}

function diamonds(work: Work, { inner, outer, count }: Round): void {
  const step = FULL_TURN / count;
  const middle = (inner + outer) / 2;
  const half = step / 2 - SEAM / middle;
  work.layer("the diamonds");
  for (let turn = 0; turn < count; turn++) {
    const angle = turn * step;
    const corners = [
      polar(inner, angle),
      polar(middle, angle + half),
      polar(outer, angle),
      polar(middle, angle - half),
    ];
    piece(work, corners, angle, weld);
    const between = angle + step / 2;
    for (const edge of [inner, outer])
      piece(
        work,
        [
          polar(edge, between - half * 0.86),
          polar(middle + (edge - middle) * 0.16, between),
          polar(edge, between + half * 0.86),
        ],
        between,
        teal,
      );
  }
}

/** Fifty-two chevrons, one under each stitch of the ring, like a plait. */
function braid(work: Work, { inner, outer, count }: Round): void {
  const step = FULL_TURN / count;
  const middle = (inner + outer) / 2;
  const lean = step * 0.62;
  work.layer("the braid at the edge");
  for (let turn = 0; turn < count; turn++) {
    const from = turn * step - lean / 2 + SEAM / middle;
    const to = (turn + 1) * step - lean / 2 - SEAM / middle;
    for (const edge of [inner, outer]) {
      const heart = middle + Math.sign(edge - middle) * SEAM * 0.6;
      const corners = [polar(edge, from), polar(heart, from + lean), polar(heart, to + lean), polar(edge, to)];
      const [[x, y], [tipX, tipY]] = [polar(edge, from), polar(heart, from + lean)];
      piece(work, corners, Math.atan2(tipY - y, tipX - x), turn % 2 === 0 ? madder : linen, { longest: 40 });
    }
  }
}

/** A plain year has no subject: a round of weaving, made from the middle outwards until it meets the ring. */
export const classicScene: Scene<SewnPart<"classic">> = {
  theme: "classic",
  seed: 52,
  sewingOrder: SEWING_ORDERS.classic,
  draw(work) {
    star(work);
    work.layer("the blue weave");
    weave(work, { inner: 76, outer: 122, count: 26 }, 2, sky, woad.slice(1));
    zigzag(work, { inner: 126, outer: 154, count: 26 });
    work.layer("the green weave");
    weave(work, { inner: 158, outer: 206, count: 52 }, 2, sage, leaf.slice(1));
    diamonds(work, { inner: 210, outer: 238, count: 26 });
    work.layer("the straw weave");
    weave(work, { inner: 242, outer: 264, count: 52 }, 1, linen, straw);
    braid(work, { inner: 267, outer: 296, count: 52 });
  },
};
