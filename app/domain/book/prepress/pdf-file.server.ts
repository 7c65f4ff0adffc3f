import { type FileHandle, open } from "node:fs/promises";
import { PDFDocument } from "@cantoo/pdf-lib";

/**
 * Opens a finished PDF without its photos: a year's file has 250 MB of them, and what must be checked is everything else.
 * Each object is found by the file's own table and must end where it says; of an image only the first bytes are kept.
 */

/** Longer than the headers before the pixels in any file that image processing writes. */
const IMAGE_HEAD = 64 * 1024;
const TAIL = 2_048;

export interface OpenedPdf {
  /** "1.6" of "%PDF-1.6". */
  version: string;
  /** Images hold their first bytes only. */
  document: PDFDocument;
  /** What does not agree with the file's own table: an object that is not where it says, or longer than it says. */
  damage: string[];
}

/** @throws Error for a file without a table of its objects. */
export async function openWithoutPhotos(path: string): Promise<OpenedPdf> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const version = /^%PDF-(\d\.\d)/.exec((await read(file, 0, 16)).toString("latin1"))?.[1] ?? "";
    const table = await readTable(file, size);
    const damage: string[] = [];
    const parts: Buffer[] = [Buffer.from(`%PDF-${version}\n`)];
    for (const [index, offset] of table.offsets.entries()) {
      const end = table.offsets[index + 1] ?? table.start;
      parts.push(await readObject(file, offset, end, damage));
    }
    parts.push(Buffer.from(["xref", "0 0", table.trailer, "startxref", "0", "%%EOF", ""].join("\n"), "latin1"));
    const document = await PDFDocument.load(Buffer.concat(parts), { updateMetadata: false });
    return { version, document, damage };
  } finally {
    await file.close();
  }
}

async function readTable(file: FileHandle, size: number) {
  const tail = (await read(file, Math.max(0, size - TAIL), Math.min(size, TAIL))).toString("latin1");
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? 0);
  const text = (await read(file, start, size - start)).toString("latin1");
  const entries = [...text.matchAll(/^(\d{10}) \d{5} n/gm)].map(([, offset]) => Number(offset));
  const trailer = /trailer[\s\S]*?(?=startxref)/.exec(text)?.[0];
  if (!text.startsWith("xref") || entries.length === 0 || !trailer) {
    throw new Error("The file has no table of its objects.");
  }
  return { start, trailer, offsets: entries.sort((one, other) => one - other) };
}

async function readObject(file: FileHandle, offset: number, end: number, damage: string[]): Promise<Buffer> {
  const length = end - offset;
  const head = await read(file, offset, Math.min(length, IMAGE_HEAD));
  const text = head.toString("latin1");
  const name = /^\d+ \d+ obj/.exec(text)?.[0];
  if (!name) {
    damage.push(`no object begins at ${offset}`);
    return Buffer.alloc(0);
  }
  const begin = /stream\r?\n/.exec(text);
  const isImage = begin && /\/Subtype\s*\/Image\b/.test(text.slice(0, begin.index));
  if (!begin || !isImage) return length <= IMAGE_HEAD ? head : await read(file, offset, length);
  const dict = text.slice(0, begin.index);
  const declared = Number(/\/Length (\d+)/.exec(dict)?.[1] ?? -1);
  const from = begin.index + begin[0].length;
  const ending = (await read(file, offset + from + declared, Math.max(0, Math.min(11, length)))).toString("latin1");
  if (!/^\r?\n?endstream/.test(ending)) damage.push(`the stream of ${name} isn’t as long as it says`);
  const begun = head.subarray(from, Math.min(head.length, from + Math.max(0, declared)));
  // A JPEG is whole if it ends as one.
  const last = begun.length < declared ? await read(file, offset + from + declared - 2, 2) : Buffer.alloc(0);
  const retained = Buffer.concat([begun, last]);
  return Buffer.concat([
    Buffer.from(dict.replace(/\/Length \d+/, `/Length ${retained.length}`), "latin1"),
    Buffer.from("stream\n"),
    retained,
    Buffer.from("\nendstream\nendobj\n"),
  ]);
}

async function read(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, length));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  return bytes.subarray(0, bytesRead);
}
