import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { inflateSync } from "node:zlib";

/**
 * The files of the typefaces. Some come as packages for the web only; the typesetter takes no web font, so such a file
 * is unpacked (WOFF 1.0: each table is deflated or plain) when a book needs it.
 */

const PACKAGES = join(process.cwd(), "node_modules");
const HEADER = 44;
const ENTRY = 20;
const TABLE_RECORD = 16;
const FONT_HEAD = 12;

/** The path of a font file that the typesetter can read. */
export function fontFileOf(file: string): string {
  const path = join(PACKAGES, file);
  if (!file.endsWith(".woff")) return path;
  const folder = join(tmpdir(), "loop-typefaces");
  const packed = readFileSync(path);
  const name = createHash("sha256").update(packed).digest("hex").slice(0, 16);
  const unpacked = join(folder, `${basename(file, ".woff")}-${name}.ttf`);
  if (existsSync(unpacked)) return unpacked;
  mkdirSync(folder, { recursive: true });
  // Another process may unpack the same face, so the file appears whole or not at all.
  const own = `${unpacked}.${process.pid}`;
  writeFileSync(own, unpackFont(packed));
  renameSync(own, unpacked);
  return unpacked;
}

/** A font as its tables are read: a TrueType file as it is, a web font unpacked. */
export function unpackFont(packed: Buffer): Buffer {
  if (packed.toString("latin1", 0, 4) !== "wOFF") return packed;
  const count = packed.readUInt16BE(12);
  const rounds = Math.floor(Math.log2(count));
  const head = Buffer.alloc(FONT_HEAD + TABLE_RECORD * count);
  packed.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(16 << rounds, 6);
  head.writeUInt16BE(rounds, 8);
  head.writeUInt16BE(count * 16 - (16 << rounds), 10);
  const parts: Buffer[] = [head];
  let at = head.length;
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER + ENTRY * index;
    const [offset, stored, length] = [4, 8, 12].map((place) => packed.readUInt32BE(entry + place));
    const raw = packed.subarray(offset, (offset ?? 0) + (stored ?? 0));
    const table = (stored ?? 0) < (length ?? 0) ? inflateSync(raw) : raw;
    const record = FONT_HEAD + TABLE_RECORD * index;
    packed.copy(head, record, entry, entry + 4);
    packed.copy(head, record + 4, entry + 16, entry + 20);
    head.writeUInt32BE(at, record + 8);
    head.writeUInt32BE(table.length, record + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    at += table.length + padding.length;
  }
  return Buffer.concat(parts);
}
