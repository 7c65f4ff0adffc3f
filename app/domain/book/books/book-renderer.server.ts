import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serialize } from "node:v8";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import type { BookInput } from "../layout/layout";
import type { DoublePage } from "../layout/pages";
import type { Printer } from "../prepress/printer";
import type { BookArtwork } from "../typesetting/print-artwork";
import { watchMemory } from "./process-memory.server";
import type { CountJob, RenderJob, RenderMessage, RenderProcessJob, RenderResult } from "./render-job";

/**
 * Runs the render process, which lays a book out and makes it, so that the calling process stays free meanwhile. What
 * people wrote decides how long that takes and how much memory, so the process is ended at a limit of both.
 */

export type { RenderResult } from "./render-job";

export interface RenderRequest {
  input: BookInput;
  /** By photo id: the print-size JPEG, upright, sRGB. */
  photoFiles: ReadonlyMap<string, { printFile: string }>;
  artwork: BookArtwork;
  /** A temporary folder for this book alone, which holds the photo files; nothing else is read. */
  workFolder: string;
  outputFile: string;
  /** Receives the pages as pictures, see `openPictures`. */
  picturesFile: string;
  /** A PDF reader opens the file at its trimmed size; otherwise the bleed stays visible, as a printer needs it. */
  opensTrimmed?: boolean;
  /** Makes the files PDF/X-4 for this printer, in its format. */
  printer?: Printer;
  /** The cover to make, in one of the two bindings, and the path of its file. */
  cover?: RenderJob["cover"];
  /** Called after each step; `total` stays the same throughout one book. */
  onProgress?(done: number, total: number): void;
}

// A full year takes a few seconds; a render process that runs longer than this will not finish.
const LONGEST_MINUTES = 4;
/** For the cover and the checks, which take seconds: a job may take ten minutes, and looks for photos over two pages first. */
const LONGEST_MINUTES_TO_FINISH = 1;
/** Twice what the largest book takes that anybody has a use for: a year in ten scripts with emoji, for the printer. */
const MOST_MEGABYTES = 640;
// The build bundles render-process.server.ts, because the bundle starts in a fifth of the time.
const PROCESS = join(process.cwd(), "build", "processes", "render-process.server.js");

// Strings that live for one page need no more than 1 MB of room for the young; V8's own 16 MB, in each thread, cost 40.
const MEMORY_FLAGS = ["--max-old-space-size=384", "--max-semi-space-size=1"];
// Above 128 KB a block goes back to the system when it is freed. Left alone, glibc raises that limit to 32 MB at the first
// large block freed, and one book in eight then kept 100 MB that the export of its PDF had finished with.
const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/**
 * Renders a book to a PDF file. The same layout and photos always give the same bytes.
 * Refuses with `photo_unreadable` naming the photo, `glyph_missing` naming the characters, `too_large` when it would take
 * more time or memory than there is for one book, or `failed`. @throws Error when the render process was ended from
 * outside, so that a retry can succeed.
 */
export async function renderBook(request: RenderRequest): Promise<RenderResult> {
  const job: RenderJob = {
    kind: "print",
    input: request.input,
    photos: [...request.photoFiles].map(([id, files]) => ({ id, ...files })),
    artwork: request.artwork,
    workFolder: request.workFolder,
    outputFile: request.outputFile,
    picturesFile: request.picturesFile,
    opensTrimmed: request.opensTrimmed ?? false,
    printer: request.printer ?? null,
    cover: request.cover ?? null,
  };
  const outcome = await runProcess(job, request.onProgress);
  if (outcome.kind === "too_large") return refuseTooLarge(outcome);
  if (outcome.kind !== "rendered") throw unexpected(outcome);
  const { pages, next } = outcome;
  if (!pages.ok) return pages;
  if (next === null) return { ...pages, cover: null, preflight: null };
  // In a process after the one that made the pages: all in one took 40 MB more.
  const finished = await runProcess(next);
  if (finished.kind === "too_large") return refuseTooLarge(finished);
  if (finished.kind !== "finished") throw unexpected(finished);
  return finished.made.ok ? { ...pages, ...finished.made } : finished.made;
}

const refuseTooLarge = ({ detail }: { detail: string }) => ({ ok: false, reason: "too_large", detail }) as const;

/**
 * The photos that a book has over two pages, or could have; none of a book that is too large to lay out, which printing
 * refuses. @throws Error as `renderBook` does.
 */
export async function findDoublePages(input: BookInput, workFolder: string): Promise<readonly DoublePage[]> {
  const outcome = await runProcess({ kind: "layout", input, workFolder });
  if (outcome.kind === "laid_out") return outcome.doublePagePhotos;
  if (outcome.kind === "too_large") return [];
  throw unexpected(outcome);
}

function unexpected(outcome: Outcome): Error {
  return new Error(outcome.kind === "broken" ? outcome.how : `The render process answered with ${outcome.kind}.`);
}

/**
 * Typesets a book only to count its pages; null when it cannot be set. Runs in a separate process, because a second
 * typesetting in one process keeps the memory of both.
 * @param workFolder a temporary folder that no other render process is using.
 */
export async function countBookPages(job: Omit<CountJob, "kind">): Promise<number | null> {
  const outcome = await runProcess({ kind: "count", ...job });
  return outcome.kind === "counted" ? outcome.pageCount : null;
}

type Outcome =
  | Exclude<RenderMessage, { kind: "step" }>
  | { kind: "too_large"; detail: string }
  | { kind: "broken"; how: string };

const MOST_REPORTED = 8000;
const OUT_OF_MEMORY = /heap out of memory|memory allocation of \d+ bytes failed/;
const TOO_LARGE = {
  time: `This book takes longer to make than the ${LONGEST_MINUTES} minutes we have for one. Please shorten the longest weeks, then try again.`,
  memory: "This book takes more memory to make than we have for one. Please shorten the longest weeks, then try again.",
};

/** Starts a render process, waits until it has exited and returns the outcome. */
function runProcess(job: RenderProcessJob, onProgress?: RenderRequest["onProgress"]): Promise<Outcome> {
  mkdirSync(job.workFolder, { recursive: true });
  const jobFile = join(job.workFolder, "job.bin");
  writeFileSync(jobFile, serialize(job));
  return new Promise((resolve) => {
    const child = fork(PROCESS, [jobFile], {
      execPath: process.execPath,
      execArgv: MEMORY_FLAGS,
      // The render process needs no secrets and writes nothing outside its folder.
      env: { NODE_ENV: "production", TMPDIR: job.workFolder, ...MEMORY_SETTINGS },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let outcome: Outcome | null = null;
    let stderr = "";
    let needs: "time" | "memory" | null = null;
    const minutes = job.kind === "finish" ? LONGEST_MINUTES_TO_FINISH : LONGEST_MINUTES;
    const end = (what: "time" | "memory") => {
      needs ??= what;
      child.kill("SIGKILL");
    };
    child.stderr?.on("data", (chunk: Buffer) => {
      stderr = (stderr + chunk.toString("utf8")).slice(-MOST_REPORTED);
      if (OUT_OF_MEMORY.test(stderr)) needs ??= "memory";
    });
    const limit = setTimeout(() => end("time"), minutes * MINUTE_MS);
    const memory = watchMemory(child.pid, MOST_MEGABYTES, () => end("memory"));
    child.on("message", (message: RenderMessage) => {
      if (message.kind === "step") onProgress?.(message.done, message.total);
      else outcome = message;
    });
    child.on("error", (error) => {
      stderr = error.message;
    });
    child.on("close", (code, signal) => {
      clearTimeout(limit);
      memory.stop();
      if (outcome) resolve(outcome);
      else if (needs) resolve({ kind: "too_large", detail: TOO_LARGE[needs] });
      else
        resolve({
          kind: "broken",
          how: `The render process ended with ${signal ?? code}. ${stderr}`.trim().slice(0, MOST_REPORTED),
        });
    });
  });
}
