import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BookLayout } from "../layout/pages";
import { MINUTE_MS } from "../time/durations";
import type { BookArtwork } from "../typesetting/print-artwork";
import type { CountOrder, RenderJob, RenderMessage, RenderResult } from "./render-job";

/** Hands a laid-out book to the press and waits for it; the process that asks stays free meanwhile. */

export type { RenderResult } from "./render-job";

export interface RenderOrder {
  layout: BookLayout;
  /** By photo id: the print-size JPEG, upright, sRGB. */
  photoFiles: ReadonlyMap<string, { printFile: string }>;
  artwork: BookArtwork;
  /** A temporary folder of this book's own that holds the photo files; nothing else is read. */
  workFolder: string;
  outputFile: string;
  /** Takes the pages as pictures, see `openPictures`. */
  picturesFile: string;
  /** Opens at its trimmed size; otherwise it keeps its bleed in sight, as a printer wants it. */
  opensTrimmed?: boolean;
  /** The case around it, in one of the two bindings, and where its file goes. */
  cover?: RenderJob["cover"];
  /** Called as steps are done; `total` stays the same through one book. */
  onProgress?(done: number, total: number): void;
}

// A full year takes a few seconds; a press that is still running after this long will not end by itself.
const LONGEST_MINUTES = 4;
// Bundled from press.server.ts by the build: it starts in a fifth of the time.
const PROCESS = join(process.cwd(), "build", "processes", "render-process.server.js");

/**
 * Renders a book to a PDF file. The same layout and photos always give the same bytes.
 * Refuses with `photo_unreadable` naming the photo, `glyph_missing` naming the characters, or `failed`.
 * @throws Error where the press itself was ended from outside, so that trying again makes sense.
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
    ended.kind === "broken" ? ended.how : "The press counted a book that it should have printed.",
  );
}

/**
 * Sets a book only to count its pages; null where it cannot be set. In a process of its own, because two settings in
 * one hold the memory of both.
 * @param workFolder a temporary folder in which no other press is at work.
 */
export async function countBookPages(order: Omit<CountOrder, "kind">): Promise<number | null> {
  const ended = await runProcess({ kind: "count", ...order });
  return ended.kind === "counted" ? ended.pageCount : null;
}

type Ending =
  | Exclude<RenderMessage, { kind: "step" }>
  | { kind: "too_slow" }
  | { kind: "broken"; how: string };

/** Starts a press with an order, waits until it is gone, and tells how that was. */
function runProcess(order: RenderJob | CountOrder, onProgress?: RenderOrder["onProgress"]): Promise<Ending> {
  mkdirSync(order.workFolder, { recursive: true });
  const orderFile = join(order.workFolder, "order.json");
  writeFileSync(orderFile, JSON.stringify(order));
  return new Promise((end) => {
    const press = fork(PROCESS, [orderFile], {
      execPath: process.execPath,
      execArgv: ["--max-old-space-size=384"],
      // The press needs no secrets, and leaves nothing outside its folder.
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
    }, LONGEST_MINUTES * MINUTE_MS);
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
      else end({ kind: "broken", how: `The press ended with ${signal ?? code}. ${complaint}`.trim() });
    });
  });
}
