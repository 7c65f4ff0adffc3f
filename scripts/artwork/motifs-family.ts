import type { Embroidery } from "./embroidery";
import { heart, sock, wellington } from "./figures/keepsakes";
import { daisy, tuft } from "./figures/plants";
import { lazyDaisy } from "./stitches/daisy";
import { longAndShort } from "./stitches/field";
import { frenchKnot } from "./stitches/knot";
import { leaf } from "./stitches/leaf";
import { backStitch, stemStitch } from "./stitches/lines";
import { radial } from "./stitches/radial";
import { satin } from "./stitches/satin";
import { tube } from "./stitches/tube";
import { threads } from "./threads";

const { blush, chestnut, coral, gall, leaf: green, lincoln, linen, madder, sky, straw, teal, weld, white } = threads;

/** A big boot and a small one, out in the rain. */
function parentAndChild(work: Embroidery): void {
  for (let blade = 0; blade < 9; blade++) tuft(work, [28 + blade * 23, 206], 18);
  work.layer("boots");
  wellington(work, { x: 74, y: 190, scale: 1.35 }, teal);
  wellington(work, { x: 160, y: 194, scale: 0.78 }, weld);
  work.layer("rain");
  for (const at of [
    [50, 84],
    [112, 66],
    [192, 128],
    [84, 48],
    [168, 92],
    [206, 80],
    [146, 40],
  ] as const)
    lazyDaisy(work, at, -Math.PI / 2, 15, { thread: sky, breadth: 0.6, width: 2.6 });
  daisy(work, [214, 188], 13);
}

/** A tent before two mountains. */
function familyAdventures(work: Embroidery): void {
  radial(work, [176, 72], 26, { thread: weld, rings: 2 });
  satin(work, "M20 184L84 88L128 154L158 116L222 184Z", {
    thread: teal,
    angle: 58,
    gap: 2.6,
    shade: ({ v }) => 0.9 - 0.6 * v,
  });
  satin(work, "M84 88L66 116L80 112L88 122L100 113Z", {
    thread: white,
    angle: 80,
    gap: 2.3,
    shade: () => 0.8,
  });
  work.layer("tent");
  satin(work, "M70 196L120 124L170 196Z", {
    thread: coral,
    angle: 62,
    gap: 2.5,
    shade: ({ u }) => (u < 0.5 ? 0.85 : 0.4),
  });
  satin(work, "M106 196L120 142L134 196Z", { thread: gall, angle: 90, gap: 2.3, shade: () => 0.2 });
  backStitch(work, "M70 196L120 124L170 196", { thread: linen, width: 2 });
  work.straight([120, 124], [120, 108], linen[3], 2.2);
  satin(work, "M120 108L138 113L120 119Z", { thread: weld, gap: 2 });
  work.layer("grass");
  longAndShort(work, "M14 196C80 184 160 190 226 194V214H14Z", {
    thread: green,
    direction: () => -1.4,
    length: 10,
    density: 1.9,
    shade: ({ v }) => 0.95 - 0.5 * v,
  });
}

/** Three eggs in a nest. */
function adoptionJourney(work: Embroidery): void {
  stemStitch(work, "M20 178C70 160 160 190 222 160", { thread: chestnut, width: 4.4, slant: 1.5 });
  for (const [x, y, angle] of [
    [42, 172, -0.9],
    [66, 168, 0.9],
    [184, 174, 0.9],
    [204, 168, -0.7],
  ] as const)
    leaf(work, [x, y], angle, 32, 14, { thread: green, vein: lincoln });
  work.layer("eggs");
  for (const [x, turn, thread] of [
    [96, 0.1, sky],
    [124, 0, sky],
    [150, -0.1, linen],
  ] as const)
    work.placed({ x, y: 122, turn }, () =>
      satin(work, "M0 -26C16 -26 19 10 0 16C-19 10 -16 -26 0 -26Z", {
        thread,
        angle: 90,
        gap: 2.3,
        shade: ({ u }) => 1 - Math.abs(u - 0.33),
      }),
    );
  work.layer("nest");
  for (let twig = 0; twig < 130; twig++) {
    const depth = work.random();
    const half = 74 * Math.sqrt(1 - (depth * 0.82) ** 2);
    const x = 122 + work.wobble(half);
    const y = 126 + depth * 46;
    const lean = Math.sin(work.wobble(0.28) - (x - 122) * 0.004) * 13;
    const thread = twig % 3 ? chestnut : straw;
    work.straight([x - 13, y - lean], [x + 13, y + lean], work.colour(thread, 0.35 + work.random() * 0.5), 2.5);
  }
  work.layer("heart");
  heart(work, [122, 62], 16, madder);
}

/** A babygrow on the line between two socks. */
function babysFirstYear(work: Embroidery): void {
  stemStitch(work, "M24 64Q120 92 216 58", { thread: linen, width: 2.2 });
  work.layer("washing");
  work.placed({ x: 120, y: 78, scale: 1.55 }, () => {
    satin(work, "M-15 2L-32 18L-24 30L-17 24V48L-20 70L-5 74L0 58L5 74L20 70L17 48V24L24 30L32 18L15 2Q0 13 -15 2Z", {
      thread: linen,
      angle: 90,
      gap: 2.3,
      shade: ({ u }) => 0.95 - 0.5 * Math.abs(u - 0.38),
    });
    tube(work, "M-14 4Q0 14 14 4", 4, { thread: coral, slant: 0 });
    for (let button = 0; button < 4; button++) frenchKnot(work, [0, 20 + button * 9], 1.9, coral);
    heart(work, [9, 30], 5, coral);
  });
  for (const x of [98, 142]) tube(work, `M${x} 68V84`, 5, { thread: weld, slant: 0, gap: 2 });
  work.layer("socks");
  sock(work, { x: 46, y: 72, scale: 1.3 });
  sock(work, { x: 190, y: 68, scale: 1.3 });
  for (const [index, at] of (
    [
      [60, 160],
      [182, 164],
      [44, 186],
      [198, 190],
      [72, 200],
    ] as const
  ).entries())
    frenchKnot(work, at, 2.6, [blush, linen, weld][index % 3] ?? blush, 0.7);
}

export const familyMotifs = {
  "parent-and-child": parentAndChild,
  "family-adventures": familyAdventures,
  "adoption-journey": adoptionJourney,
  "babys-first-year": babysFirstYear,
};
