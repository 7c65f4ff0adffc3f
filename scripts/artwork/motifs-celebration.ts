import type { Embroidery } from "./embroidery";
import { band, heart } from "./figures/keepsakes";
import { leafPair } from "./figures/plants";
import { around, type Point } from "./geometry";
import { lazyDaisy } from "./stitches/daisy";
import { longAndShort } from "./stitches/field";
import { flower } from "./stitches/flower";
import { frenchKnot } from "./stitches/knot";
import { leaf } from "./stitches/leaf";
import { backStitch, runningStitch, stemStitch } from "./stitches/lines";
import { rose } from "./stitches/rose";
import { satin } from "./stitches/satin";
import { tube } from "./stitches/tube";
import { type Thread, threads } from "./threads";

const { blush, chestnut, coral, gall, leaf: green, lincoln, linen, madder, sage, sky, weld, white, woad } = threads;

/** Two rings over a posy. */
function wedding(work: Embroidery): void {
  for (const [x, y, angle] of [
    [62, 150, 2.7],
    [84, 172, 2.2],
    [178, 150, 0.4],
    [156, 172, 0.9],
    [120, 184, 1.57],
  ] as const)
    leafPair(work, [x, y], angle, 34, x % 4 ? sage : green);
  work.layer("rings");
  band(work, [96, 104], 44, 9);
  work.layer("rings");
  band(work, [146, 112], 44, 9);
  tube(work, "M96 60A44 44 0 0 1 139 96", 9, { thread: weld, gap: 2.2, outline: false, shade: () => 0.75 });
  work.layer("posy");
  rose(work, [88, 166], 22, blush);
  rose(work, [152, 168], 20, coral);
  flower(work, [120, 180], 24, { petals: 6, thread: linen });
  for (const at of [
    [62, 158],
    [54, 166],
    [178, 160],
    [188, 168],
    [120, 208],
  ] as const)
    frenchKnot(work, at, 3.2, linen, 0.8);
}

/** Three balloons on one bow. */
function bigBirthday(work: Embroidery): void {
  const balloons: readonly { x: number; y: number; radius: number; thread: Thread }[] = [
    { x: 92, y: 78, radius: 34, thread: coral },
    { x: 150, y: 66, radius: 30, thread: sky },
    { x: 126, y: 106, radius: 32, thread: weld },
  ];
  for (const { x, y, radius: r, thread } of balloons) {
    work.layer("strings");
    stemStitch(work, `M${x} ${y + r}C${x - 10} 150 128 170 122 206`, { thread: linen, width: 1.8 });
    work.layer("balloons");
    satin(
      work,
      `M${x} ${y + r * 1.15}C${x - r * 1.1} ${y + r * 0.7} ${x - r * 1.1} ${y - r} ${x} ${y - r}C${x + r * 1.1} ${y - r} ${x + r * 1.1} ${y + r * 0.7} ${x} ${y + r * 1.15}Z`,
      { thread, angle: 90, gap: 2.4, shade: ({ u, v }) => 1 - Math.abs(u - 0.33) * 1.2 - v * 0.3 },
    );
    satin(work, `M${x - 5} ${y + r * 1.28}L${x} ${y + r * 1.08}L${x + 5} ${y + r * 1.28}Z`, {
      thread,
      gap: 2,
    });
  }
  work.layer("bow");
  for (const side of [-1, 1]) {
    lazyDaisy(work, [122, 206], side > 0 ? -0.5 : Math.PI + 0.5, 22, {
      thread: madder,
      tone: 0.5,
      breadth: 0.7,
      width: 3,
    });
    stemStitch(work, `M122 206Q${122 + side * 8} 216 ${122 + side * 16} 220`, { thread: madder, width: 2.2 });
  }
  const confetti: Point[] = [
    [54, 140],
    [190, 130],
    [70, 170],
    [176, 172],
    [46, 60],
    [196, 60],
    [60, 112],
    [186, 100],
  ];
  for (const [index, at] of confetti.entries()) frenchKnot(work, at, 2.8, [weld, blush, linen][index % 3] ?? weld, 0.7);
}

/** Two birds on a branch, beak to beak. */
function anniversary(work: Embroidery): void {
  stemStitch(work, "M30 166C80 150 150 176 212 152", { thread: chestnut, width: 4, slant: 1.4 });
  for (const [x, y, angle] of [
    [56, 160, -0.9],
    [90, 158, 0.9],
    [150, 164, 0.9],
    [186, 158, -0.7],
    [206, 154, 0.6],
    [34, 166, 0.8],
  ] as const)
    leaf(work, [x, y], angle, 30, 13, { thread: green, vein: lincoln });
  work.layer("birds");
  bird(work, true, woad.slice(1), woad);
  bird(work, false, sky, woad.slice(2));
  work.layer("heart");
  heart(work, [120, 52], 17, madder);
}

function bird(work: Embroidery, mirror: boolean, back: Thread, wing: Thread): void {
  work.placed({ x: 120, y: 0, mirror }, () => {
    longAndShort(work, "M10 92C14 72 40 70 50 88C72 106 76 136 56 152C36 164 14 148 14 122C14 108 8 104 10 92Z", {
      thread: back,
      direction: () => Math.PI / 2 - 0.5,
      length: 12,
      density: 2.1,
      gap: 2.5,
      shade: ({ v }) => 0.85 - v * 0.5,
    });
    longAndShort(work, "M34 112C58 104 74 128 84 158C60 156 36 144 34 112Z", {
      thread: wing,
      direction: () => Math.PI / 2 - 0.7,
      density: 2,
      gap: 2.5,
      shade: ({ v }) => 0.6 - v * 0.3,
    });
    longAndShort(work, "M14 118C14 144 32 158 46 156C34 140 28 126 26 112Z", {
      thread: blush,
      direction: () => 1.5,
      length: 9,
      density: 2,
      gap: 2.4,
      shade: () => 0.6,
    });
    frenchKnot(work, [26, 88], 2.4, gall, 0.1);
    satin(work, "M12 90L1 97L13 100Z", { thread: weld, gap: 2 });
  });
}

/** A ring with a stone that sparkles. */
function engagement(work: Embroidery): void {
  band(work, [120, 146], 52, 11);
  work.layer("stone");
  const facets: readonly (readonly [outline: string, thread: Thread, tone: number])[] = [
    ["M120 92L82 52L104 38H120Z", sky, 0.7],
    ["M120 92L158 52L136 38H120Z", sky, 0.3],
    ["M120 92L104 52H136Z", white, 0.8],
    ["M104 38L82 52H104L120 38Z", white, 0.6],
    ["M136 38L158 52H136L120 38Z", sky, 0.9],
    ["M104 52L120 38L136 52Z", white, 0.9],
  ];
  for (const [outline, thread, tone] of facets)
    satin(work, outline, { thread, angle: thread === white ? 0 : 75, gap: 2.1, shade: () => tone });
  backStitch(work, "M82 52L104 38H136L158 52L120 92Z", { thread: woad, width: 1.6 });
  satin(work, "M108 84H132L126 98H114Z", { thread: weld, angle: 90, gap: 2.1 });
  work.layer("sparkle");
  for (let ray = -4; ray <= 4; ray++) {
    const angle = -Math.PI / 2 + ray * 0.34;
    const [from, to] = [around([120, 76], 54, angle), around([120, 76], 74, angle)];
    runningStitch(work, `M${from.join(" ")}L${to.join(" ")}`, {
      thread: weld,
      gap: 5,
      width: 2.3,
      tone: 0.8,
    });
  }
  leafPair(work, [62, 190], 2.5, 32, sage);
  leafPair(work, [178, 190], 0.6, 32, sage);
  flower(work, [80, 194], 17, { petals: 5, thread: blush });
  flower(work, [160, 194], 17, { petals: 5, thread: coral });
}

export const celebrationMotifs = {
  wedding,
  "big-birthday": bigBirthday,
  anniversary,
  engagement,
};
