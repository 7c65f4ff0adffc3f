import type { Embroidery } from "./embroidery";
import { heart, pencil, wellington } from "./figures/keepsakes";
import { frenchKnot } from "./stitches/knot";
import { backStitch, runningStitch, stemStitch } from "./stitches/lines";
import { radial } from "./stitches/radial";
import { satin } from "./stitches/satin";
import { tube } from "./stitches/tube";
import { threads } from "./threads";

const { chestnut, coral, gall, linen, madder, straw, umber, weld, woad } = threads;

/** A leather satchel with a pencil beside it. */
function mySchoolYear(work: Embroidery): void {
  satin(work, "M52 98H188V188Q188 198 178 198H62Q52 198 52 188Z", {
    thread: chestnut,
    angle: 90,
    gap: 2.6,
    longest: 30,
    shade: ({ u }) => 0.75 - 0.3 * u,
  });
  satin(work, "M46 78Q46 68 56 68H184Q194 68 194 78V128Q120 152 46 128Z", {
    thread: chestnut,
    gap: 2.6,
    shade: ({ v }) => 0.98 - 0.5 * v,
  });
  tube(work, "M88 66C88 40 152 40 152 66", 8, { thread: umber, slant: 0 });
  backStitch(work, "M52 124Q120 144 188 124", { thread: straw, width: 1.8 });
  for (const x of [82, 158]) {
    tube(work, `M${x} 84V168`, 11, { thread: umber, slant: 0, shade: () => 0.6 });
    satin(work, `M${x - 9} 138H${x + 9}V156H${x - 9}Z`, {
      thread: weld,
      gap: 2.1,
      shade: ({ u }) => 0.8 - 0.4 * u,
    });
  }
  work.layer("pencil");
  pencil(work, { x: 188, y: 148, turn: 0.3 }, 92, weld);
}

/** A mortarboard on three books. */
function universityYear(work: Embroidery): void {
  for (const [y, half, thread] of [
    [178, 78, madder],
    [154, 70, woad],
    [131, 74, weld],
  ] as const) {
    work.layer("books");
    satin(work, `M${120 - half} ${y}H${120 + half}V${y + 21}H${120 - half}Z`, {
      thread,
      gap: 2.5,
      longest: 26,
      shade: ({ v }) => 0.85 - 0.4 * v,
    });
    satin(work, `M${110 + half} ${y + 3}H${124 + half}V${y + 18}H${110 + half}Z`, { thread: linen, gap: 2 });
    backStitch(work, `M${134 - half} ${y + 10}H${166 - half}`, { thread: straw, width: 1.8 });
  }
  work.layer("cap");
  satin(work, "M86 88V116Q120 134 154 116V88Z", {
    thread: gall,
    angle: 90,
    gap: 2.4,
    shade: ({ u }) => 0.8 - 0.5 * u,
  });
  satin(work, "M120 50L204 82L120 112L36 82Z", {
    thread: gall,
    angle: 20,
    gap: 2.4,
    shade: ({ v }) => 0.98 - 0.6 * v,
  });
  stemStitch(work, "M120 82L182 96V124", { thread: weld, width: 2.3 });
  tube(work, "M182 124V146", (along) => 6 + 4 * along, { thread: weld, slant: 0 });
}

/** A ball of wool and two needles. */
function learnANewSkill(work: Embroidery): void {
  work.placed({ x: 96, y: 140 }, () => {
    radial(work, [0, 0], 57, { thread: coral, rings: 1, gap: 2.4, shade: () => 0.3 });
    for (let wind = 0; wind < 5; wind++)
      for (let strand = -2; strand < 3; strand++) {
        const left = -50 + wind * 6 + strand * 4;
        stemStitch(
          work,
          `M${left} ${strand * 16 - 10 + wind}Q0 ${strand * 20 - 24 + wind * 8} ${48 - wind * 5} ${strand * 15 + 6 + wind * 2}`,
          { thread: coral, width: 3, slant: 0.7, tone: 0.45 + wind * 0.1 },
        );
      }
  });
  work.layer("needles");
  for (const [path, knob] of [
    ["M40 208L196 62", [200, 58]],
    ["M176 204L72 52", [68, 48]],
  ] as const) {
    tube(work, path, 7, { thread: chestnut, slant: 0, shade: (_along, lit) => 0.5 + 0.4 * lit });
    frenchKnot(work, knob, 8, weld, 0.6);
  }
  work.layer("end of wool");
  runningStitch(work, "M148 160C190 170 200 200 220 178C230 166 214 150 200 160", {
    thread: coral,
    length: 6,
    gap: 0,
    width: 2.8,
  });
}

/** A small coat, a bag and boots on the pegs of a classroom. */
function firstYearAtSchool(work: Embroidery): void {
  tube(work, "M34 52H206", 13, { thread: chestnut, slant: 0 });
  for (const x of [82, 126, 168]) tube(work, `M${x} 52V72`, 7, { thread: weld, slant: 0 });
  work.layer("coat");
  satin(work, "M74 74Q52 82 46 102L36 176H50L56 128V190H112V128L118 176H130L120 102Q114 82 92 74Q84 84 74 74Z", {
    thread: madder,
    angle: 90,
    gap: 2.6,
    longest: 26,
    shade: ({ u }) => 0.95 - Math.abs(u - 0.33) * 0.9,
  });
  backStitch(work, "M84 82V188", { thread: gall, width: 1.8 });
  for (let button = 0; button < 4; button++) frenchKnot(work, [90, 104 + button * 22], 3, weld);
  satin(work, "M60 150H78V166H60ZM92 150H108V166H92Z", { thread: madder, gap: 2.2, shade: () => 0.1 });
  work.layer("bag");
  satin(work, "M146 84H190V128Q190 136 182 136H154Q146 136 146 128Z", {
    thread: woad,
    gap: 2.4,
    shade: ({ v }) => 1 - 0.4 * v,
  });
  stemStitch(work, "M150 84Q166 60 186 84", { thread: woad, width: 3 });
  heart(work, [168, 106], 9, weld);
  work.layer("boots");
  for (const x of [156, 186]) wellington(work, { x, y: 196, scale: 0.6 }, weld);
}

export const educationMotifs = {
  "my-school-year": mySchoolYear,
  "university-year": universityYear,
  "learn-a-new-skill": learnANewSkill,
  "first-year-at-school": firstYearAtSchool,
};
