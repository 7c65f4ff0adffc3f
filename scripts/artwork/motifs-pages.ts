import type { Embroidery } from "./embroidery";
import { band, bow, heart, needle, pencil } from "./figures/keepsakes";
import { leafPair } from "./figures/plants";
import { around, FULL_TURN, type Point } from "./geometry";
import { flower } from "./stitches/flower";
import { frenchKnot } from "./stitches/knot";
import { backStitch, runningStitch, stemStitch } from "./stitches/lines";
import { radial } from "./stitches/radial";
import { satin } from "./stitches/satin";
import { column, tube } from "./stitches/tube";
import { type Thread, threads } from "./threads";

const { blush, chestnut, coral, leaf: green, lincoln, linen, madder, sage, sky, teal, weld, woad } = threads;

/** How it works, 1: choose a thread. */
function reels(work: Embroidery): void {
  reel(work, 48, 112, madder);
  reel(work, 104, 132, lincoln);
  reel(work, 160, 112, woad);
  stemStitch(work, "M182 84C226 70 226 20 190 26C160 32 176 70 206 58C226 50 232 36 236 30", {
    thread: woad,
    width: 2.6,
  });
  reel(work, 204, 148, weld);
}

function reel(work: Embroidery, x: number, y: number, thread: Thread): void {
  work.layer("reels");
  satin(work, `M${x - 22} ${y - 44}H${x + 22}V${y + 44}H${x - 22}Z`, {
    thread,
    angle: 4,
    gap: 3,
    longest: 60,
    shade: ({ v }) => 0.55 + 0.12 * Math.sin(v * 30),
  });
  for (const end of [y - 48, y + 48])
    satin(work, `M${x - 28} ${end - 6}H${x + 28}V${end + 6}H${x - 28}Z`, {
      thread: chestnut,
      gap: 2.3,
      shade: ({ v }) => 0.85 - 0.5 * v,
    });
}

/** How it works, 2: a photograph and a few lines. */
function photographAndPencil(work: Embroidery): void {
  work.placed({ x: 104, y: 112, turn: -0.1 }, () => {
    satin(work, "M-66 -56H66V66H-66Z", { thread: linen, angle: 90, gap: 2.6, longest: 40, shade: () => 0.8 });
    satin(work, "M-56 -46H56V36H-56Z", {
      thread: sky,
      gap: 2.5,
      shade: ({ v }) => 0.3 + 0.6 * v,
      outline: false,
    });
    radial(work, [20, -4], 17, { thread: weld, rings: 2 });
    satin(work, "M-56 36V8C-30 -10 0 10 20 14C36 16 48 6 56 4V36Z", {
      thread: teal,
      angle: -15,
      gap: 2.4,
      shade: ({ v }) => 0.9 - v * 0.6,
    });
  });
  work.layer("pencil");
  pencil(work, { x: 156, y: 168, turn: 0.5, scale: 1.05 }, 128, coral);
  runningStitch(work, "M60 206C90 196 110 214 140 204C156 198 168 206 176 200", {
    thread: woad,
    length: 7,
    gap: 4,
    width: 2.4,
  });
}

/** How it works, 3: the ring fills week by week. */
function ringAndNeedle(work: Embroidery): void {
  const centre: Point = [116, 124];
  const [stitches, made] = [26, 17];
  for (let stitch = 0; stitch < stitches; stitch++) {
    const at = (share: number) => around(centre, 78, ((stitch + share) / stitches) * FULL_TURN - Math.PI / 2);
    const [from, to] = [at(0), at(0.72)];
    if (stitch < made)
      tube(work, `M${from.join(" ")}A78 78 0 0 1 ${to.join(" ")}`, 8, {
        thread: madder,
        gap: 2,
        slant: 0.5,
        outline: false,
        shade: () => 0.45,
      });
    else for (const hole of [from, to]) frenchKnot(work, hole, 1.7, linen, 0.2);
  }
  work.layer("flower");
  leafPair(work, [116, 150], Math.PI / 2, 38, green);
  flower(work, [116, 118], 30, { petals: 7, thread: blush, knots: 9 });
  work.layer("needle");
  needle(work, { x: 12, y: 134, turn: -0.75 }, 122);
  runningStitch(work, "M14 132C-2 160 6 190 32 196", { thread: madder, length: 6, gap: 0, width: 2.6 });
}

/** How it works, 4: the book, tied with a ribbon. */
function book(work: Embroidery): void {
  satin(work, "M46 62L58 50H198L190 62Z", { thread: lincoln, gap: 2.3, shade: () => 0.8 });
  satin(work, "M190 62L198 50V190L190 204Z", {
    thread: linen,
    angle: 86,
    gap: 2.2,
    shade: ({ u }) => (u < 0.5 ? 0.4 : 0.9),
  });
  satin(work, "M46 62H190V204H46Z", {
    thread: lincoln,
    angle: 90,
    longest: 34,
    shade: ({ u }) => 0.65 - 0.2 * u,
  });
  satin(work, "M46 62H60V204H46Z", {
    thread: lincoln,
    angle: 90,
    gap: 2.4,
    shade: () => 0.15,
    outline: false,
  });
  work.layer("cover");
  for (let stitch = 0; stitch < 26; stitch++) {
    const at = (share: number) => around([126, 124], 40, ((stitch + share) / 26) * FULL_TURN);
    work.straight(at(0), at(0.62), weld[3], 3);
  }
  flower(work, [126, 124], 20, { petals: 6, thread: coral, knots: 6 });
  backStitch(work, "M96 184H156", { thread: weld, width: 2.4, length: 5 });
  work.layer("ribbon");
  tube(work, "M176 62C184 110 172 160 180 216", 10, { thread: madder, slant: 0, gap: 2.3 });
  bow(work, { x: 178, y: 60 }, madder);
}

/** Values, 1: sewn to last. */
function sewnPages(work: Embroidery): void {
  const sections = [76, 102, 128, 154, 180];
  for (const y of sections) {
    work.layer("pages");
    satin(work, `M40 ${y}Q24 ${y + 11} 40 ${y + 22}H206V${y}Z`, {
      thread: linen,
      gap: 2.5,
      longest: 70,
      shade: ({ v }) => 0.98 - 0.5 * v,
    });
  }
  work.layer("thread");
  for (const x of [66, 110, 154, 188])
    for (const y of sections) tube(work, `M${x} ${y + 4}V${y + 19}`, 5, { thread: madder, slant: 0.4, gap: 1.9 });
  stemStitch(work, "M188 76C190 50 214 60 206 40C200 26 180 34 188 46", { thread: madder, width: 2.8 });
  needle(work, { x: 199, y: 55, turn: 0.5 + Math.PI }, 88);
}

/** Values, 2: an open book. */
function openBook(work: Embroidery): void {
  satin(work, "M120 76C92 58 52 56 24 68V186C52 174 92 178 120 194Z", {
    thread: linen,
    angle: 4,
    gap: 2.6,
    longest: 44,
    shade: ({ u }) => 0.98 - 0.45 * u,
  });
  satin(work, "M120 76C148 58 188 56 216 68V186C188 174 148 178 120 194Z", {
    thread: linen,
    angle: -4,
    gap: 2.6,
    longest: 44,
    shade: ({ u }) => 0.6 + 0.35 * u,
  });
  work.layer("page");
  satin(work, "M38 84Q70 74 104 88V138Q70 126 38 134Z", {
    thread: coral,
    angle: 10,
    gap: 2.4,
    shade: ({ v }) => 0.4 + 0.5 * (1 - v),
  });
  radial(work, [76, 104], 12, { thread: weld, rings: 1 });
  const written = { thread: woad, length: 6, gap: 3, width: 2 };
  for (let line = 0; line < 6; line++) {
    const y = 92 + line * 14;
    runningStitch(work, `M136 ${y}Q168 ${y - 12} ${line === 5 ? 176 : 204} ${y - 8}`, written);
  }
  runningStitch(work, "M38 148Q70 140 104 152M38 162Q60 156 84 160", written);
  work.layer("ribbon");
  tube(work, "M120 74C126 120 112 170 122 214", 7, { thread: madder, slant: 0, gap: 2.2 });
}

/** Values, 3: the key is yours. */
function keyAndTag(work: Embroidery): void {
  const metal = { thread: weld, slant: 0, gap: 2.2 };
  tube(work, "M170 170L190 150", 10, metal);
  tube(work, "M152 152L168 136", 10, metal);
  tube(work, "M110 110L190 190", 12, metal);
  band(work, [84, 84], 36, 11);
  work.layer("tag");
  column(work, "M196 60C220 60 226 110 200 128", "M196 64C178 78 180 110 196 126", {
    thread: linen,
    gap: 2.3,
    shade: () => 0.8,
  });
  heart(work, [199, 92], 9, madder);
  stemStitch(work, "M84 48C60 20 110 8 104 34C100 52 70 40 84 48C110 66 130 40 150 44C176 50 170 78 196 68", {
    thread: madder,
    width: 3,
  });
  work.layer("flower");
  leafPair(work, [60, 154], 2.3, 34, sage);
  flower(work, [54, 170], 16, { petals: 5, thread: blush });
}

/** Values, 4: your own words. */
function message(work: Embroidery): void {
  satin(work, "M30 44H176V204H30Z", {
    thread: linen,
    angle: 90,
    longest: 50,
    shade: ({ u }) => 0.95 - 0.25 * u,
  });
  work.layer("words");
  for (let line = 0; line < 5; line++) {
    const y = 72 + line * 24;
    runningStitch(work, `M50 ${y}C70 ${y - 6} 84 ${y + 6} 104 ${y}S136 ${y - 6} ${line === 4 ? 112 : 158} ${y}`, {
      thread: woad,
      length: 7,
      gap: 3.4,
      width: 2.3,
    });
  }
  stemStitch(
    work,
    "M112 168C126 160 134 150 122 146C112 144 114 166 134 166C150 166 158 150 150 148C142 148 146 168 166 164",
    {
      thread: madder,
      width: 2.6,
    },
  );
  work.layer("pencil");
  pencil(work, { x: 154, y: 154, turn: 0.62 }, 116, weld);
}

export const pageMotifs = {
  how1: reels,
  how2: photographAndPencil,
  how3: ringAndNeedle,
  how4: book,
  val1: sewnPages,
  val2: openBook,
  val3: keyAndTag,
  val4: message,
};
