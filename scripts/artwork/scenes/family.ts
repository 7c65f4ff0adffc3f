import { person } from "../figures/person";
import { daisy, foliage, poppy, rays, tuft } from "../figures/plants";
import { swallow } from "../figures/swallow";
import type { Point } from "../geometry";
import { runningStitch } from "../stitches/lines";
import { radial } from "../stitches/radial";
import { tube } from "../stitches/tube";
import { threads } from "../threads";
import { cottage, hedges, hills, meadow, patchwork } from "./family-land";
import { postAndLine, washing } from "./family-washing";
import type { Scene } from "./scene";
import { type SceneWork, SEWING_ORDERS, type SewnPart } from "./sewing-orders";

type Work = SceneWork<"family">;

const { chestnut, coral, gall, leaf, lincoln, linen, madder, moss, sage, teal, umber, weld, woad } = threads;

const SUN: Point = [244, 372];

function sun(work: Work): void {
  work.layer("the sun");
  radial(work, SUN, 70, { thread: weld, rings: 4, shade: (outwards) => 0.98 - 0.6 * outwards });
  rays(work, SUN, { from: 82, short: 104, long: 118 }, { count: 19, thread: weld });
}

function tree(work: Work): void {
  work.layer("the tree trunk");
  const bark = (_along: number, lit: number) => 0.22 + 0.6 * lit;
  tube(work, "M556 290C530 270 500 262 470 240", (t) => 10 - 6 * t, { thread: umber, shade: bark });
  tube(work, "M574 360C590 322 612 298 634 284", (t) => 13 - 8 * t, { thread: umber, shade: bark });
  tube(work, "M604 640C588 540 590 440 566 330C556 280 540 240 520 200", (t) => 30 - 20 * t, {
    thread: umber,
    gap: 2.8,
    shade: bark,
  });
  work.layer("the leaves of the tree");
  const onTheLine = ([x, y]: Point) => y > 262 && x < 604;
  foliage(work, [566, 198], [140, 106], {
    leaves: 170,
    size: 20,
    threads: [lincoln, lincoln, leaf, leaf, moss, sage],
    except: onTheLine,
  });
  work.layer("the leaves of the tree");
  foliage(work, [550, 176], [132, 88], {
    leaves: 120,
    size: 18,
    threads: [leaf, moss, leaf, weld, moss, sage, weld],
    except: onTheLine,
  });
  foliage(work, [622, 268], [30, 30], { leaves: 26, size: 17, threads: [lincoln, leaf, moss, weld, sage] });
}

function cloudAndSwallows(work: Work): void {
  work.layer("the swallows");
  runningStitch(
    work,
    "M312 142C296 142 296 122 314 122C316 104 344 102 350 116C360 106 382 112 380 126C400 124 402 142 386 142Z",
    {
      thread: linen,
      length: 7,
      gap: 4.5,
      width: 2.2,
      outline: true,
    },
  );
  swallow(work, { x: 214, y: 208, scale: 0.9, turn: -0.15 });
  swallow(work, { x: 318, y: 196, scale: 0.6, turn: 0.1 });
}

function family(work: Work): void {
  work.layer("the family");
  person(
    work,
    { x: 294, y: 636, scale: 1.5 },
    {
      coat: woad,
      legs: umber,
      boots: gall,
      hair: umber,
      hairStyle: "short",
      hands: [
        [-18, -44],
        [26, -40],
      ],
    },
  );
  person(
    work,
    { x: 414, y: 636, scale: 1.4 },
    {
      coat: madder,
      legs: gall,
      boots: chestnut,
      hair: weld,
      hairStyle: "bun",
      hem: "skirt",
      hands: [
        [-27, -43],
        [18.5, -45],
      ],
    },
  );
  person(
    work,
    { x: 354, y: 642, scale: 0.92 },
    {
      coat: weld,
      legs: madder,
      boots: teal,
      hair: chestnut,
      hairStyle: "bunches",
      hem: "skirt",
      headScale: 1.25,
      hands: [
        [-24, -72],
        [25, -72],
      ],
    },
  );
}

function flowers(work: Work): void {
  const poppies: Point[] = [
    [192, 578],
    [214, 596],
    [240, 586],
    [232, 616],
  ];
  for (const [index, at] of poppies.entries()) poppy(work, at, 9 + (index % 2), coral);
  const daisies: Point[] = [
    [468, 604],
    [496, 584],
    [524, 560],
    [478, 574],
  ];
  for (const at of daisies) daisy(work, at, 11, { stem: 24 });
}

function foreground(work: Work): void {
  work.layer("the flowers");
  for (let index = 0; index < 18; index++)
    tuft(work, [146 + index * 25 + work.wobble(6), 652 - Math.abs(index - 8.5) ** 1.75 * 2.6 + work.wobble(5)], 19);
  flowers(work);
}

/** The washing line: a family looks out over patchwork fields, and its clothes grow along the line. */
export const familyScene: Scene<SewnPart<"family">> = {
  theme: "family",
  seed: 11,
  sewingOrder: SEWING_ORDERS.family,
  draw(work) {
    sun(work);
    hills(work);
    patchwork(work);
    hedges(work);
    cottage(work);
    meadow(work);
    tree(work);
    postAndLine(work);
    washing(work);
    cloudAndSwallows(work);
    family(work);
    foreground(work);
  },
};
