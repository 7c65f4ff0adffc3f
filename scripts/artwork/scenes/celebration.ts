import { swallow } from "../figures/swallow";
import { around, FULL_TURN, lengthOf, type Point, resample } from "../geometry";
import { singleLine } from "../path";
import { frenchKnot } from "../stitches/knot";
import { stemStitch } from "../stitches/lines";
import { radial } from "../stitches/radial";
import { satin } from "../stitches/satin";
import { column } from "../stitches/tube";
import { threads } from "../threads";
import { cakeStand, candles, icing, tiers } from "./celebration-cake";
import { blooms, greenery, rosy } from "./celebration-wreath";
import { RING_HOOP, type Scene } from "./scene";
import { type SceneWork, SEWING_ORDERS, type SewnPart } from "./sewing-orders";

type Work = SceneWork<"celebration">;

const { blush, linen, straw, weld, white } = threads;

const CENTRE: Point = [360, 360];

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
export const celebrationScene: Scene<SewnPart<"celebration">> = {
  theme: "celebration",
  seed: 21,
  sewingOrder: SEWING_ORDERS.celebration,
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
