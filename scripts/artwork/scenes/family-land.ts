import type { Embroidery } from "../embroidery";
import { tuft } from "../figures/plants";
import { lengthOf, resample } from "../geometry";
import { flatten } from "../path";
import { longAndShort } from "../stitches/field";
import { frenchKnot } from "../stitches/knot";
import { backStitch, stemStitch } from "../stitches/lines";
import { satin } from "../stitches/satin";
import { type Thread, threads } from "../threads";
import { hillside } from "./hillside";

const { blush, chestnut, leaf, lincoln, linen, madder, moss, sage, straw, teal, weld, white, woad } = threads;

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

const FAR_HILLS =
  "M40 420C110 360 170 352 250 378C320 400 380 352 470 346C560 340 620 372 690 400V470C600 440 520 424 440 452C340 480 220 440 40 480Z";

/** The downs on the horizon. */
export function hills(work: Embroidery): void {
  work.layer("the far hills");
  hillside(work, FAR_HILLS, {
    thread: [...teal.slice(2), ...sage.slice(2, 4)],
    wave: [150, 85, 0.22],
    light: [0.85, 1.05],
    density: 1.75,
  });
}

/** Six fields, each with its own furrows. */
export function patchwork(work: Embroidery): void {
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

/** French knots along the edges of the fields. */
export function hedges(work: Embroidery): void {
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

/** A cottage with a curl of smoke and roses at its wall. */
export function cottage(work: Embroidery): void {
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

/** Long grass in front. */
export function meadow(work: Embroidery): void {
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
