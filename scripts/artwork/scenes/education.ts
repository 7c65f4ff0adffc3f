import { person } from "../figures/person";
import { daisy, foliage, sprig, tuft } from "../figures/plants";
import { distance, type Point } from "../geometry";
import { frenchKnot } from "../stitches/knot";
import { leaf } from "../stitches/leaf";
import { runningStitch, stemStitch } from "../stitches/lines";
import { radial } from "../stitches/radial";
import { satin } from "../stitches/satin";
import { tube } from "../stitches/tube";
import { threads } from "../threads";
import { greenHill, hills } from "./education-land";
import { school } from "./education-school";
import type { Scene } from "./scene";
import { type SceneWork, SEWING_ORDERS, type SewnPart } from "./sewing-orders";

type Work = SceneWork<"education">;

const { chestnut, coral, gall, linen, madder, moss, sage, sky, straw, umber, weld, white } = threads;

const MOON: Point = [200, 178];

function nightSky(work: Work): void {
  work.layer("the moon and the stars");
  radial(work, MOON, 40, { thread: straw, rings: 3, gap: 2.5, shade: (outwards) => 0.98 - 0.35 * outwards });
  for (let star = 0; star < 64; star++) {
    const at: Point = [90 + work.random() * 540, 80 + work.random() * 270];
    const taken =
      distance(at, MOON) < 64 ||
      distance(at, [520, 330]) < 110 ||
      distance(at, [160, 352]) < 116 ||
      distance(at, [380, 225]) < 84 ||
      distance(at, [372, 326]) < 44 ||
      distance(at, [450, 132]) < 54 ||
      distance(at, [520, 112]) < 60 ||
      distance(at, [360, 360]) > 286;
    if (taken) continue;
    if (star % 4 === 0) sparkle(work, at);
    else frenchKnot(work, at, 1.6, linen, 0.85);
  }
}

function sparkle(work: Work, [x, y]: Point): void {
  for (const [dx, dy] of [
    [6, 0],
    [0, 6],
    [2.6, 2.6],
    [2.6, -2.6],
  ] as const)
    work.straight([x - dx, y - dy], [x + dx, y + dy], straw[4], 1.6);
}

function tree(work: Work): void {
  work.layer("the tree trunk");
  const bark = (_along: number, lit: number) => 0.25 + 0.6 * lit;
  tube(work, "M156 500C130 460 110 440 92 424", (t) => 11 - 7 * t, { thread: umber, shade: bark });
  tube(work, "M160 470C180 430 210 410 236 392", (t) => 11 - 7 * t, { thread: umber, shade: bark });
  tube(work, "M164 420C150 380 130 350 118 330", (t) => 8 - 5 * t, { thread: umber, shade: bark });
  tube(work, "M150 640C160 560 146 470 168 380", (t) => 24 - 16 * t, { thread: umber, shade: bark });
  work.layer("the autumn leaves");
  foliage(work, [166, 360], [100, 84], {
    leaves: 105,
    size: 19,
    threads: [chestnut, madder, coral, weld, madder, coral, weld],
  });
  work.layer("the autumn leaves");
  foliage(work, [160, 350], [88, 70], {
    leaves: 58,
    size: 18,
    threads: [madder, chestnut, coral, weld, coral, weld],
  });
  for (const [x, y, angle] of [
    [250, 470, 0.4],
    [284, 436, 2],
    [226, 520, 1],
    [290, 552, 2.6],
    [262, 596, 0.2],
    [316, 484, 1.2],
    [204, 600, 0.7],
  ] as const)
    leaf(work, [x, y], angle, 17, 9, { thread: x % 4 ? coral : weld });
}

function toadstools(work: Work): void {
  work.layer("the toadstools");
  for (const [x, y, scale] of [
    [536, 556, 1],
    [568, 540, 0.9],
    [592, 510, 0.8],
    [516, 582, 1],
  ] as const)
    work.placed({ x, y, scale }, () => {
      satin(work, "M-3.5 0V13H4V0Z", { thread: linen, angle: 90, gap: 2 });
      radial(work, [0, 1], 12.5, {
        thread: madder,
        rings: 1,
        gap: 2.1,
        from: Math.PI,
        to: Math.PI * 2,
        shade: () => 0.6,
      });
      for (const [dx, dy] of [
        [-5, -3],
        [3.5, -2.5],
        [-0.5, -7.5],
      ] as const)
        frenchKnot(work, [dx, dy], 1.6, linen, 0.9);
    });
}

function verge(work: Work): void {
  work.layer("the flowers and ferns");
  for (const [index, [x, y, angle]] of (
    [
      [184, 590, -1.7],
      [210, 608, -1.5],
      [458, 632, -1.3],
      [548, 596, -1.4],
    ] as const
  ).entries())
    sprig(work, [x, y], angle, 50, { thread: [sage, moss, sage, moss][index], pairs: 5, leafLength: 15 });
  for (let index = 0; index < 13; index++)
    tuft(work, [140 + index * 28 + work.wobble(8), 648 - Math.abs(index - 7.8) ** 1.8 * 2.9 + work.wobble(5)], 18);
  for (const at of [
    [236, 604],
    [262, 620],
    [430, 622],
    [486, 604],
  ] as const)
    daisy(work, at, 10, { stem: 20 });
}

function child(work: Work): void {
  work.layer("the child");
  person(
    work,
    { x: 352, y: 628, scale: 1.52 },
    {
      coat: weld,
      legs: gall,
      boots: madder,
      hair: chestnut,
      hairStyle: "plaits",
      hem: "skirt",
      headScale: 1.18,
      satchel: madder,
      hands: [
        [-20, -44],
        [27, -60],
      ],
    },
  );
}

function plane(work: Work): void {
  work.layer("the trail of the paper plane");
  runningStitch(
    work,
    "M398 532C466 496 452 380 372 330C290 280 268 190 340 170C420 150 440 250 380 262C330 270 330 170 470 122",
    { thread: linen, width: 2.7, length: 9, gap: 6, tone: 0.85, outline: true },
  );
  work.layer("the paper plane");
  work.placed({ x: 520, y: 112, scale: 1.25, turn: -0.28 }, () => {
    satin(work, "M42 -6L-40 -16L-22 0Z", { thread: white, angle: 4, gap: 2.2, shade: () => 0.92 });
    satin(work, "M42 -6L-22 0L-20 16Z", { thread: sky, angle: -20, gap: 2.1, shade: () => 0.3 });
    satin(work, "M42 -6L-12 3L-26 24Z", { thread: white, angle: -24, gap: 2.2, shade: () => 0.6 });
    stemStitch(work, "M42 -6L-22 0", { thread: sky, width: 1.4, tone: 0.1, slant: 0 });
  });
}

/** A child with a satchel on the path to school, with a paper plane in the air. */
export const educationScene: Scene<SewnPart<"education">> = {
  theme: "education",
  seed: 31,
  sewingOrder: SEWING_ORDERS.education,
  draw(work) {
    nightSky(work);
    hills(work);
    school(work);
    greenHill(work);
    tree(work);
    toadstools(work);
    plane(work);
    child(work);
    verge(work);
  },
};
