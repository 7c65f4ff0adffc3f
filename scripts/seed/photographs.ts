import sharp from "sharp";
import { type Random, seededRandom } from "../artwork/random";
import { Canvas, type Painter } from "./painting/canvas";
import { indoors } from "./painting/indoors";
import { keepsakes } from "./painting/keepsakes";
import { outdoors } from "./painting/outdoors";
import { weather } from "./painting/weather";

/**
 * Photographs for the demo world, painted by code: blurred light and small figures seen from behind, so that no real
 * person appears and no rights are infringed.
 */
export type PhotographKind =
  | "beach"
  | "garden"
  | "feet"
  | "table"
  | "kite"
  | "lake"
  | "autumn"
  | "snow"
  | "cake"
  | "dance"
  | "pup"
  | "garland";

const painters: Record<PhotographKind, Painter> = { ...outdoors, ...weather, ...indoors, ...keepsakes };

export const PHOTOGRAPH_KINDS = Object.keys(painters) as PhotographKind[];

/** Size of the file in pixels, as a phone held that way produces: 0.85 of it fills a page at 300 to the inch. */
const SHAPES = {
  landscape: { width: 4002, height: 3001 },
  portrait: { width: 3001, height: 4002 },
  square: { width: 3001, height: 3001 },
} as const;

const shapeOfKind: Record<PhotographKind, keyof typeof SHAPES> = {
  beach: "landscape",
  garden: "landscape",
  feet: "landscape",
  table: "square",
  kite: "portrait",
  lake: "landscape",
  autumn: "portrait",
  snow: "landscape",
  cake: "landscape",
  dance: "portrait",
  pup: "square",
  garland: "portrait",
};

/** Painted at this many pixels on the long side and enlarged: as sharp as a lens, and much faster. */
const PAINTED = 1200;

/** The largest change of a pixel by grain, of 255. */
const GRAIN = 6;

/**
 * Paints a photograph as a JPEG of at least 3001 pixels a side. The same kind and seed (a whole number) give
 * the same picture; another seed changes the people, the light, the tint, the crop and the side.
 */
export async function drawPhotograph(kind: PhotographKind, seed: number): Promise<Buffer> {
  const shape = SHAPES[shapeOfKind[kind]];
  const random = seededRandom(seed * 7919 + PHOTOGRAPH_KINDS.indexOf(kind) * 104729 + 1);
  const canvas = new Canvas(shape.width / shape.height, random);
  const { data, info } = await sharp(Buffer.from(canvas.paint(painters[kind])), {
    density: (72 * PAINTED) / canvas.longSide,
  })
    .removeAlpha()
    .modulate({ brightness: 0.95 + random() * 0.12, saturation: 0.82 + random() * 0.22 })
    .linear(warmth(random() - 0.5), [0, 0, 0])
    .flop(random() < 0.5)
    .raw()
    .toBuffer({ resolveWithObject: true });
  addGrain(data, random);
  return sharp(data, { raw: info })
    .resize({ ...shape, fit: "fill", kernel: "cubic" })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** Film grain: the same small change to a pixel's red, green and blue. */
function addGrain(pixels: Buffer, random: Random): void {
  for (let index = 0; index + 2 < pixels.length; index += 3) {
    const grain = (random() + random() - 1) * GRAIN;
    for (let channel = index; channel < index + 3; channel++)
      pixels[channel] = Math.max(0, Math.min(255, (pixels[channel] ?? 0) + grain));
  }
}

/** Gains for red, green and blue: warmer light for a positive amount, cooler for a negative. */
function warmth(amount: number): [number, number, number] {
  return [1 + amount * 0.1, 1, 1 - amount * 0.1];
}
