import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { inflateSync } from "node:zlib";
import { writeWholeSync } from "~/adapters/files/whole-file.server";
import { joinTables, type ReadFont } from "./font-tables";

/**
 * The files of the typefaces. Some come as packages for the web only; the typesetter takes no web font, so such a file
 * is unpacked (WOFF 1.0: each table is deflated or plain) when a book needs it.
 */

const PACKAGES = join(process.cwd(), "node_modules");
const HEADER = 44;
const ENTRY = 20;

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
  writeWholeSync(unpacked, unpackFont(packed));
  return unpacked;
}

/** Reads parts of a font, so that the whole file is never in memory; a web font is unpacked. */
export function readingFont<Result>(path: string, use: (read: ReadFont) => Result): Result {
  if (path.endsWith(".woff")) {
    const font = unpackFont(readFileSync(path));
    return use((offset, length) => font.subarray(offset, offset + length));
  }
  const file = openSync(path, "r");
  try {
    return use((offset, length) => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, offset);
      return bytes;
    });
  } finally {
    closeSync(file);
  }
}

function unpackFont(packed: Buffer): Buffer {
  const tables = Array.from({ length: packed.readUInt16BE(12) }, (_, index) => {
    const entry = HEADER + ENTRY * index;
    const offset = packed.readUInt32BE(entry + 4);
    const stored = packed.readUInt32BE(entry + 8);
    const raw = packed.subarray(offset, offset + stored);
    return {
      tag: packed.toString("latin1", entry, entry + 4),
      checksum: packed.readUInt32BE(entry + 16),
      content: stored < packed.readUInt32BE(entry + 12) ? inflateSync(raw) : raw,
    };
  });
  return joinTables(packed.subarray(4, 8), tables);
}
