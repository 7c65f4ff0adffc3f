import type { Embroidery } from "../embroidery";
import { longAndShort } from "../stitches/field";
import { frenchKnot } from "../stitches/knot";
import { satin } from "../stitches/satin";
import { tube } from "../stitches/tube";
import { threads } from "../threads";

const { chestnut, gall, linen, madder, teal, umber, weld } = threads;

/** The dog, sitting, from behind. */
export function dog(work: Embroidery): void {
  work.layer("the dog");
  work.placed({ x: 262, y: 626, scale: 1.32 }, () => {
    const downwards = ({ x }: { x: number }) => Math.PI / 2 - (x - 262) * 0.0042;
    longAndShort(
      work,
      "M-50 0C-86 -4 -84 -62 -58 -104C-46 -124 -40 -138 -34 -154H34C40 -138 46 -124 58 -104C84 -62 86 -4 50 0Z",
      {
        thread: chestnut,
        direction: downwards,
        upwards: true,
        length: 17,
        density: 2.2,
        shade: ({ u, v }) => 0.82 - Math.abs(u - 0.4) * 1.15 - (v > 0.9 ? 0.15 : 0),
      },
    );
    longAndShort(work, "M-64 -2C-88 -14 -82 -52 -58 -56C-34 -58 -22 -30 -28 -2Z", {
      thread: chestnut,
      direction: () => 1.9,
      shade: ({ u, v }) => 0.98 - v * 0.5 - u * 0.3,
    });
    longAndShort(work, "M64 -2C88 -14 82 -52 58 -56C34 -58 22 -30 28 -2Z", {
      thread: chestnut,
      direction: () => 1.2,
      shade: ({ v }) => 0.72 - v * 0.5,
    });
    longAndShort(
      work,
      "M-40 -178C-42 -208 -22 -222 0 -222C22 -222 42 -208 40 -178C38 -158 20 -146 0 -146C-20 -146 -38 -158 -40 -178Z",
      {
        thread: chestnut,
        direction: downwards,
        length: 12,
        gap: 2.6,
        density: 2,
        shade: ({ u, v }) => 1 - v * 0.5 - Math.abs(u - 0.42) * 0.6,
      },
    );
    longAndShort(work, "M-4 -221C-10 -200 -9 -180 -5 -160Q0 -156 5 -160C9 -180 10 -200 4 -221Z", {
      thread: linen,
      direction: () => Math.PI / 2,
      length: 11,
      gap: 2.5,
      density: 2.2,
      shade: ({ u }) => 0.9 - 0.3 * u,
    });
    for (const mirror of [true, false])
      work.placed({ x: 0, y: 0, mirror }, () =>
        longAndShort(work, "M26 -212C46 -222 62 -204 62 -176C62 -158 50 -150 42 -158C36 -170 36 -192 26 -212Z", {
          thread: [...umber.slice(1), chestnut[2]],
          direction: () => Math.PI / 2 - 0.25,
          length: 12,
          gap: 2.5,
          density: 2,
          shade: ({ u, v }) => 0.95 - v * 0.6 - u * 0.2,
        }),
      );
    tube(work, "M-33 -149Q0 -136 33 -149", 10, {
      thread: madder,
      slant: 0,
      shade: (t) => 0.65 - 0.4 * Math.abs(t - 0.3),
    });
    frenchKnot(work, [0, -135], 5, weld, 0.8);
  });
}

/** The tabby cat, sitting, from behind. */
export function cat(work: Embroidery): void {
  work.layer("the cat");
  work.placed({ x: 484, y: 630, scale: 1.16 }, () => {
    longAndShort(
      work,
      "M-34 0C-60 -6 -58 -50 -42 -80C-34 -96 -28 -108 -24 -122H24C28 -108 34 -96 42 -80C58 -50 60 -6 34 0Z",
      {
        thread: gall,
        direction: ({ x }) => Math.PI / 2 - (x - 484) * 0.005,
        upwards: true,
        length: 15,
        gap: 2.7,
        density: 2.4,
        shade: ({ u, v }) => (Math.sin(v * 30 + Math.abs(u - 0.5) * 3) > 0.35 ? 0.2 : 0.8) - Math.abs(u - 0.4) * 0.6,
      },
    );
    for (const mirror of [true, false])
      work.placed({ x: 0, y: 0, mirror }, () => {
        satin(work, "M6 -164L27 -194L32 -146Q22 -158 6 -164Z", {
          thread: gall,
          angle: 70,
          gap: 2.2,
          shade: ({ u }) => 0.65 - 0.3 * u,
        });
      });
    longAndShort(
      work,
      "M-31 -138C-33 -160 -18 -170 0 -170C18 -170 33 -160 31 -138C30 -122 16 -114 0 -114C-16 -114 -30 -122 -31 -138Z",
      {
        thread: gall,
        direction: () => Math.PI / 2,
        length: 12,
        gap: 2.5,
        density: 2.3,
        shade: ({ u, v }) => (onCrownStripe(u) && v < 0.75 ? 0.12 : 0.82) - v * 0.3 - Math.abs(u - 0.4) * 0.35,
      },
    );
    tube(work, "M-24 -119Q0 -110 24 -119", 6, { thread: teal, slant: 0, shade: (t) => 0.95 - 0.4 * t });
    frenchKnot(work, [0, -111], 3, weld, 0.8);
  });
}

/** Tabby stripes on the cat's crown: one in the middle, one on either side. */
function onCrownStripe(u: number): boolean {
  const fromMiddle = Math.abs(u - 0.5);
  return fromMiddle < 0.06 || Math.abs(fromMiddle - 0.2) < 0.05;
}

/** The dog's and the cat's tails cross twice and form the loop; the dog's passes over at the end. */
export function tails(work: Embroidery): void {
  work.layer("the two tails");
  tube(work, "M322 606C372 614 420 584 414 534C410 500 372 492 362 522", (t) => 19 - 8 * t, {
    thread: chestnut,
    shade: (t, lit) => (t > 0.86 ? 0.99 : 0.3 + 0.45 * lit),
  });
  tube(work, "M448 612C404 620 352 590 360 540C364 506 400 496 412 522", (t) => 13 - 4.5 * t, {
    thread: gall,
    gap: 2.5,
    shade: (t, lit) => (t > 0.88 ? 0.99 : (Math.floor(t * 13) % 2 ? 0.15 : 0.6) + 0.15 * lit),
  });
  tube(work, "M414 550C418 534 406 506 386 500", 13, { thread: chestnut, outline: false });
}
