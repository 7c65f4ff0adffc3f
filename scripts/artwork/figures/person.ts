import type { Embroidery, Placement } from "../embroidery";
import type { Point } from "../geometry";
import { longAndShort } from "../stitches/field";
import { frenchKnot } from "../stitches/knot";
import { backStitch } from "../stitches/lines";
import { radial } from "../stitches/radial";
import { satin } from "../stitches/satin";
import { tube } from "../stitches/tube";
import { type Thread, threads } from "../threads";

export interface Look {
  coat: Thread;
  legs: Thread;
  boots: Thread;
  hair: Thread;
  skin?: Thread;
  hairStyle: "short" | "bob" | "bun" | "bunches" | "plaits";
  hem?: "jacket" | "skirt";
  /** The positions of the hands, in hundredths of the height; the left one first. */
  hands: readonly [Point, Point];
  /** Larger for children. */
  headScale?: number;
  satchel?: Thread;
}

/** The height of the shoulders, in hundredths of the body's height. */
const SHOULDER = -77;

/**
 * A person seen from behind, looking into the picture. The placement's origin is between the feet, its scale the height
 * in picture units divided by 100.
 */
export function person(work: Embroidery, placement: Placement, look: Look): void {
  work.placed(placement, () => {
    for (const side of [-1, 1]) leg(work, side, look);
    look.hands.forEach((hand, index) => {
      arm(work, index === 0 ? -1 : 1, hand, look);
    });
    coat(work, look);
    if (look.satchel) satchel(work, look.satchel);
    work.placed({ x: 0, y: SHOULDER, scale: look.headScale ?? 1 }, () => head(work, look));
  });
}

function leg(work: Embroidery, side: number, { legs, boots }: Look): void {
  tube(work, `M${side * 6} -40L${side * 6.8} -8`, 8.4, { thread: legs, slant: 0, shade: () => 0.45 });
  tube(work, `M${side * 7} -13L${side * 7.4} 0`, 9.6, { thread: boots, slant: 0, shade: () => 0.5 });
}

function arm(work: Embroidery, side: number, [x, y]: Point, { coat: thread, skin = threads.fairSkin }: Look): void {
  frenchKnot(work, [x, y + 1.5], 3.1, skin, 0.55);
  tube(work, `M${side * 11} -73Q${side * 17.5} -62 ${x} ${y}`, (along) => 8.6 - 1.8 * along, {
    thread,
    shade: (along) => 0.45 - 0.15 * along,
  });
}

function coat(work: Embroidery, { coat: thread, hem }: Look): void {
  const [bottom, half] = hem === "skirt" ? [-23, 20] : [-33, 15.5];
  satin(
    work,
    `M-8 -79Q-14 -78 -15 -68L-${half} ${bottom}Q0 ${bottom + 4} ${half} ${bottom}L15 -68Q14 -78 8 -79Q0 -76 -8 -79Z`,
    {
      thread,
      angle: 90,
      gap: 2.5,
      longest: 22,
      shade: ({ u, v }) => 0.82 - 0.85 * Math.abs(u - 0.32) - 0.12 * v,
    },
  );
  backStitch(work, `M0 -74V${bottom + 3}`, { thread, tone: 0.1, width: 1.6, length: 5 });
  tube(work, "M-12 -53Q0 -51 12 -53", 4.4, { thread, slant: 0, gap: 2.2, shade: () => 0.12, outline: false });
  for (const side of [-1, 1]) frenchKnot(work, [side * 8, -52.5], 1.5, threads.weld, 0.8);
}

/** Hair follows the head from the crown down, so that the head looks round. */
function head(work: Embroidery, look: Look): void {
  const { hair, skin = threads.fairSkin, hairStyle } = look;
  tube(work, "M0 1.5L0 -6", 7, { thread: skin, slant: 0, gap: 2, outline: false, shade: () => 0.4 });
  for (const side of [-1, 1]) frenchKnot(work, [side * 9.6, -12], 2.1, skin, 0.55);
  const [crownX, crownY] = work.point([-1.5, -20]);
  const nape = hairStyle === "bob" ? 1.5 : -4.5;
  const cheek = hairStyle === "bob" ? 10.6 : 6.5;
  longAndShort(
    work,
    `M-9.8 -12C-10.4 -20 -5.5 -24.4 0 -24.4C5.5 -24.4 10.4 -20 9.8 -12C9.7 -8 9 ${nape - 2} ${cheek} ${nape}Q0 ${nape + 2} -${cheek} ${nape}C-9 ${nape - 2} -9.7 -8 -9.8 -12Z`,
    {
      thread: hair,
      direction: ({ x, y }) => Math.atan2(y - crownY + 3, (x - crownX) * 0.75),
      length: 11,
      gap: 2,
      density: 2.6,
      shade: ({ u, v }) => 0.95 - 0.75 * Math.abs(u - 0.32) - 0.4 * v,
    },
  );
  if (hairStyle === "bun")
    radial(work, [0, -24.5], 5.6, {
      thread: hair,
      rings: 2,
      gap: 1.8,
      shade: (outwards) => 0.85 - 0.5 * outwards,
    });
  if (hairStyle === "bunches" || hairStyle === "plaits") parting(work);
  if (hairStyle === "bunches") for (const mirror of [false, true]) bunch(work, hair, mirror);
  if (hairStyle === "plaits") for (const mirror of [false, true]) plait(work, hair, mirror);
}

function parting(work: Embroidery): void {
  backStitch(work, "M0 -23V-6", { thread: threads.fairSkin, tone: 0.7, width: 1.5, length: 4 });
}

function bunch(work: Embroidery, thread: Thread, mirror: boolean): void {
  work.placed({ x: 0, y: 0, mirror }, () => {
    tube(work, "M8.5 -13Q17 -14 16 0", (along) => 4 + 4.5 * Math.sin(Math.PI * along ** 0.7), {
      thread,
      gap: 2,
    });
    frenchKnot(work, [9.5, -12.6], 2, threads.madder, 0.6);
  });
}

function plait(work: Embroidery, thread: Thread, mirror: boolean): void {
  work.placed({ x: 0, y: 0, mirror }, () => {
    for (let link = 0; link < 6; link++) {
      const y = -9 + link * 4.4;
      const x = 9.4 + link * 0.75;
      const lean = link % 2 ? 1.3 : -1.3;
      tube(work, `M${x - lean} ${y}L${x + lean} ${y + 5.2}`, 5.8 - link * 0.25, {
        thread,
        gap: 1.8,
        slant: 0.5,
        shade: () => (link % 2 ? 0.35 : 0.75),
      });
    }
    frenchKnot(work, [14, 18.5], 2.2, threads.madder, 0.6);
    tube(work, "M14 19.5L14.8 24.5", (along) => 3 + 2 * along, { thread, gap: 1.8, shade: () => 0.6 });
  });
}

function satchel(work: Embroidery, thread: Thread): void {
  for (const side of [-1, 1])
    tube(work, `M${side * 7.5} -78Q${side * 9} -72 ${side * 9} -66`, 3, {
      thread,
      slant: 0,
      gap: 1.8,
      shade: () => 0.2,
      outline: false,
    });
  satin(work, "M-12 -69H12V-46Q0 -43 -12 -46Z", { thread, gap: 2.3, shade: ({ u }) => 0.5 - 0.25 * u });
  satin(work, "M-12.6 -70H12.6V-60Q0 -54 -12.6 -60Z", {
    thread,
    angle: 90,
    gap: 2.3,
    shade: ({ u }) => 0.9 - 0.35 * u,
  });
  backStitch(work, "M-11 -59.6Q0 -54.6 11 -59.6", {
    thread: threads.linen,
    tone: 0.7,
    width: 1.4,
    length: 4,
  });
  frenchKnot(work, [0, -55.8], 2, threads.weld, 0.9);
}
