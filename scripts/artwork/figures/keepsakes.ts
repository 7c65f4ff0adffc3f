import type { Embroidery, Placement } from "../embroidery";
import type { Point } from "../geometry";
import { frenchKnot } from "../stitches/knot";
import { backStitch } from "../stitches/lines";
import { satin } from "../stitches/satin";
import { column, tube } from "../stitches/tube";
import { type Thread, threads } from "../threads";

/** Small objects shared by several motifs. */

/** A metal ring, lit all the way round. */
export function band(work: Embroidery, [x, y]: Point, radius: number, width: number): void {
  tube(
    work,
    `M${x + radius} ${y}A${radius} ${radius} 0 1 1 ${x - radius} ${y}A${radius} ${radius} 0 1 1 ${x + radius} ${y}`,
    width,
    { thread: threads.weld, gap: 2.2, shade: (along) => 0.52 + 0.4 * Math.sin(along * 12.5 + 1) },
  );
}

export function heart(work: Embroidery, [x, y]: Point, size: number, thread: Thread): void {
  work.placed({ x, y, scale: size / 10 }, () =>
    satin(work, "M0 9C-15 0 -10 -10 -4.5 -8.5Q-1 -7.5 0 -3.5Q1 -7.5 4.5 -8.5C10 -10 15 0 0 9Z", {
      thread,
      angle: 70,
      gap: 2.2,
      shade: ({ u, v }) => 0.95 - v * 0.4 - u * 0.25,
    }),
  );
}

/** A wellington boot with its toe to the right; the origin is under the heel. */
export function wellington(work: Embroidery, placement: Placement, thread: Thread): void {
  work.placed(placement, () => {
    satin(work, "M-16 -70H16V-22C18 -16 40 -14 46 -2Q48 8 40 8H-16Z", {
      thread,
      angle: 90,
      gap: 2.5,
      shade: ({ u }) => 0.95 - Math.abs(u - 0.22) * 0.95,
    });
    tube(work, "M-17 -66H17", 7, { thread: threads.linen, slant: 0, shade: () => 0.75 });
    tube(work, "M-17 9H44", 6, { thread: threads.gall, slant: 0, shade: () => 0.4 });
    backStitch(work, "M-2 -58V-30", { thread: threads.linen, width: 1.7, length: 5 });
  });
}

/** A sock hung by its top; the origin is the middle of the top. */
export function sock(work: Embroidery, placement: Placement): void {
  work.placed(placement, () => {
    satin(work, "M-6 0H6V22Q8 30 16 32Q18 40 10 41H0Q-6 38 -6 28Z", {
      thread: threads.weld,
      angle: 90,
      gap: 2.1,
      shade: ({ u }) => 0.75 - 0.3 * u,
    });
    tube(work, "M-6 6H6", 4, { thread: threads.madder, slant: 0 });
  });
}

/** A pencil pointing down; the origin is where its wood begins. `length` is that of the painted part. */
export function pencil(work: Embroidery, placement: Placement, length: number, thread: Thread): void {
  const { straw, gall, blush, steel } = threads;
  work.placed(placement, () => {
    const top = -length;
    satin(work, `M-8 ${top}H8V0H-8Z`, {
      thread,
      angle: 90,
      gap: 2.2,
      shade: ({ x }) => 0.9 - 0.5 * Number(x > 0),
    });
    satin(work, "M-8 0H8L0 22Z", { thread: straw, angle: 90, gap: 2, shade: ({ u }) => 0.8 - 0.4 * u });
    satin(work, "M-3 14H3L0 22Z", { thread: gall, angle: 90, gap: 1.6 });
    satin(work, `M-8 ${top - 6}H8V${top}H-8Z`, { thread: steel, gap: 1.8, shade: () => 0.3 });
    satin(work, `M-8 ${top - 19}H8V${top - 6}H-8Z`, {
      thread: blush,
      angle: 90,
      gap: 2,
      shade: ({ u }) => 0.7 - 0.4 * u,
    });
  });
}

/** A needle with its eye at the origin, pointing to the right. */
export function needle(work: Embroidery, placement: Placement, length: number): void {
  work.placed(placement, () => {
    tube(work, `M0 0L${length} 0`, (along) => (along < 0.12 ? 5.4 : 5.4 * (1.02 - along)), {
      thread: threads.steel,
      slant: 0,
      gap: 1.7,
      shade: (_along, lit) => 0.35 + 0.5 * lit,
    });
    work.straight(work.point([4, 0]), work.point([13, 0]), "#4d565f", 1.9);
  });
}

/** A tied bow; the origin is its knot, `size` the reach of one loop. */
export function bow(work: Embroidery, placement: Placement, thread: Thread): void {
  work.placed(placement, () => {
    for (const mirror of [true, false])
      work.placed({ x: 0, y: 0, mirror }, () =>
        column(work, "M0 -1C10 -27 34 -31 34 -15", "M0 1C12 13 34 3 34 -11", {
          thread,
          gap: 2.2,
          shade: (along, across) => 0.35 + 0.5 * along - 0.15 * across,
        }),
      );
    frenchKnot(work, [0, 0], 5, thread, 0.6);
  });
}
