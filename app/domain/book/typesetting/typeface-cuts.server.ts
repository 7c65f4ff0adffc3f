import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { joinTables, tablesIn } from "./font-tables";
import { readingFont } from "./typeface-files.server";
import { forEachCharacter } from "./typefaces";

/**
 * Large typefaces without what a book does not need of them, because the typesetter holds each file in memory: 28 MB of
 * Chinese become one or two. Every glyph keeps its number and every table its place, so the pages are the same to the
 * last byte.
 */

/** Where the head table says how wide the entries of the table of outlines are. */
const LOCA_FORMAT = 50;
/** Signs and letters that text may be turned into while it is set, such as brackets: always kept. */
const ALWAYS = [
  [0x3000, 0x303f],
  [0xff00, 0xffef],
] as const;

type Table = ReturnType<typeof tablesIn>[number];

/** Writes a copy of a TrueType file without the drawings in SVG, which the typesetter does not use. Returns its path. */
export function leaveOutSvg(file: string, folder: string): string {
  return rewrite(file, folder, (tables) => tables.filter(({ tag }) => tag !== "SVG "));
}

/**
 * Writes a copy of a TrueType file without the outlines of characters that are not among these. Glyphs that belong to no
 * character stay, since others are replaced by them. The typeface must have no glyphs made of others. Returns its path.
 */
export function keepOutlinesOf(characters: ReadonlySet<number>, file: string, folder: string): string {
  return rewrite(file, folder, (tables, read) => {
    const table = (tag: string) => {
      const found = tables.find((one) => one.tag === tag);
      if (!found) throw new Error(`The font ${file} has no table ${tag}.`);
      return found;
    };
    const isLong = read(table("head")).readUInt16BE(LOCA_FORMAT) === 1;
    const old = read(table("loca"));
    const width = isLong ? 4 : 2;
    const offsetOf = (glyph: number) =>
      isLong ? old.readUInt32BE(glyph * width) : old.readUInt16BE(glyph * width) * 2;
    const count = old.length / width - 1;
    const isLeftOut = glyphsLeftOut(read(table("cmap")), characters, count);
    const outlines: Buffer[] = [];
    const loca = Buffer.alloc(old.length);
    let at = 0;
    for (let glyph = 0; glyph <= count; glyph += 1) {
      if (isLong) loca.writeUInt32BE(at, glyph * width);
      else loca.writeUInt16BE(at / 2, glyph * width);
      if (glyph === count || isLeftOut[glyph] === 1) continue;
      const [from, to] = [offsetOf(glyph), offsetOf(glyph + 1)];
      if (to === from) continue;
      outlines.push(read({ offset: table("glyf").offset + from, length: to - from }));
      at += to - from;
    }
    const glyf = Buffer.concat(outlines);
    return tables.map((one) => {
      if (one.tag === "glyf") return { ...one, content: glyf };
      return one.tag === "loca" ? { ...one, content: loca } : one;
    });
  });
}

/** 1 for each glyph that only characters have which the book has not. */
function glyphsLeftOut(map: Uint8Array, characters: ReadonlySet<number>, count: number): Uint8Array {
  const isLeftOut = new Uint8Array(count);
  const retained: number[] = [];
  forEachCharacter(map, (codePoint, glyph) => {
    const isAlways = ALWAYS.some(([from, to]) => codePoint >= from && codePoint <= to);
    if (isAlways || characters.has(codePoint)) retained.push(glyph);
    else isLeftOut[glyph] = 1;
  });
  for (const glyph of retained) isLeftOut[glyph] = 0;
  return isLeftOut;
}

type Changed = Table & { content?: Buffer };

/** Copies a font with other tables, which are read one by one. */
function rewrite(
  file: string,
  folder: string,
  change: (tables: Table[], read: (table: Omit<Table, "tag">) => Buffer) => Changed[],
): string {
  return readingFont(file, (readAt) => {
    const read = ({ offset, length }: Omit<Table, "tag">) => readAt(offset, length);
    const path = join(folder, basename(file));
    // Checksums are left out: the typesetter reads none, and the book's own subset gets its own.
    const retained = change(tablesIn(readAt), read).map(({ content, ...table }) => ({
      tag: table.tag,
      content: content ?? read(table),
    }));
    writeFileSync(path, joinTables(readAt(0, 4), retained));
    return path;
  });
}
