import type { Embroidery } from "../embroidery";
import { daisy, sprig } from "../figures/plants";
import { swallow } from "../figures/swallow";
import { around, FULL_TURN, lengthOf, type Point, resample } from "../geometry";
import { singleLine } from "../path";
import { lazyDaisy } from "../stitches/daisy";
import { flower } from "../stitches/flower";
import { frenchKnot } from "../stitches/knot";
import { leaf } from "../stitches/leaf";
import { stemStitch } from "../stitches/lines";
import { radial } from "../stitches/radial";
import { rose } from "../stitches/rose";
import { satin } from "../stitches/satin";
import { column, tube } from "../stitches/tube";
import { type Thread, threads } from "../threads";
import { RING_HOOP, type Scene } from "./scene";

const sewingOrder = [
  "the tablecloth",
  "the cake stand",
  "the leaves on the left",
  "the leaves on the right",
  "the festoon lights",
  "the bow",
  "the flowers on the left",
  "the flowers on the right",
  "the rose in the middle",
  "the cake",
  "the icing",
  "the swallows",
  "the candles",
] as const;
type Part = (typeof sewingOrder)[number];
type Work = Embroidery<Part>;

const {
  blush,
  coral,
  gall,
  leaf: green,
  lincoln,
  linen,
  madder,
  moss,
  sage,
  sky,
  straw,
  teal,
  weld,
  white,
} = threads;

/** Madder that ends in blush, for blooms that would sink into the madder cloth. */
const rosy: Thread = [...madder.slice(1), blush[2]];

const CENTRE: Point = [360, 360];
const degrees = (angle: number) => (angle * Math.PI) / 180;

const FESTOONS = [
  { swag: "M88 262Q250 268 360 92", wide: false },
  { swag: "M360 92Q470 268 632 262", wide: false },
  { swag: "M112 146Q258 184 360 92", wide: true },
  { swag: "M360 92Q462 184 608 146", wide: true },
];

function festoons(work: Work): void {
  work.layer("the festoon lights");
  for (const { swag, wide } of FESTOONS) {
    const hang = () => festoon(work, swag);
    if (wide) work.within(RING_HOOP, hang);
    else hang();
  }
}

function festoon(work: Work, swag: string): void {
  stemStitch(work, swag, { thread: straw, width: 2.1, tone: 0.3, outline: true });
  const line = singleLine(swag);
  const lamps = resample(line, Math.round(lengthOf(line) / 26)).slice(1, -1);
  for (const [x, y] of lamps) {
    if (Math.abs(x - 360) < 22) continue;
    work.straight([x, y], [x, y + 8], straw[1], 2);
    radial(work, [x, y + 15], 7.2, { thread: weld, rings: 1, gap: 1.9, shade: () => 0.9 });
    for (let ray = 0; ray < 8; ray++) {
      const angle = ((ray + 0.5) / 8) * FULL_TURN;
      work.straight(around([x, y + 15], 10.5, angle), around([x, y + 15], 13.5, angle), weld[3], 1.4);
    }
  }
}

function bow(work: Work): void {
  work.layer("the bow");
  work.placed({ x: 360, y: 92, scale: 0.84 }, () => {
    for (const mirror of [true, false])
      work.placed({ x: 0, y: 0, mirror }, () => {
        column(work, "M2 4C10 28 10 48 26 68", "M7 2C24 24 26 44 38 56", {
          thread: blush,
          gap: 2.4,
          shade: (along) => 0.75 - 0.45 * along,
        });
        column(work, "M0 -2C14 -34 54 -38 54 -10", "M0 3C18 28 54 22 54 -7", {
          thread: blush,
          gap: 2.4,
          shade: (along, across) => 0.3 + 0.6 * along - 0.15 * across,
        });
      });
    satin(work, "M-8 -10H8V12H-8Z", { thread: blush, angle: 90, gap: 2.2, shade: () => 0.85 });
  });
}

function swallows(work: Work): void {
  work.layer("the swallows");
  swallow(work, { x: 210, y: 326, scale: 0.95, turn: -0.2 });
  swallow(work, { x: 510, y: 326, scale: 0.95, turn: 0.2, mirror: true });
}

function tablecloth(work: Work): void {
  work.layer("the tablecloth");
  satin(work, "M214 570H506Q512 592 484 612Q360 652 236 612Q208 592 214 570Z", {
    thread: linen,
    angle: 90,
    gap: 2.8,
    longest: 40,
    shade: ({ u, v }) => 0.6 + 0.3 * Math.abs(Math.sin(u * 22)) - v * 0.2,
  });
  for (let scallop = 0; scallop < 12; scallop++) {
    const x = 222 + scallop * 25;
    radial(work, [x, 567], 13, {
      thread: white,
      rings: 1,
      gap: 2.3,
      from: 0,
      to: Math.PI,
      shade: () => 0.8,
    });
    frenchKnot(work, [x, 574], 2.2, rosy, 0.6);
  }
}

function cakeStand(work: Work): void {
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

function tiers(work: Work): void {
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

function icing(work: Work): void {
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

function candles(work: Work): void {
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

/** Calls `place` for each side; angles in degrees run up the right-hand side and are mirrored for the left. */
function bothSides(
  draw: (
    at: (angle: number, radius: number) => Point,
    lean: (angle: number) => number,
    left: boolean,
  ) => void,
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

function greenery(work: Work): void {
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

function blooms(work: Work): void {
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

function confetti(work: Work): void {
  work.layer("the candles");
  const dots = [weld, blush, linen];
  for (let dot = 0; dot < 130; dot++) {
    const [x, y] = around(CENTRE, 60 + work.random() * 215, work.random() * FULL_TURN);
    const thread = dots[dot % 3] ?? weld;
    const fromAxis = Math.abs(x - 360);
    if (y < 270 || y > 480 || fromAxis < 104 || fromAxis > 190 || (y < 360 && fromAxis > 110)) continue;
    frenchKnot(work, [x, y], 1.8, thread, 0.8);
  }
}

/** A candlelit cake under festoon lights, in a wreath that two swallows visit. */
export const celebrationScene: Scene<Part> = {
  theme: "celebration",
  seed: 21,
  sewingOrder,
  draw(work) {
    festoons(work);
    bow(work);
    swallows(work);
    tablecloth(work);
    work.placed({ x: 360, y: 586, scale: 1.16 }, () => {
      cakeStand(work);
      tiers(work);
      icing(work);
      candles(work);
    });
    greenery(work);
    blooms(work);
    confetti(work);
  },
};
