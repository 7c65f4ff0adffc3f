import type { Embroidery } from "../embroidery";
import { backStitch } from "../stitches/lines";
import { radial } from "../stitches/radial";
import { satin } from "../stitches/satin";
import { threads } from "../threads";

const { coral, gall, madder, straw, umber, weld, woad } = threads;

/** The school with its bell tower and lit windows. */
export function school(work: Embroidery): void {
  work.layer("the school");
  work.placed({ x: 520, y: 424 }, () => {
    satin(work, "M-70 2V-46H64V2Z", {
      thread: coral,
      gap: 2.5,
      longest: 14,
      shade: ({ u }) => 0.75 - 0.35 * u,
    });
    satin(work, "M-20 -60V-112H16V-60Z", {
      thread: coral,
      gap: 2.4,
      longest: 12,
      shade: ({ u }) => 0.85 - 0.45 * u,
    });
    satin(work, "M-78 -44L-58 -78H54L72 -44Z", {
      thread: gall,
      angle: 62,
      gap: 2.5,
      shade: ({ u, v }) => 1.05 - 0.4 * v - 0.35 * u,
    });
    satin(work, "M-28 -110L-2 -156L24 -110Z", {
      thread: gall,
      angle: 75,
      gap: 2.4,
      shade: ({ u }) => 1 - 0.7 * u,
    });
    satin(work, "M-10 -82V-98Q-2 -108 6 -98V-82Z", { thread: woad, gap: 2.2, shade: () => 0.15 });
    radial(work, [-2, -91], 5.5, { thread: weld, rings: 1, gap: 1.8, outline: false });
    satin(work, "M-11 2V-28Q-2 -38 7 -28V2Z", { thread: madder, angle: 90, gap: 2.3, shade: () => 0.4 });
    for (const x of [-58, -38, 20, 42]) {
      satin(work, `M${x} -14V-34H${x + 13}V-14Z`, { thread: weld, angle: 90, gap: 2.2, shade: () => 0.95 });
      backStitch(work, `M${x + 6.5} -34V-14M${x} -24H${x + 13}`, {
        thread: umber,
        width: 1.3,
        length: 6,
        tone: 0.6,
      });
    }
    work.straight(work.point([-2, -154]), work.point([-2, -182]), straw[3], 2.2);
    satin(work, "M-1 -182L20 -175L-1 -168Z", { thread: weld, gap: 2.1, shade: () => 0.7 });
  });
}
