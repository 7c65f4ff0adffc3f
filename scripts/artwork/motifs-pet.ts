import type { Embroidery } from "./embroidery";
import { daisy } from "./figures/plants";
import { longAndShort } from "./stitches/field";
import { frenchKnot } from "./stitches/knot";
import { backStitch, runningStitch, stemStitch } from "./stitches/lines";
import { radial } from "./stitches/radial";
import { satin } from "./stitches/satin";
import { tube } from "./stitches/tube";
import { threads } from "./threads";

const { blush, chestnut, coral, gall, leaf: green, linen, madder, teal, umber, weld, white } = threads;

/** A puppy's face. */
function puppysFirstYear(work: Embroidery): void {
  longAndShort(work, "M64 104C58 58 90 44 120 44C150 44 182 58 176 104C178 150 150 186 120 186C90 186 62 150 64 104Z", {
    thread: chestnut,
    direction: ({ x }) => Math.PI / 2 - (x - 120) * 0.006,
    gap: 2.6,
    density: 2.1,
    shade: ({ u, v }) => 0.92 - Math.abs(u - 0.43) * 0.8 - v * 0.15,
  });
  longAndShort(
    work,
    "M120 44C108 70 104 104 96 128C90 160 106 184 120 184C134 184 150 160 144 128C136 104 132 70 120 44Z",
    {
      thread: linen,
      direction: () => Math.PI / 2,
      length: 12,
      gap: 2.5,
      density: 2.1,
      shade: ({ v }) => 0.9 - v * 0.3,
    },
  );
  work.layer("face");
  for (const mirror of [true, false])
    work.placed({ x: 120, y: 0, mirror }, () => {
      longAndShort(work, "M42 54C72 46 92 84 88 128C84 152 66 148 60 124C58 96 56 74 42 54Z", {
        thread: [...umber.slice(1), chestnut[2]],
        direction: () => Math.PI / 2 - 0.2,
        gap: 2.5,
        density: 2,
        shade: ({ v }) => 0.9 - v * 0.6,
      });
      frenchKnot(work, [26, 106], 7, gall, 0.1);
      frenchKnot(work, [mirror ? 28 : 24, 103], 1.8, white, 0.95);
    });
  satin(work, "M104 136Q120 128 136 136Q134 150 120 152Q106 150 104 136Z", {
    thread: gall,
    gap: 2.1,
    shade: ({ v }) => 0.45 - 0.3 * v,
  });
  satin(work, "M113 168H127Q128 184 120 186Q112 184 113 168Z", {
    thread: coral,
    angle: 90,
    gap: 2,
    shade: () => 0.6,
  });
  backStitch(work, "M120 152V162Q108 172 98 164M120 162Q132 172 142 164", {
    thread: umber,
    width: 2.2,
    length: 5,
  });
  tube(work, "M82 180Q120 206 158 180", 10, { thread: madder, slant: 0 });
  frenchKnot(work, [120, 200], 6, weld, 0.8);
}

/** A cat curled up asleep. */
function myCatAndMe(work: Embroidery): void {
  const tabby = gall.slice(1);
  longAndShort(work, "M40 150C40 96 90 78 128 84C180 90 206 130 198 166C190 198 60 204 44 180Z", {
    thread: tabby,
    direction: ({ x, y }) => Math.atan2(y - 150, x - 120) + Math.PI / 2,
    length: 14,
    gap: 2.6,
    density: 2.3,
    shade: ({ u, v }) => (Math.sin(u * 34) > 0.3 ? 0.2 : 0.8) - v * 0.25,
  });
  tube(work, "M186 176C150 204 96 204 60 186C48 178 60 164 74 170", (along) => 18 - 5 * along, {
    thread: gall,
    shade: (along, lit) => (along > 0.88 ? 0.98 : (Math.floor(along * 13) % 2 ? 0.2 : 0.55) + 0.15 * lit),
  });
  work.layer("head");
  for (const mirror of [true, false])
    work.placed({ x: 74, y: 0, mirror }, () =>
      satin(work, "M8 98L30 72L34 118Z", {
        thread: tabby,
        angle: 70,
        gap: 2.2,
        shade: ({ u }) => 0.7 - 0.3 * u,
      }),
    );
  longAndShort(work, "M40 136C34 104 54 92 74 92C96 92 112 106 108 136C104 160 46 160 40 136Z", {
    thread: tabby,
    direction: () => Math.PI / 2,
    length: 11,
    density: 2.3,
    gap: 2.5,
    shade: ({ u, v }) => 0.92 - v * 0.4 - (Math.abs(u - 0.5) < 0.07 && v < 0.5 ? 0.5 : 0),
  });
  for (const x of [54, 94])
    backStitch(work, `M${x - 7} 124Q${x} 131 ${x + 7} 124`, { thread: linen, width: 1.8, length: 5 });
  satin(work, "M69 134H79L74 140Z", { thread: blush, gap: 1.8 });
  stemStitch(work, "M24 206H216", { thread: teal, width: 3 });
  work.layer("sun");
  radial(work, [196, 66], 22, { thread: weld, rings: 2 });
}

/** A dog on a long lead, over the hill. */
function adventuresWithMyPet(work: Embroidery): void {
  longAndShort(work, "M10 176C70 130 140 150 230 128V214H10Z", {
    thread: green,
    direction: () => -0.2,
    length: 14,
    gap: 2.6,
    density: 1.9,
    shade: ({ v }) => 1 - v * 0.7,
  });
  radial(work, [60, 70], 28, { thread: weld, rings: 2 });
  work.layer("dog");
  longAndShort(
    work,
    "M96 166C92 140 100 128 120 126H164C176 126 184 132 186 144L190 186H178L172 160H126L124 188H112L108 164Z",
    {
      thread: chestnut,
      direction: () => 0.3,
      length: 11,
      density: 2.1,
      gap: 2.5,
      shade: ({ v }) => 0.9 - v * 0.6,
    },
  );
  longAndShort(
    work,
    "M170 138C170 112 180 96 200 96C214 96 218 108 226 112C230 120 218 126 208 126C206 140 190 150 182 150Z",
    {
      thread: chestnut,
      direction: () => 0.2,
      length: 10,
      density: 2.1,
      gap: 2.4,
      shade: ({ v }) => 0.9 - 0.4 * v,
    },
  );
  satin(work, "M186 100C176 102 172 122 178 132C188 134 192 114 194 104Z", {
    thread: umber,
    angle: 90,
    gap: 2.2,
  });
  tube(work, "M104 132C92 124 88 108 94 94", (along) => 10 - 6 * along, { thread: chestnut });
  frenchKnot(work, [208, 106], 2, gall, 0.1);
  frenchKnot(work, [226, 113], 3, gall, 0.1);
  tube(work, "M178 140L190 150", 5, { thread: madder, slant: 0 });
  work.layer("lead");
  runningStitch(work, "M184 146C150 90 120 40 150 34C178 30 170 70 140 60C120 52 100 30 84 20", {
    thread: madder,
    gap: 4,
    width: 2.8,
  });
  work.layer("ball");
  radial(work, [40, 192], 13, { thread: coral, rings: 2 });
  daisy(work, [206, 196], 13);
}

export const petMotifs = {
  "puppys-first-year": puppysFirstYear,
  "my-cat-and-me": myCatAndMe,
  "adventures-with-my-pet": adventuresWithMyPet,
};
