import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countBookPages, renderBook } from "../../app/domain/book/books/book-renderer.server";
import { PRINTER, type Printer } from "../../app/domain/book/prepress/printer";
import { Browser } from "./harness/browser";
import { atMost, type Figure, holds, megabytes, ms, precisely, quantile, quickest, seen } from "./harness/figures";
import { ARTWORK, fullYear, orderIn, type PhotoFiles, takePhotos } from "./harness/full-year";
import { askImageProcessor } from "./harness/image-processing";
import { readMeanwhile } from "./harness/meanwhile";
import { openNewProofs } from "./harness/opened-proof";
import { phonePhoto } from "./harness/phone-photo";
import type { ServedApp } from "./harness/served-app";

/**
 * A whole year as a book: 52 weeks, 156 photos in print size. Its duration is reported beside the physical limit
 * measured at the same time, reading and writing the same bytes. The book is rendered three times and the quickest
 * counts, because other load can only add time; and once more while a visitor requests pages without a pause, to
 * measure how each slows the other. Then a proof is opened as its owner does, and the photos are processed.
 */

const RUNS = 3;
/** The unit in which Linux counts the CPU time of a process. */
const TICKS_A_SECOND = 100;
const MOST_SECONDS = 3;
const MOST_SECONDS_FOR_BLOCK = 2;
const MOST_SECONDS_FOR_PROOF = 3;
const MOST_MEGABYTES = 250;
const MOST_MEGABYTES_MORE = 5;
const MOST_PAGE_MS = 500;
const MEGABYTE = 1024 * 1024;
/** The number of photos processed, two at a time, and the limits for one. */
const PROCESSED = 24;
const USUAL_PHOTO_MS = 600;
const SLOW_PHOTO_MS = 1000;
const MOST_IMAGE_PROCESSING_MEGABYTES = 450;

export async function measure(app: ServedApp): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "loop-bench-book-"));
  try {
    const { photoFiles, bytes } = await takePhotos(folder);
    const book = await measureBook(app, folder, photoFiles, bytes);
    return [...book, ...(await measureProofs(app, photoFiles)), ...(await measureImageProcessing(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Run {
  /** Milliseconds to read and write the same bytes, just before. */
  copied: number;
  took: number;
  /** Milliseconds until the last byte of the book block was written. */
  block: number;
  cpuSeconds: number;
  peak: number;
  pageCount: number;
  bytes: number;
  sha256: string;
}

async function measureBook(
  { origin }: ServedApp,
  folder: string,
  photoFiles: PhotoFiles,
  bytes: number,
): Promise<Figure[]> {
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await makeBook(join(folder, `run-${run}`), photoFiles));
  const press = await makeBook(join(folder, "press"), photoFiles, PRINTER);
  const counted = await countInLargePrint(join(folder, "count"));
  const reader = readMeanwhile(new Browser(origin), ["/about"]);
  const visited = await makeBook(join(folder, "visited"), photoFiles);
  const readerFigure = await reader.stop(MOST_PAGE_MS);
  const times = (measured: (run: Run) => number) => runs.map(measured);
  const usual = (measured: (run: Run) => number) => quantile(times(measured), 0.5);
  const [first] = runs;
  const all = [...runs, visited];
  const isSame = all.every((run) => run.sha256 === first?.sha256);
  const photoMegabytes = Math.round(bytes / MEGABYTE);
  const memory = (what: string, { peak }: { peak: number }) =>
    atMost(`${what}: memory of its render process`, peak / MEGABYTE, MOST_MEGABYTES, megabytes);
  return [
    quickest(
      `${first?.pageCount} pages, ${photoMegabytes} MB of photos: the block, quickest of ${RUNS}`,
      times((run) => run.block),
      MOST_SECONDS_FOR_BLOCK,
    ),
    quickest(
      "block, pages for the screen and case",
      times((run) => run.took),
      MOST_SECONDS,
    ),
    quickest(
      "the same bytes read and written, each time just before",
      times((run) => run.copied),
    ),
    seen("the book takes so many times that", usual((run) => run.took / run.copied).toFixed(1)),
    seen("work of the processor", precisely(usual((run) => run.cpuSeconds))),
    memory("the book", { peak: Math.max(...all.map((run) => run.peak)) }),
    memory(`the printer’s file and its case, checked, in ${precisely(press.took / 1000)}`, press),
    memory(`its ${counted.pageCount} pages in large print counted, in ${precisely(counted.took / 1000)}`, counted),
    atMost("the file beyond its photos", ((first?.bytes ?? 0) - bytes) / MEGABYTE, MOST_MEGABYTES_MORE, megabytes),
    seen("a book while pages are asked for", precisely(visited.took / 1000)),
    readerFigure,
    holds("made again somewhere else, the bytes are", isSame ? "the same" : "others", "the same", isSame),
  ];
}

async function makeBook(work: string, photoFiles: PhotoFiles, printer?: Printer): Promise<Run> {
  const order = { ...orderIn(work, photoFiles), ...(printer && { printer }) };
  const copied = copyAll(photoFiles, work);
  const renderProcess = watchProcess();
  const [began, clock] = [performance.now(), Date.now()];
  const made = await renderBook(order);
  const took = performance.now() - began;
  const { peak, cpuSeconds } = renderProcess.stop();
  if (!made.ok) throw new Error(made.detail);
  const block = statSync(order.outputFile).mtimeMs - clock;
  const file = sha256(order.outputFile);
  if (file !== made.sha256) throw new Error("The render process reports another checksum than the file has.");
  rmSync(work, { recursive: true });
  return { ...made, copied, took, block, cpuSeconds, peak };
}

/** As for a proof with a choice of type sizes. */
async function countInLargePrint(workFolder: string) {
  const renderProcess = watchProcess();
  const began = performance.now();
  const pageCount = await countBookPages({ input: fullYear(true), artwork: ARTWORK, workFolder });
  const took = performance.now() - began;
  return { pageCount, took, ...renderProcess.stop() };
}

/** How long the owner of a year waits for the pages of a proof that was never made. */
async function measureProofs(app: ServedApp, photoFiles: PhotoFiles): Promise<Figure[]> {
  const { alone, besidePrintFile } = await openNewProofs(app, photoFiles, RUNS);
  return [
    quickest(
      `a year’s proof that was never made, from opening it until its pages are there, quickest of ${RUNS}`,
      alone,
      MOST_SECONDS_FOR_PROOF,
    ),
    quickest("the same while the worker makes a print file", besidePrintFile),
  ];
}

/** Phone photos, processed two at a time in a separate process. */
async function measureImageProcessing(folder: string): Promise<Figure[]> {
  const file = join(folder, "telephone.jpg");
  writeFileSync(file, await phonePhoto(1));
  const { taken, megabytes: used, cpuSeconds } = await askImageProcessor("photo", file, PROCESSED);
  const what = `a photo of 12 megapixels processed, two at a time, ${PROCESSED} of them`;
  return [
    atMost(`${what}: median`, quantile(taken, 0.5), USUAL_PHOTO_MS),
    atMost("the same, p95", quantile(taken, 0.95), SLOW_PHOTO_MS),
    seen("CPU time per photo", ms((cpuSeconds * 1000) / PROCESSED)),
    atMost("peak memory of that process", used, MOST_IMAGE_PROCESSING_MEGABYTES, megabytes),
  ];
}

function copyAll(photoFiles: PhotoFiles, folder: string): number {
  const began = performance.now();
  const to = join(folder, "copy");
  for (const { printFile } of photoFiles.values()) writeFileSync(to, readFileSync(printFile), { flag: "a" });
  const took = performance.now() - began;
  rmSync(to);
  return took;
}

/** The render process's peak memory and CPU time while it is watched. */
function watchProcess(): { stop(): { peak: number; cpuSeconds: number } } {
  let [peak, ticks] = [0, 0];
  const look = () => {
    for (const name of readdirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const status = readFileSync(`/proc/${name}/status`, "utf8");
        if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid || !readProcess(name)) continue;
        peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024);
        const [user, system] =
          readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13) ?? [];
        ticks = Math.max(ticks, Number(user) + Number(system));
      } catch (error) {
        // A process may end while it is being read.
        if (!/^(?:ENOENT|ESRCH)$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
      }
    }
  };
  const timer = setInterval(look, 40);
  return {
    stop() {
      clearInterval(timer);
      return { peak, cpuSeconds: ticks / TICKS_A_SECOND };
    },
  };
}

function readProcess(processId: string): boolean {
  return readFileSync(`/proc/${processId}/cmdline`, "utf8").includes("render-process.server");
}

function sha256(file: string): string {
  if (statSync(file).size === 0) throw new Error("The book is empty.");
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
