import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BookLayout } from "./pages";
import type { BookArtwork, PressMessage, PressOrder, RenderResult } from "./press-order";

/** Hands a laid-out book to the press and waits for it; the process that asks stays free meanwhile. */

export type { BookArtwork, RenderResult } from "./press-order";

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
  /** The same book in the other size of type, to be counted and not kept. */
  otherLayout?: BookLayout;
  /** The case around it, in one of the two bindings, and where its file goes. */
  cover?: PressOrder["cover"];
  /** Called as steps are done; `total` stays the same through one book. */
  onProgress?(done: number, total: number): void;
}

// A full year takes a few seconds; a press that is still running after this long will not end by itself.
const LONGEST_MINUTES = 4;
// Bundled from press.server.ts by the build: it starts in a fifth of the time.
const PRESS = join(process.cwd(), "build", "press", "press.server.js");

/**
 * Renders a book to a PDF file. The same layout and photos always give the same bytes.
 * Refuses with `photo_unreadable` naming the photo, `glyph_missing` naming the characters, or `failed`.
 * @throws Error where the press itself was ended from outside, so that trying again makes sense.
 */
export function renderBook(order: RenderOrder): Promise<RenderResult> {
  mkdirSync(order.workFolder, { recursive: true });
  const orderFile = join(order.workFolder, "order.json");
  const written: PressOrder = {
    layout: order.layout,
    photos: [...order.photoFiles].map(([id, files]) => ({ id, ...files })),
    artwork: order.artwork,
    workFolder: order.workFolder,
    outputFile: order.outputFile,
    picturesFile: order.picturesFile,
    opensTrimmed: order.opensTrimmed ?? false,
    otherLayout: order.otherLayout ?? null,
    cover: order.cover ?? null,
  };
  writeFileSync(orderFile, JSON.stringify(written));
  return new Promise((finish, giveUp) => {
    const press = fork(PRESS, [orderFile], {
      execPath: process.execPath,
      execArgv: ["--max-old-space-size=384"],
      // The press needs no secrets, and leaves nothing outside its folder.
      env: { NODE_ENV: "production", TMPDIR: order.workFolder, MALLOC_ARENA_MAX: "2" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let result: RenderResult | null = null;
    let complaint = "";
    press.stderr?.on("data", (words: Buffer) => {
      complaint = (complaint + words.toString("utf8")).slice(-2000);
    });
    let tookTooLong = false;
    const limit = setTimeout(() => {
      tookTooLong = true;
      press.kill("SIGKILL");
    }, LONGEST_MINUTES * 60_000);
    press.on("message", (message: PressMessage) => {
      if (message.kind === "step") order.onProgress?.(message.done, message.total);
      else result = message.result;
    });
    press.on("error", (error) => {
      complaint = error.message;
    });
    press.on("close", (code, signal) => {
      clearTimeout(limit);
      if (result) return finish(result);
      if (tookTooLong)
        return finish({ ok: false, reason: "failed", detail: "The book took too long to print." });
      giveUp(new Error(`The press ended with ${signal ?? code}. ${complaint}`.trim()));
    });
  });
}
