import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { BookEntry, BookInput } from "../../../app/domain/book/layout/layout";
import { nameJpeg } from "../../../app/domain/book/prepress/jpeg";
import { WEEKS, weekDays } from "../../../app/domain/diary/rules/calendar";
import { printSize } from "../../../app/domain/diary/rules/photo-rules";

/** A full year for the book renderer: 52 written weeks with three photos each, at print size. */

const START_DAY = "2025-01-06";
const PHOTOS_A_WEEK = 3;
/** A phone's photos at print size. */
const SHAPES = [printSize(4032, 3024), printSize(3024, 4032), printSize(3024, 3024)] as const;
/** Makes photos as heavy as a phone's at print size: about two and a half megabytes each. */
const NOISE = 13;
export type PhotoFiles = Map<string, { printFile: string }>;

/** A few pictures; each photo is a copy of one under its own name, so that no two files are the same. */
export async function takePhotos(folder: string): Promise<{ photoFiles: PhotoFiles; bytes: number }> {
  const originals = await Promise.all(
    SHAPES.map(async ({ width, height }) => {
      const noise = { type: "gaussian", mean: 128, sigma: NOISE } as const;
      const picture = sharp({ create: { width, height, channels: 3, background: "#777", noise } });
      return await picture.withIccProfile("srgb").jpeg({ quality: 88 }).toBuffer();
    }),
  );
  const photoFiles: PhotoFiles = new Map();
  let bytes = 0;
  mkdirSync(join(folder, "photos"));
  for (let photo = 0; photo < WEEKS * PHOTOS_A_WEEK; photo += 1) {
    const original = originals[photo % originals.length];
    if (!original) throw new Error("There is no picture to take.");
    const printFile = join(folder, "photos", `${photo}-print.jpg`);
    const print = nameJpeg(original, `taken-${photo}`);
    writeFileSync(printFile, print);
    bytes += print.length;
    photoFiles.set(`photo-${photo}`, { printFile });
  }
  return { photoFiles, bytes };
}

/** What the renderer is asked for, in a new folder with photos of its own. */
export function orderIn(workFolder: string, photoFiles: PhotoFiles) {
  mkdirSync(workFolder);
  const own: PhotoFiles = new Map();
  for (const [id, files] of photoFiles) {
    const printFile = join(workFolder, `${id}-print.jpg`);
    writeFileSync(printFile, readFileSync(files.printFile));
    own.set(id, { printFile });
  }
  return {
    input: fullYear(false),
    photoFiles: own,
    artwork: ARTWORK,
    workFolder,
    outputFile: join(workFolder, "book.pdf"),
    picturesFile: join(workFolder, "pages.gz"),
    cover: { binding: "standard" as const, outputFile: join(workFolder, "cover.pdf") },
  };
}

const artwork = (name: string) => join(process.cwd(), "public", "artwork", `${name}.svg`);
export const ARTWORK = {
  scene: artwork("scene-celebration"),
  pattern: artwork("pattern-celebration"),
  redwork: artwork("redwork-celebration"),
  motif: artwork("m-wedding"),
  wordmark: artwork("wordmark"),
};

export function fullYear(largePrint: boolean): BookInput {
  return {
    loop: {
      id: "year",
      title: "Our Wedding Year",
      theme: "celebration",
      typeName: "Wedding",
      dedication: "For everyone who came.",
      startDay: START_DAY,
      weeks: WEEKS,
    },
    entries: Array.from({ length: WEEKS }, (_, index) => writtenWeek(index + 1)),
    options: { ruledEmptyWeeks: false, largePrint },
  };
}

const SENTENCE = "We walked further than we had meant to, and nobody minded; the light over the reservoir was long. ";

function writtenWeek(week: number): BookEntry {
  return {
    week,
    ...weekDays({ startDay: START_DAY, pauses: [] }, week),
    title: `The ${week}th walk`,
    highlight: "We said we’d go for an hour and came back on Monday.",
    gratitude: "The woman at the boat hire.",
    prompt: "Where did you lose track of time?",
    // From forty words to five hundred.
    answer: SENTENCE.repeat(2 + (week % 26)),
    learned: week % 4 === 0 ? "That soup keeps." : "",
    photos: SHAPES.map(({ width, height }, place) => ({
      id: `photo-${(week - 1) * PHOTOS_A_WEEK + place}`,
      width,
      height,
      caption: "By the water",
    })),
  };
}
