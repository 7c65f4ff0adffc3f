import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type Commission, type Delivery, fileNameOf, type Picture } from "./album";
import { drawPhotograph, type PhotographKind } from "./photographs";
import type { Frame } from "./years/written-week";

/** The painting process: it receives the pictures once, and reports each one when its file is complete. */

/** The share of a painting inside the frame, and its horizontal position: 0 is the left, 1 the right. */
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
const WHERE_PEOPLE_STAND = 0.9;
const DOWN: Partial<Record<PhotographKind, number>> = { feet: 0.3, garland: 0.3, table: 0.5, cake: 0.75 };

const paintings = new Map<string, Promise<Buffer>>();

function paint({ kind, seed }: Picture): Promise<Buffer> {
  const name = `${kind}-${seed}`;
  const painting = paintings.get(name) ?? drawPhotograph(kind, seed);
  paintings.set(name, painting);
  return painting;
}

async function take(picture: Picture): Promise<Buffer> {
  const { share, across, isMirrored } = FRAMES[picture.frame];
  const painting = await paint(picture);
  const { width, height } = await sharp(painting).metadata();
  const size = { width: Math.round(width * share), height: Math.round(height * share) };
  const left = Math.round((width - size.width) * across);
  const top = Math.round((height - size.height) * (DOWN[picture.kind] ?? WHERE_PEOPLE_STAND));
  return sharp(painting)
    .extract({ left, top, ...size })
    .flop(isMirrored)
    .jpeg({ quality: 86 })
    .toBuffer();
}

/** Two at a time, because painting is nearly twice the work of all else in the demo world. */
async function work({ folder, pictures }: Commission): Promise<void> {
  const waiting = pictures.values();
  await Promise.all([takeAll(waiting, folder), takeAll(waiting, folder)]);
}

async function takeAll(waiting: Iterable<Picture>, folder: string): Promise<void> {
  for (const picture of waiting) {
    const fileName = fileNameOf(picture);
    const file = join(folder, fileName);
    await writeFile(`${file}.wet`, await take(picture));
    await rename(`${file}.wet`, file);
    process.send?.({ fileName, file } satisfies Delivery);
  }
}

process.once("message", (commission: Commission) => {
  work(commission).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
// The parent process that wants the pictures has ended.
process.once("disconnect", () => process.exit(0));
