import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll } from "vitest";
import { type RenderRequest, type RenderResult, renderBook } from "~/domain/book/books/book-renderer.server";
import type { BookInput } from "~/domain/book/layout/layout";
import type { BookArtwork } from "~/domain/book/typesetting/print-artwork";
import type { Binding } from "~/domain/kernel/book-format/bindings";

/** Real photos for the book renderer, made here, and folders that are deleted after the test file. */

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "book-test-"));
  mkdirSync(folder, { recursive: true });
  folders.push(folder);
  return folder;
}

/** A print-size JPEG of a colour gradient; each seed gives another one. */
export async function printPhoto(seed: number, width: number, height: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g"><stop stop-color="hsl(${seed * 47} 60% 40%)"/><stop offset="1" stop-color="#fff"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/><circle cx="50%" cy="50%" r="20%" fill="hsl(${seed * 91} 70% 50%)"/>
  </svg>`;
  return sharp(Buffer.from(svg)).flatten().withIccProfile("srgb").jpeg({ quality: 88 }).toBuffer();
}

export const artwork: BookArtwork = {
  scene: "public/artwork/scene-celebration.svg",
  pattern: "public/artwork/pattern-celebration.svg",
  redwork: "public/artwork/redwork-celebration.svg",
  motif: "public/artwork/m-wedding.svg",
  wordmark: "public/artwork/wordmark.svg",
};

/** Renders a loop whose photos are these bytes, by id. */
export async function print(
  input: BookInput,
  photos: ReadonlyMap<string, Uint8Array>,
  { onProgress, printer, cover }: Pick<RenderRequest, "onProgress" | "printer"> & { cover?: Binding } = {},
): Promise<{ result: RenderResult; outputFile: string; folder: string }> {
  const folder = workFolder();
  const photoFiles = new Map<string, { printFile: string }>();
  for (const [id, bytes] of photos) {
    const printFile = join(folder, `${id}.jpg`);
    writeFileSync(printFile, bytes);
    photoFiles.set(id, { printFile });
  }
  const outputFile = join(folder, "book.pdf");
  const result = await renderBook({
    input,
    photoFiles,
    artwork,
    workFolder: folder,
    outputFile,
    picturesFile: join(folder, "pages.gz"),
    printer,
    cover: cover && { binding: cover, outputFile: join(folder, "cover.pdf") },
    onProgress,
  });
  return { result, outputFile, folder };
}
