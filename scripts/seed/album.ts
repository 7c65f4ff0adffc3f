import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { seasonOf } from "../../app/domain/kernel/time/days";
import type { Frame, PhotographKind, PictureName } from "./written-years";

/**
 * The demo world's photographs, from the pictures in `photographs/`: blurred light and small figures seen from behind, so
 * that no real person appears and no rights are infringed.
 */

const PICTURES = join(import.meta.dirname, "photographs");

/** Pixels on the short side, as a phone takes them: 0.85 of a photograph fills a page at 300 to the inch. */
const SHORT_SIDE = 3001;

/** The share of a picture inside the frame, and its horizontal position: 0 is the left, 1 the right. */
const FRAMES: Record<Frame, { share: number; across: number; isMirrored: boolean }> = {
  // Cut to print size, so that image processing need not scale it down.
  "": { share: 0.85, across: 0.5, isMirrored: false },
  b: { share: 0.62, across: 0.4, isMirrored: false },
  c: { share: 0.54, across: 0.52, isMirrored: true },
  d: { share: 0.68, across: 0.56, isMirrored: true },
  // A close crop: half the side length, so a quarter of the image processing, and soft when it fills a page.
  e: { share: 0.45, across: 0.48, isMirrored: true },
};

/** The frame's vertical position, 0 at the top and 1 at the bottom; by default at the height of people. */
const AT_PEOPLE = 0.9;
const DOWN: Partial<Record<PhotographKind, number>> = { feet: 0.3, garland: 0.3, table: 0.5, cake: 0.75 };

export interface Picture {
  kind: PhotographKind;
  seed: number;
  frame: Frame;
}

export interface Album {
  /** The file of a photograph, a JPEG. */
  photograph(picture: Picture): Promise<string>;
}

export type Season = ReturnType<typeof seasonOf>;

/** The picture for a name on one day: outings show that day's season. */
export function pictureOn(
  day: string,
  name: PictureName,
  outdoors: Readonly<Record<Season, readonly PictureName[]>>,
): Picture {
  const [, kind, number, frame] = /^([a-z]+)-(\d+)([bcde]?)$/.exec(name) ?? [];
  if (kind !== "outdoors") {
    return { kind: kind as PhotographKind, seed: Number(number), frame: frame as Frame };
  }
  const outing = outdoors[seasonOf(day)][Number(number) - 1];
  if (!outing) throw new Error(`There is no ${name} for ${seasonOf(day)}.`);
  return { ...pictureOn(day, outing, outdoors), frame: frame as Frame };
}

export function fileNameOf({ kind, seed, frame }: Picture): string {
  return `${kind}-${seed}${frame}.jpg`;
}

/** Photographs as they are asked for, in a new folder, until `stop` is raised. */
export function openAlbum(folder: string, stop: AbortSignal): Album {
  mkdirSync(folder, { recursive: true });
  const taken = new Map<string, Promise<string>>();
  return {
    async photograph(picture) {
      stop.throwIfAborted();
      const file = join(folder, fileNameOf(picture));
      const photograph = taken.get(file) ?? take(picture, file);
      taken.set(file, photograph);
      return photograph;
    },
  };
}

/** Cuts a picture to its frame and enlarges it to the size of a photograph, as sharp as a lens made it. */
async function take({ kind, seed, frame }: Picture, file: string): Promise<string> {
  const { share, across, isMirrored } = FRAMES[frame];
  const picture = sharp(join(PICTURES, `${kind}-${seed}.webp`));
  const { width, height } = await picture.metadata();
  const size = { width: Math.round(width * share), height: Math.round(height * share) };
  const left = Math.round((width - size.width) * across);
  const top = Math.round((height - size.height) * (DOWN[kind] ?? AT_PEOPLE));
  const sideOf = (length: number) => Math.ceil((length * share * SHORT_SIDE) / Math.min(width, height));
  await picture
    .extract({ left, top, ...size })
    .resize({ width: sideOf(width), height: sideOf(height), fit: "fill", kernel: "cubic" })
    .flop(isMirrored)
    .jpeg({ quality: 86 })
    .toFile(file);
  return file;
}
