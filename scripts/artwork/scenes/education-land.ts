import type { Embroidery } from "../embroidery";
import { clamp, type Point } from "../geometry";
import { longAndShort } from "../stitches/field";
import { threads } from "../threads";
import { hillside } from "./hillside";

const { leaf: green, moss, sky, straw, teal, woad } = threads;

const FAR_HILLS =
  "M40 450C120 380 220 372 310 400C380 420 450 392 520 370C580 352 640 372 690 400V470C600 440 520 440 470 480C380 500 260 460 40 530Z";
const MIDDLE_HILLS =
  "M40 520C120 450 220 440 320 470C420 500 480 430 560 416C620 406 660 430 690 450V520H480L340 560H40Z";

/** Two rows of hills by moonlight. */
export function hills(work: Embroidery): void {
  work.layer("the far hills");
  hillside(work, FAR_HILLS, {
    thread: [...woad.slice(2), ...sky.slice(0, 2)],
    wave: [120, 80, 0.2],
    light: [0.98, 0.95],
    density: 1.75,
  });
  work.layer("the middle hills");
  hillside(work, MIDDLE_HILLS, { thread: teal, wave: [100, 80, 0.25], light: [1, 0.95], density: 1.75 });
}

/** The path winds from the school to the child's feet and widens towards the viewer. */
function onPath([x, y]: Point): boolean {
  const t = clamp((y - 430) / 260, 0, 1);
  const middle = 512 - 190 * Math.sin(t * 1.75) + 50 * Math.sin(t * 5.2);
  return y >= 428 && Math.abs(x - middle) < 5 + 46 * t * t;
}

/** The hill in front, and the path over it. */
export function greenHill(work: Embroidery): void {
  work.layer("the green hill");
  longAndShort(work, "M40 590C140 540 240 520 340 520C460 520 480 440 560 424C620 414 660 450 690 470V720H40Z", {
    thread: [...green, moss[3]],
    direction: ({ x }) => -0.25 + Math.sin(x / 100) * 0.2,
    shade: ({ v }) => 0.98 - v * 1.0,
    length: 16,
    density: 1.75,
    except: onPath,
  });
  work.part("the path");
  longAndShort(work, "M300 428H560V700H180Z", {
    thread: straw,
    direction: () => 0.02,
    shade: ({ v, x }) => 0.98 - 0.3 * v - 0.001 * (x - 360),
    length: 12,
    density: 1.8,
    outline: false,
    except: (point) => !onPath(point),
  });
}
