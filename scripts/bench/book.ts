import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { nameJpeg } from "../../app/domain/books/jpeg";
import { type BookEntry, layoutBook } from "../../app/domain/books/layout";
import { renderBook } from "../../app/domain/books/render-book.server";
import { WEEKS, weekDays } from "../../app/domain/loops/calendar";
import { type Figure, ms, quantile } from "./apparatus/figures";
import type { ServedHouse } from "./apparatus/served-house";

/**
 * A whole year as a book: 52 weeks, 156 photos as large as they print. What it takes is told beside the physical
 * limit of the same minute, reading and writing the very same bytes, and beside the site's pages meanwhile.
 */

const START_DAY = "2025-01-06";
const PHOTOS_A_WEEK = 3;
const SHAPES = [
  [2551, 1913],
  [1913, 2551],
  [2551, 2551],
] as const;
/** As heavy as the photos of a telephone at print size: about a megabyte and a half each. */
const NOISE = 13;
const MOST_SECONDS = 3;
const MOST_MEGABYTES = 300;
const MOST_MEGABYTES_MORE = 5;
const MOST_PAGE_MS = 500;
const MEGABYTE = 1024 * 1024;

export async function measure({ origin }: ServedHouse): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "loop-bench-book-"));
  try {
    const { photoFiles, bytes } = await takePhotos(folder);
    const copied = copyAll(photoFiles, folder);
    const times: number[] = [];
    const work = join(folder, "one");
    const memory = watchChildren();
    const pages = watchPage(origin);
    const began = performance.now();
    const made = await renderBook(orderIn(work, photoFiles));
    const took = performance.now() - began;
    const peak = memory.stop();
    times.push(...(await pages.stop()));
    if (!made.ok) throw new Error(made.detail);
    const first = sha256(join(work, "book.pdf"));
    rmSync(work, { recursive: true });
    const again = await renderBook(orderIn(join(folder, "two"), photoFiles));
    const more = (made.bytes - bytes) / MEGABYTE;
    const slowest = quantile(times, 0.95);
    return [
      {
        what: `${made.pageCount} pages, ${Math.round(bytes / MEGABYTE)} MB of photos: block, pages for the screen and case`,
        value: `${(took / 1000).toFixed(2)} s`,
        limit: `≤ ${MOST_SECONDS} s`,
        isMet: took <= MOST_SECONDS * 1000,
      },
      {
        what: "the same bytes read and written, in this run",
        value: `${(copied / 1000).toFixed(2)} s`,
        isMet: true,
      },
      {
        what: "memory of the press at its most",
        value: `${Math.round(peak / MEGABYTE)} MB`,
        limit: `≤ ${MOST_MEGABYTES} MB`,
        isMet: peak <= MOST_MEGABYTES * MEGABYTE,
      },
      {
        what: "the file beyond its photos",
        value: `${more.toFixed(2)} MB`,
        limit: `≤ ${MOST_MEGABYTES_MORE} MB`,
        isMet: more <= MOST_MEGABYTES_MORE,
      },
      {
        what: `other pages meanwhile, p95 of ${times.length}`,
        value: ms(slowest),
        limit: `< ${MOST_PAGE_MS} ms`,
        isMet: slowest < MOST_PAGE_MS,
      },
      {
        what: "made again somewhere else, the bytes are",
        value: again.ok && again.sha256 === made.sha256 && first === made.sha256 ? "the same" : "others",
        limit: "the same",
        isMet: again.ok && again.sha256 === made.sha256 && first === made.sha256,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type PhotoFiles = Map<string, { printFile: string; proxyFile: string }>;

/** A handful of pictures, each photo one of them under a name of its own, so that no two files are the same. */
async function takePhotos(folder: string): Promise<{ photoFiles: PhotoFiles; bytes: number }> {
  const originals = await Promise.all(
    SHAPES.map(async ([width, height]) => {
      const noise = { type: "gaussian", mean: 128, sigma: NOISE } as const;
      const picture = sharp({ create: { width, height, channels: 3, background: "#777", noise } });
      const print = await picture.withIccProfile("srgb").jpeg({ quality: 88 }).toBuffer();
      const proxy = await sharp(print)
        .resize(320, 320, { fit: "inside" })
        .withIccProfile("srgb")
        .jpeg()
        .toBuffer();
      return { print, proxy };
    }),
  );
  const photoFiles: PhotoFiles = new Map();
  let bytes = 0;
  mkdirSync(join(folder, "photos"));
  for (let photo = 0; photo < WEEKS * PHOTOS_A_WEEK; photo += 1) {
    const original = originals[photo % originals.length];
    if (!original) throw new Error("There is no picture to take.");
    const files = {
      printFile: join(folder, "photos", `${photo}-print.jpg`),
      proxyFile: join(folder, "photos", `${photo}-small.jpg`),
    };
    const print = nameJpeg(original.print, `taken-${photo}`);
    writeFileSync(files.printFile, print);
    writeFileSync(files.proxyFile, original.proxy);
    bytes += print.length;
    photoFiles.set(`photo-${photo}`, files);
  }
  return { photoFiles, bytes };
}

function copyAll(photoFiles: PhotoFiles, folder: string): number {
  const began = performance.now();
  const to = join(folder, "copy");
  for (const { printFile } of photoFiles.values()) writeFileSync(to, readFileSync(printFile), { flag: "a" });
  const took = performance.now() - began;
  rmSync(to);
  return took;
}

function orderIn(workFolder: string, photoFiles: PhotoFiles) {
  mkdirSync(workFolder);
  const own: PhotoFiles = new Map();
  for (const [id, files] of photoFiles) {
    const names = [join(workFolder, `${id}-print.jpg`), join(workFolder, `${id}-small.jpg`)] as const;
    writeFileSync(names[0], readFileSync(files.printFile));
    writeFileSync(names[1], readFileSync(files.proxyFile));
    own.set(id, { printFile: names[0], proxyFile: names[1] });
  }
  const artwork = (name: string) => join(process.cwd(), "public", "artwork", `${name}.svg`);
  return {
    layout: layoutBook({
      loop: {
        ...{
          id: "year",
          title: "Our Wedding Year",
          theme: "celebration",
          typeKey: "wedding",
          typeName: "Wedding",
        },
        ...{ dedication: "For everyone who came.", startDay: START_DAY, weeks: WEEKS },
      },
      entries: Array.from({ length: WEEKS }, (_, index) => writtenWeek(index + 1)),
      options: { ruledEmptyWeeks: false },
    }),
    photoFiles: own,
    artwork: {
      ...{ scene: artwork("scene-celebration"), pattern: artwork("pattern-celebration") },
      ...{ motif: artwork("m-wedding"), wordmark: artwork("wordmark") },
    },
    workFolder,
    outputFile: join(workFolder, "book.pdf"),
    picturesFile: join(workFolder, "pages.gz"),
    cover: { binding: "standard" as const, outputFile: join(workFolder, "cover.pdf") },
  };
}

const SENTENCE =
  "We walked further than we had meant to, and nobody minded; the light over the reservoir was long. ";

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
    photos: SHAPES.map(([width, height], place) => ({
      id: `photo-${(week - 1) * PHOTOS_A_WEEK + place}`,
      width,
      height,
      caption: "By the water",
    })),
    prints: true,
  };
}

/** The most that any process begun from here holds in memory while it is watched. */
function watchChildren(): { stop(): number } {
  let most = 0;
  const look = () => {
    for (const name of readdirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const status = readFileSync(`/proc/${name}/status`, "utf8");
        if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid || !readPress(name)) continue;
        most = Math.max(most, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024);
      } catch {
        // A process may end while it is looked at.
      }
    }
  };
  const timer = setInterval(look, 40);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

function readPress(processId: string): boolean {
  return readFileSync(`/proc/${processId}/cmdline`, "utf8").includes("press.server");
}

/** Asks for a page again and again, and how long each answer took. */
function watchPage(origin: string): { stop(): Promise<number[]> } {
  const times: number[] = [];
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      const began = performance.now();
      await (await fetch(`${origin}/about`)).arrayBuffer();
      times.push(performance.now() - began);
    }
  })();
  return {
    async stop() {
      isWatching = false;
      await watching;
      return times;
    },
  };
}

function sha256(file: string): string {
  if (statSync(file).size === 0) throw new Error("The book is empty.");
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
