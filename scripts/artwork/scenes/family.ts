import type { Embroidery } from "../embroidery";
import { person } from "../figures/person";
import { daisy, foliage, poppy, rays, tuft } from "../figures/plants";
import { swallow } from "../figures/swallow";
import { lengthOf, type Point, resample } from "../geometry";
import { flatten } from "../path";
import { longAndShort } from "../stitches/field";
import { frenchKnot } from "../stitches/knot";
import { backStitch, runningStitch, stemStitch } from "../stitches/lines";
import { radial } from "../stitches/radial";
import { satin } from "../stitches/satin";
import { tube } from "../stitches/tube";
import { type Thread, threads } from "../threads";
import type { Scene } from "./scene";

const sewingOrder = [
  "the sun",
  "the far hills",
  "the patchwork fields",
  "the hedges",
  "the cottage",
  "the meadow",
  "the tree trunk",
  "the leaves of the tree",
  "the post and the line",
  "the washing",
  "the swallows",
  "the flowers",
  "the family",
] as const;
type Part = (typeof sewingOrder)[number];
type Work = Embroidery<Part>;

const { blush, chestnut, coral, gall, leaf, lincoln, linen, madder, moss, sage, sky, straw, teal, umber } =
  threads;
const { weld, white, woad } = threads;

const SUN: Point = [244, 372];

const FIELDS: readonly { outline: string; thread: Thread; furrows: number }[] = [
  { outline: "M40 452C110 410 190 408 262 436L210 500L40 520Z", thread: straw, furrows: 20 },
  { outline: "M262 436C330 460 380 450 430 420L470 470L330 512L214 500Z", thread: moss, furrows: -25 },
  { outline: "M430 420C500 396 590 400 690 440V470L560 500L474 474Z", thread: weld, furrows: 12 },
  { outline: "M40 516L212 500L330 514L300 560L40 580Z", thread: leaf, furrows: -8 },
  { outline: "M330 512L474 472L566 502L520 560L304 560Z", thread: sage, furrows: 35 },
  { outline: "M566 502L690 466V570L520 560Z", thread: moss, furrows: -40 },
];

const HEDGES = [
  "M60 450C110 414 190 408 262 436C330 460 380 450 430 420C500 396 590 400 680 436",
  "M262 436L212 500L330 513L474 472L430 420",
  "M330 513L302 560",
  "M474 472L566 502L524 558",
  "M50 518L212 500",
  "M566 502L680 468",
];

/** The washing line hangs as a cubic curve from the post to the tree; these are its heights. */
const LINE = { from: 131, to: 562, heights: [268, 316, 318, 262] as const };

function lineHeight(x: number): number {
  const t = (x - LINE.from) / (LINE.to - LINE.from);
  const u = 1 - t;
  const [a, b, c, d] = LINE.heights;
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}

function sun(work: Work): void {
  work.layer("the sun");
  radial(work, SUN, 70, { thread: weld, rings: 4, shade: (outwards) => 0.98 - 0.6 * outwards });
  rays(work, SUN, { from: 82, short: 104, long: 118 }, { count: 19, thread: weld });
}

function hills(work: Work): void {
  work.layer("the far hills");
  longAndShort(
    work,
    "M40 420C110 360 170 352 250 378C320 400 380 352 470 346C560 340 620 372 690 400V470C600 440 520 424 440 452C340 480 220 440 40 480Z",
    {
      thread: [...teal.slice(2), ...sage.slice(2, 4)],
      direction: ({ x }) => Math.cos((x - 150) / 85) * -0.22,
      shade: ({ v }) => 0.85 - v * 1.05,
      length: 17,
      density: 1.75,
    },
  );
}

function patchwork(work: Work): void {
  work.layer("the patchwork fields");
  for (const field of FIELDS)
    satin(work, field.outline, {
      thread: field.thread,
      angle: field.furrows,
      gap: 2.9,
      longest: 22,
      shade: ({ v }) => 0.8 - 0.5 * v,
    });
}

function hedges(work: Work): void {
  work.layer("the hedges");
  const thread = [...lincoln.slice(1), ...leaf.slice(1, 3)];
  for (const hedge of HEDGES)
    for (const line of flatten(hedge, 6))
      for (const [x, y] of resample(line, Math.round(lengthOf(line) / 6.2)))
        frenchKnot(
          work,
          [x + work.wobble(2), y + work.wobble(1.6)],
          3.2 + work.random() * 1.8,
          thread,
          0.2 + work.random() * 0.6,
        );
}

function cottage(work: Work): void {
  work.layer("the cottage");
  work.placed({ x: 506, y: 421 }, () => {
    satin(work, "M-34 0V-34H34V0Z", {
      thread: linen,
      angle: 90,
      gap: 2.4,
      shade: ({ u }) => (u < 0.5 ? 0.9 : 0.6),
    });
    satin(work, "M12 -58V-78H22V-58Z", { thread: chestnut, gap: 2.2 });
    satin(work, "M-42 -32L-26 -62H26L42 -32Z", {
      thread: madder,
      angle: 62,
      gap: 2.4,
      shade: ({ u, v }) => 0.85 - 0.3 * v - 0.25 * u,
    });
    satin(work, "M-6 0V-20H6V0Z", { thread: teal, angle: 90, gap: 2.2, shade: () => 0.4 });
    for (const x of [-24, 14]) {
      satin(work, `M${x} -12V-24H${x + 11}V-12Z`, { thread: woad, gap: 2.2, shade: () => 0.6 });
      backStitch(work, `M${x + 5.5} -24V-12`, { thread: white, width: 1.3, length: 4, tone: 0.8 });
    }
    stemStitch(work, "M18 -80C14 -92 32 -90 30 -102C28 -112 42 -110 40 -122", {
      thread: white,
      width: 2.2,
      tone: 0.5,
    });
    for (let rose = 0; rose < 15; rose++)
      frenchKnot(
        work,
        [-38 + rose * 2.7 + (rose > 9 ? 38 : 0), -1 + work.wobble(2)],
        2.3,
        rose % 3 ? leaf : blush,
        0.7,
      );
  });
}

function meadow(work: Work): void {
  work.layer("the meadow");
  longAndShort(work, "M40 560C150 530 280 548 380 560C500 574 600 540 690 556V720H40Z", {
    thread: [...leaf.slice(1), moss[3]],
    direction: ({ x }) => -Math.PI / 2 + 0.5 * Math.sin(x / 60),
    shade: ({ v }) => 0.98 - v * 1.3,
    length: 15,
    gap: 2.9,
  });
  for (let blade = 0; blade < 30; blade++) tuft(work, [150 + blade * 14.5, 562 + work.wobble(5)], 12, leaf);
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

function postAndLine(work: Work): void {
  work.layer("the post and the line");
  tube(work, "M126 566L132 256", (t) => 11 - 3 * t, {
    thread: chestnut,
    shade: (t, lit) => 0.3 + 0.5 * lit + 0.15 * Math.sin(t * 60),
  });
  const [a, b, c, d] = LINE.heights;
  stemStitch(work, `M131 ${a}C240 ${b} 430 ${c} 562 ${d}`, {
    thread: linen,
    width: 2.6,
    tone: 0.8,
    outline: true,
  });
}

function washing(work: Work): void {
  const hung = (x: number, turn: number, pegs: readonly number[], draw: () => void) => {
    work.placed({ x, y: lineHeight(x), turn }, draw);
    for (const peg of pegs)
      tube(work, `M${peg} ${lineHeight(peg) - 7}V${lineHeight(peg) + 6}`, 3.6, {
        thread: weld,
        slant: 0,
        gap: 2,
        outline: false,
        shade: () => 0.75,
      });
  };
  work.layer("the washing");
  hung(196, 0.06, [186, 207], () => babygrow(work));
  hung(276, 0.03, [264, 288], () => dress(work));
  hung(362, -0.02, [350, 375], () => shirt(work));
  hung(436, -0.06, [426, 446], () => jumper(work));
  for (const x of [489, 512]) hung(x, -0.1, [x], () => sock(work));
}

function babygrow(work: Work): void {
  satin(
    work,
    "M-15 2L-30 18L-23 28L-16 22V48L-18 70L-5 72L0 56L5 72L18 70L16 48V22L23 28L30 18L15 2Q0 12 -15 2Z",
    { thread: linen, angle: 90, gap: 2.4, shade: ({ u }) => 0.92 - 0.5 * Math.abs(u - 0.38) },
  );
  for (let button = 0; button < 4; button++) frenchKnot(work, [0, 18 + button * 10], 1.9, coral);
}

function dress(work: Work): void {
  satin(work, "M-14 2L-18 22L-12 40L-36 96Q0 108 36 96L12 40L18 22L14 2Q0 14 -14 2Z", {
    thread: coral,
    angle: 88,
    gap: 2.5,
    shade: ({ u }) => 0.75 - 0.4 * Math.abs(Math.sin(u * 9)),
  });
  tube(work, "M-13 40L13 40", 6, { thread: linen, slant: 0, shade: () => 0.7 });
  for (let column = -2; column < 3; column++)
    for (let row = 0; row < 3; row++)
      frenchKnot(work, [column * 10 + (row % 2 ? 4 : 0), 58 + row * 14], 1.8, linen, 0.8);
}

function shirt(work: Work): void {
  satin(work, "M-16 2L-44 30L-33 46L-22 38V92H22V38L33 46L44 30L16 2Q0 14 -16 2Z", {
    thread: sky,
    angle: 90,
    gap: 2.5,
    shade: ({ u }) => 0.35 + 0.5 * (Math.floor(u * 14) % 2),
  });
  backStitch(work, "M0 10V90", { thread: woad, width: 1.8 });
  for (let button = 0; button < 5; button++) frenchKnot(work, [3, 20 + button * 15], 1.7, linen);
}

function jumper(work: Work): void {
  satin(work, "M-12 2L-32 24L-24 34L-16 28V60H16V28L24 34L32 24L12 2Q0 10 -12 2Z", {
    thread: madder,
    gap: 2.5,
    shade: ({ v }) => (Math.floor(v * 9) % 2 ? 0.78 : 0.3),
  });
}

function sock(work: Work): void {
  satin(work, "M-6 2H6V28Q8 36 16 38Q18 46 10 47H0Q-6 44 -6 34Z", {
    thread: weld,
    angle: 90,
    gap: 2.2,
    shade: ({ u }) => 0.75 - 0.3 * u,
  });
  tube(work, "M-6 8L6 8", 4, { thread: madder, slant: 0, outline: false });
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
    tuft(
      work,
      [146 + index * 25 + work.wobble(6), 652 - Math.abs(index - 8.5) ** 1.75 * 2.6 + work.wobble(5)],
      19,
    );
  flowers(work);
}

/** The washing line: a family looks out over patchwork fields, and its clothes grow along the line. */
export const familyScene: Scene<Part> = {
  theme: "family",
  seed: 11,
  sewingOrder,
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
