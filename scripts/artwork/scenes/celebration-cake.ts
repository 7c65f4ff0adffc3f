import type { Embroidery } from "../embroidery";
import { around, type Point } from "../geometry";
import { lazyDaisy } from "../stitches/daisy";
import { frenchKnot } from "../stitches/knot";
import { leaf } from "../stitches/leaf";
import { satin } from "../stitches/satin";
import { tube } from "../stitches/tube";
import { threads } from "../threads";

const { blush, coral, gall, linen, madder, sky, teal, weld, white } = threads;

/** The cake stand; the origin is the middle of its foot, as for everything on it. */
export function cakeStand(work: Embroidery): void {
  work.layer("the cake stand");
  satin(work, "M-14 -34H14L11 -10Q0 -4 -11 -10Z", {
    thread: teal,
    angle: 90,
    gap: 2.4,
    shade: ({ u }) => 0.85 - u * 0.5,
  });
  satin(work, "M-96 -40Q0 -26 96 -40L90 -48H-90Z", {
    thread: teal,
    gap: 2.4,
    shade: ({ v }) => 0.9 - v * 0.5,
  });
  satin(work, "M-48 0Q0 -14 48 0Q0 8 -48 0Z", { thread: teal, gap: 2.2, shade: () => 0.55 });
}

const TIERS = [
  { foot: -46, half: 82, height: 74, thread: linen, icing: blush, drips: 9 },
  { foot: -118, half: 60, height: 64, thread: blush, icing: white, drips: 7 },
  { foot: -180, half: 39, height: 54, thread: linen, icing: blush, drips: 5 },
] as const;

/** The three tiers, without their icing. */
export function tiers(work: Embroidery): void {
  work.layer("the cake");
  for (const { foot, half, height, thread } of TIERS)
    satin(work, `M-${half} ${foot}V${foot - height}H${half}V${foot}Q0 ${foot + 10} -${half} ${foot}Z`, {
      thread,
      angle: 90,
      gap: 2.3,
      longest: 20,
      shade: ({ u }) => 0.95 - 1.05 * Math.abs(u - 0.34) ** 1.25,
    });
}

/** The icing that runs down each tier, the ribbons and the pearls. */
export function icing(work: Embroidery): void {
  work.layer("the icing");
  for (const { foot, half, height, icing: thread, drips } of TIERS) {
    const top = foot - height;
    const step = (2 * half) / drips;
    let edge = `M${-half - 2} ${top - 5}H${half + 2}`;
    for (let drip = drips; drip > 0; drip--) {
      const x = -half + step * (drip - 0.5);
      const depth = 9 + ((drip * 7) % 3) * 6;
      edge += `Q${x + step / 2} ${top + depth} ${x} ${top + depth}Q${x - step / 2} ${top + depth} ${x - step / 2} ${top + 2}`;
    }
    satin(work, `${edge}Z`, { thread, angle: 90, gap: 2.4, shade: ({ u, v }) => 1 - 0.4 * v - 0.25 * u });
  }
  tube(work, "M-81 -54Q0 -42 81 -54", 11, { thread: coral, slant: 0, shade: (along) => 0.7 - 0.35 * along });
  tube(work, "M-59 -124Q0 -116 59 -124", 7, {
    thread: madder,
    slant: 0,
    shade: (along) => 0.75 - 0.35 * along,
  });
  for (let pearl = 0; pearl < 9; pearl++)
    frenchKnot(work, [-70 + pearl * 17.5, -79 - Math.abs(pearl - 4) * 1.2], 3, pearl % 2 ? weld : coral, 0.6);
  for (let bud = 0; bud < 7; bud++) {
    lazyDaisy(work, [-48 + bud * 16, -148], -Math.PI / 2, 14, { thread: madder, tone: 0.5, breadth: 0.8 });
    frenchKnot(work, [-48 + bud * 16, -146], 2.3, weld);
  }
  for (let pearl = 0; pearl < 5; pearl++) frenchKnot(work, [-28 + pearl * 14, -201], 2.8, coral, 0.5);
}

export function candles(work: Embroidery): void {
  work.layer("the candles");
  for (const [x, height] of [
    [-25, 36],
    [0, 44],
    [25, 36],
  ] as const) {
    const wick = -236 - height;
    satin(work, `M${x - 3.8} -234V${wick}H${x + 3.8}V-234Z`, {
      thread: x === 0 ? weld : sky,
      angle: 25,
      gap: 2.3,
      shade: ({ v }) => (Math.floor(v * 6) % 2 ? 0.95 : 0.35),
    });
    work.straight(work.point([x, wick]), work.point([x, wick - 4]), gall[2], 1.8);
    leaf(work, [x, wick - 1], -Math.PI / 2, 22, 11.5, { thread: weld });
    leaf(work, [x, wick - 1], -Math.PI / 2, 12, 6, { thread: coral, outline: false });
    for (let ray = -3; ray <= 3; ray++) {
      const glow: Point = [x, wick - 10];
      const angle = -Math.PI / 2 + ray * 0.42;
      work.straight(work.point(around(glow, 19, angle)), work.point(around(glow, 24, angle)), weld[4], 1.6);
    }
  }
}
