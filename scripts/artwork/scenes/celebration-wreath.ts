import type { Embroidery } from "../embroidery";
import { daisy, sprig } from "../figures/plants";
import { around, type Point } from "../geometry";
import { flower } from "../stitches/flower";
import { frenchKnot } from "../stitches/knot";
import { leaf } from "../stitches/leaf";
import { rose } from "../stitches/rose";
import { type Thread, threads } from "../threads";

const { blush, coral, leaf: green, lincoln, linen, madder, moss, sage, sky, teal, weld } = threads;

/** Madder that ends in blush, for flowers that would not be visible on the madder cloth. */
export const rosy: Thread = [...madder.slice(1), blush[2]];

const CENTRE: Point = [360, 360];
const degrees = (angle: number) => (angle * Math.PI) / 180;

/** Draws both sides; angles in degrees run up the right-hand side and are mirrored for the left. */
function bothSides(
  draw: (at: (angle: number, radius: number) => Point, lean: (angle: number) => number, left: boolean) => void,
) {
  for (const left of [true, false])
    draw(
      (angle, radius) => {
        const [x, y] = around(CENTRE, radius, degrees(angle));
        return [left ? 720 - x : x, y];
      },
      (angle) => (left ? Math.PI - angle : angle),
      left,
    );
}

/** Sprigs and broad leaves up both sides of the hoop. */
export function greenery(work: Embroidery): void {
  bothSides((at, lean, left) => {
    const part = left ? "the leaves on the left" : "the leaves on the right";
    work.layer(part);
    for (let step = 0; step < 10; step++) {
      const angle = -18 + step * 11;
      const along = degrees(angle - 90);
      const growth = 0.6 + 0.4 * Math.max(0, (angle + 18) / 100);
      const foot = at(angle, 258 - 6 * Math.sin(angle));
      const outer = [sage, teal, green] as const;
      const inner = [green, sage, moss] as const;
      sprig(work, foot, lean(along - 0.42), 52 * growth, {
        thread: outer[step % 3],
        pairs: 3,
        leafLength: 19 * growth,
        berry: weld,
      });
      sprig(work, foot, lean(along + 0.6), 46 * growth, {
        thread: inner[step % 3],
        pairs: 2,
        leafLength: 18 * growth,
      });
    }
    work.layer(part);
    for (let angle = -6; angle < 88; angle += 9) {
      const along = degrees(angle - 90);
      leaf(work, at(angle, 254), lean(along - 0.95), 50, 21, { thread: green, vein: lincoln });
      leaf(work, at(angle, 254), lean(along + 0.9), 38, 18, { thread: sage, vein: green });
    }
  });
}

interface Bloom {
  angle: number;
  radius: number;
  size: number;
  /** Petals of a satin flower; a bloom without them is a woven rose. */
  petals?: number;
  left: Thread;
  right: Thread;
}

const BLOOMS: readonly Bloom[] = [
  { angle: 81, radius: 258, size: 26, left: blush, right: coral },
  { angle: 68, radius: 248, size: 42, petals: 8, left: coral, right: blush },
  { angle: 54, radius: 254, size: 33, left: linen, right: linen },
  { angle: 60, radius: 214, size: 25, petals: 5, left: sky, right: sky },
  { angle: 41, radius: 255, size: 37, petals: 7, left: rosy, right: weld },
  { angle: 29, radius: 262, size: 27, left: blush, right: coral },
  { angle: 45, radius: 214, size: 20, left: coral, right: blush },
  { angle: 17, radius: 262, size: 26, petals: 6, left: linen, right: linen },
  { angle: 6, radius: 264, size: 20, left: weld, right: blush },
  { angle: -4, radius: 264, size: 18, petals: 5, left: blush, right: coral },
  { angle: -13, radius: 266, size: 13, left: linen, right: linen },
];

const BERRIES: readonly (readonly [angle: number, radius: number])[] = [
  [74, 222],
  [70, 214],
  [35, 226],
  [31, 232],
  [23, 236],
  [12, 238],
  [11, 284],
  [1, 240],
  [-1, 284],
  [-9, 242],
  [-18, 262],
  [-22, 264],
  [-26, 266],
  [50, 192],
  [54, 184],
];

/** Roses, open flowers, berries and daisies up both sides, and the rose where they meet. */
export function blooms(work: Embroidery): void {
  bothSides((at, _lean, left) => {
    work.layer(left ? "the flowers on the left" : "the flowers on the right");
    for (const bloom of BLOOMS) {
      const thread = left ? bloom.left : bloom.right;
      const centre = at(bloom.angle, bloom.radius);
      if (bloom.petals === undefined) rose(work, centre, bloom.size, thread);
      else
        flower(work, centre, bloom.size, {
          thread,
          petals: bloom.petals,
          eye: thread === weld ? madder : weld,
          knots: bloom.size > 30 ? 14 : 7,
          breadth: 1.03,
        });
    }
    for (const [angle, radius] of BERRIES) frenchKnot(work, at(angle, radius), 3.8, left ? linen : weld, 0.7);
    for (const [angle, radius, size] of [
      [33, 212, 11],
      [22, 220, 10],
      [-20, 246, 9],
    ] as const)
      daisy(work, at(angle, radius), size);
  });
  work.layer("the rose in the middle");
  for (const [x, angle] of [
    [306, 2.8],
    [414, 0.3],
    [336, 2.4],
    [384, 0.75],
  ] as const)
    leaf(work, [x, 616], angle, 38, 17, { thread: sage, vein: green });
  rose(work, [360, 610], 31, rosy);
}
