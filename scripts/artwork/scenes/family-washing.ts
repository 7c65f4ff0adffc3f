import type { Embroidery } from "../embroidery";
import { frenchKnot } from "../stitches/knot";
import { backStitch, stemStitch } from "../stitches/lines";
import { satin } from "../stitches/satin";
import { tube } from "../stitches/tube";
import { threads } from "../threads";

const { chestnut, coral, linen, madder, sky, weld, woad } = threads;

/** The washing line hangs as a cubic curve from the post to the tree; these are its heights. */
const LINE = { from: 131, to: 562, heights: [268, 316, 318, 262] as const };

function lineHeight(x: number): number {
  const t = (x - LINE.from) / (LINE.to - LINE.from);
  const u = 1 - t;
  const [a, b, c, d] = LINE.heights;
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}

/** The post on the left, and the line from it to the tree. */
export function postAndLine(work: Embroidery): void {
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

/** Clothes from small to large along the line, each hung by its pegs. */
export function washing(work: Embroidery): void {
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

function babygrow(work: Embroidery): void {
  satin(work, "M-15 2L-30 18L-23 28L-16 22V48L-18 70L-5 72L0 56L5 72L18 70L16 48V22L23 28L30 18L15 2Q0 12 -15 2Z", {
    thread: linen,
    angle: 90,
    gap: 2.4,
    shade: ({ u }) => 0.92 - 0.5 * Math.abs(u - 0.38),
  });
  for (let button = 0; button < 4; button++) frenchKnot(work, [0, 18 + button * 10], 1.9, coral);
}

function dress(work: Embroidery): void {
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

function shirt(work: Embroidery): void {
  satin(work, "M-16 2L-44 30L-33 46L-22 38V92H22V38L33 46L44 30L16 2Q0 14 -16 2Z", {
    thread: sky,
    angle: 90,
    gap: 2.5,
    shade: ({ u }) => 0.35 + 0.5 * (Math.floor(u * 14) % 2),
  });
  backStitch(work, "M0 10V90", { thread: woad, width: 1.8 });
  for (let button = 0; button < 5; button++) frenchKnot(work, [3, 20 + button * 15], 1.7, linen);
}

function jumper(work: Embroidery): void {
  satin(work, "M-12 2L-32 24L-24 34L-16 28V60H16V28L24 34L32 24L12 2Q0 10 -12 2Z", {
    thread: madder,
    gap: 2.5,
    shade: ({ v }) => (Math.floor(v * 9) % 2 ? 0.78 : 0.3),
  });
}

function sock(work: Embroidery): void {
  satin(work, "M-6 2H6V28Q8 36 16 38Q18 46 10 47H0Q-6 44 -6 34Z", {
    thread: weld,
    angle: 90,
    gap: 2.2,
    shade: ({ u }) => 0.75 - 0.3 * u,
  });
  tube(work, "M-6 8L6 8", 4, { thread: madder, slant: 0, outline: false });
}
