import { daisy, poppy, rays, sprig, tuft } from "../figures/plants";
import type { Point } from "../geometry";
import { longAndShort } from "../stitches/field";
import { frenchKnot } from "../stitches/knot";
import { backStitch, runningStitch } from "../stitches/lines";
import { radial } from "../stitches/radial";
import { column, tube } from "../stitches/tube";
import { threads } from "../threads";
import { hillside } from "./hillside";
import { cat, dog, tails } from "./pet-animals";
import type { Scene } from "./scene";
import { type SceneWork, SEWING_ORDERS, type SewnPart } from "./sewing-orders";

type Work = SceneWork<"pet">;

const { coral, gall, leaf, lincoln, madder, moss, sage, straw, teal, umber, weld, white, woad } = threads;

const SUN: Point = [370, 330];

function sun(work: Work): void {
  work.layer("the setting sun");
  radial(work, SUN, 104, {
    thread: [...coral.slice(2), ...straw.slice(3)],
    rings: 5,
    shade: (outwards) => 1 - 0.9 * outwards,
  });
  rays(work, SUN, { from: 118, short: 146, long: 164 }, { count: 25, thread: white });
}

const FAR_HILLS =
  "M40 440C110 372 190 360 270 390C350 420 420 372 500 352C580 336 640 372 700 402V470C540 430 440 492 340 480C240 460 140 450 40 520Z";
const NEAR_HILLS =
  "M40 500C140 440 240 446 340 470C440 492 540 430 700 450V560C600 540 500 570 380 562C280 552 160 540 40 580Z";

function hills(work: Work): void {
  work.layer("the far hills");
  hillside(work, FAR_HILLS, { thread: teal, wave: [130, 85, 0.22], light: [1.02, 1.05], density: 1.8 });
  work.layer("the near hills");
  hillside(work, NEAR_HILLS, { thread: sage, wave: [110, 95, 0.2], light: [0.98, 0.95], density: 1.8 });
}

function trees(work: Work): void {
  work.layer("the trees");
  for (const [x, y, size] of [
    [150, 404, 1],
    [178, 398, 0.8],
    [560, 374, 1.1],
    [592, 380, 0.8],
  ] as const) {
    tube(work, `M${x} ${y + 24 * size}L${x} ${y}`, 4, { thread: umber, slant: 0 });
    for (let knot = 0; knot < 26; knot++) {
      const reach = Math.sqrt(knot / 26) * 15 * size;
      const at: Point = [x + reach * Math.cos(knot * 2.4), y - 8 * size + reach * Math.sin(knot * 2.4) * 1.15];
      frenchKnot(work, at, 3.4, [...lincoln, leaf[3]], 0.5 - (at[0] - x) * 0.018 - (at[1] - y) * 0.01);
    }
  }
}

function grass(work: Work): void {
  work.layer("the grass");
  longAndShort(work, "M40 560C160 526 280 540 380 548C500 556 600 526 700 540V720H40Z", {
    thread: [...leaf, moss[3]],
    direction: ({ x }) => -Math.PI / 2 + 0.45 * Math.sin(x / 55),
    shade: ({ v }) => 0.9 - v * 1.1,
    length: 15,
  });
}

function butterfly(work: Work): void {
  work.layer("the butterfly");
  runningStitch(work, "M560 300C600 250 560 200 510 214C470 226 486 270 520 258C570 240 520 150 470 140", {
    thread: gall,
    width: 2.3,
    length: 7,
    gap: 6,
    tone: 0.4,
    outline: true,
  });
  work.placed({ x: 452, y: 128, scale: 0.95, turn: -0.5 }, () => {
    for (const mirror of [true, false])
      work.placed({ x: 0, y: 0, mirror }, () => {
        column(work, "M0 3C8 6 20 4 22 12", "M0 6C4 18 16 24 22 12", { thread: coral, gap: 2 });
        column(work, "M0 -2C6 -22 26 -28 30 -16", "M0 2C14 4 26 -2 30 -16", {
          thread: madder,
          gap: 2,
          shade: (along) => 0.35 + 0.4 * along,
        });
        frenchKnot(work, [19, -13], 2, weld, 0.9);
      });
    tube(work, "M0 -9L0 12", 4, { thread: gall, slant: 0, gap: 2, shade: () => 0.2 });
    backStitch(work, "M0 -9Q-4 -18 -9 -20M0 -9Q4 -18 9 -20", {
      thread: gall,
      width: 1.5,
      length: 4,
      tone: 0.2,
    });
  });
}

function foreground(work: Work): void {
  work.layer("the flowers");
  for (const [index, [x, y, angle]] of (
    [
      [140, 560, -1.8],
      [348, 648, -1.3],
      [404, 648, -1.6],
      [586, 550, -1.3],
    ] as const
  ).entries())
    sprig(work, [x, y], angle, 40, {
      thread: [sage, moss][index % 2],
      pairs: 4,
      leafLength: 14,
      berry: woad,
    });
  for (let index = 0; index < 18; index++)
    tuft(work, [142 + index * 26 + work.wobble(7), 650 - Math.abs(index - 8.5) ** 1.8 * 2.5 + work.wobble(5)], 19);
  for (const [x, y, size] of [
    [124, 530, 8],
    [148, 522, 9],
    [558, 548, 10],
    [582, 528, 9],
    [600, 506, 8],
  ] as const)
    poppy(work, [x, y], size, madder);
  for (const [x, y] of [
    [166, 556],
    [190, 584],
    [378, 628],
    [548, 580],
    [512, 592],
  ] as const)
    daisy(work, [x, y], 11, { thread: white, stem: 18 });
}

/** A dog and a cat watch the sun go down; their tails make a loop. */
export const petScene: Scene<SewnPart<"pet">> = {
  theme: "pet",
  seed: 41,
  sewingOrder: SEWING_ORDERS.pet,
  draw(work) {
    sun(work);
    hills(work);
    trees(work);
    grass(work);
    dog(work);
    cat(work);
    tails(work);
    butterfly(work);
    foreground(work);
  },
};
