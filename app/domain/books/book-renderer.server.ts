import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BookLayout } from "../layout/pages";
import type { BookArtwork } from "../typesetting/print-artwork";
import type { CountOrder, RenderJob, RenderMessage, RenderResult } from "./render-job";

/** Runs the render process on a laid-out book, so that the calling process stays free meanwhile. */

export type { RenderResult } from "./render-job";

export interface RenderOrder {
  layout: BookLayout;
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
  /** The cover to make, in one of the two bindings, and the path of its file. */
  cover?: RenderJob["cover"];
  /** Called after each step; `total` stays the same throughout one book. */
  onProgress?(done: number, total: number): void;
}

// A full year takes a few seconds; a render process that runs longer than this will not finish.
const LONGEST_MINUTES = 4;
// The build bundles render-process.server.ts, because the bundle starts in a fifth of the time.
const PROCESS = join(process.cwd(), "build", "processes", "render-process.server.js");

/**
 * Renders a book to a PDF file. The same layout and photos always give the same bytes.
 * Refuses with `photo_unreadable` naming the photo, `glyph_missing` naming the characters, or `failed`.
 * @throws Error when the render process was ended from outside, so that a retry can succeed.
 */
export async function renderBook(order: RenderOrder): Promise<RenderResult> {
  const written: RenderJob = {
    kind: "print",
    layout: order.layout,
    photos: [...order.photoFiles].map(([id, files]) => ({ id, ...files })),
    artwork: order.artwork,
    workFolder: order.workFolder,
    outputFile: order.outputFile,
    picturesFile: order.picturesFile,
    opensTrimmed: order.opensTrimmed ?? false,
    cover: order.cover ?? null,
  };
  const ended = await runProcess(written, order.onProgress);
  if (ended.kind === "finished") return ended.result;
  if (ended.kind === "too_slow") {
    return { ok: false, reason: "failed", detail: "The book took too long to print." };
  }
  throw new Error(
    ended.kind === "broken" ? ended.how : "The render process counted a book that it should have printed.",
  );
}

/**
 * Typesets a book only to count its pages; null when it cannot be set. Runs in a process of its own, because a second
 * typesetting in one process keeps the memory of both.
 * @param workFolder a temporary folder that no other render process is using.
 */
export async function countBookPages(order: Omit<CountOrder, "kind">): Promise<number | null> {
  const ended = await runProcess({ kind: "count", ...order });
  return ended.kind === "counted" ? ended.pageCount : null;
}

type Ending =
  | Exclude<RenderMessage, { kind: "step" }>
  | { kind: "too_slow" }
  | { kind: "broken"; how: string };

/** Starts a render process, waits until it has exited and returns the outcome. */
function runProcess(order: RenderJob | CountOrder, onProgress?: RenderOrder["onProgress"]): Promise<Ending> {
  mkdirSync(order.workFolder, { recursive: true });
  const jobFile = join(order.workFolder, "job.json");
  writeFileSync(jobFile, JSON.stringify(order));
  return new Promise((end) => {
    const press = fork(PROCESS, [jobFile], {
      execPath: process.execPath,
      execArgv: ["--max-old-space-size=384"],
      // The render process needs no secrets and writes nothing outside its folder.
      env: { NODE_ENV: "production", TMPDIR: order.workFolder, MALLOC_ARENA_MAX: "2" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let told: Ending | null = null;
    let complaint = "";
    press.stderr?.on("data", (words: Buffer) => {
      complaint = (complaint + words.toString("utf8")).slice(-2000);
    });
    let tookTooLong = false;
    const limit = setTimeout(() => {
      tookTooLong = true;
      press.kill("SIGKILL");
    }, LONGEST_MINUTES * 60_000);
    press.on("message", (message: RenderMessage) => {
      if (message.kind === "step") onProgress?.(message.done, message.total);
      else told = message;
    });
    press.on("error", (error) => {
      complaint = error.message;
    });
    press.on("close", (code, signal) => {
      clearTimeout(limit);
      if (told) end(told);
      else if (tookTooLong) end({ kind: "too_slow" });
      else
        end({ kind: "broken", how: `The render process ended with ${signal ?? code}. ${complaint}`.trim() });
    });
  });
}
