import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { joinTables, tablesIn } from "~/domain/book/typesetting/font-tables";
import { keepOutlinesOf } from "~/domain/book/typesetting/typeface-cuts.server";
import { workFolder } from "../books/print-photos";

/** Glyph 0 belongs to no character; each other one to one of these, and the last has a mark of its own. */
const CHARACTERS = [0x41, 0x42, 0x2fff, 0x3000, 0x303f, 0x3040, 0xfeff, 0xff00, 0xffef, 0xfff0, 0x43];
const GLYPHS = CHARACTERS.length + 1;

const head = (isLong: boolean) => {
  const table = Buffer.alloc(54);
  table.writeUInt16BE(isLong ? 1 : 0, 50);
  return table;
};

function fontFile(tags: readonly string[], isLong = true): string {
  const loca = Buffer.alloc((GLYPHS + 1) * (isLong ? 4 : 2));
  const glyf = Buffer.alloc(GLYPHS * 4);
  for (let glyph = 0; glyph <= GLYPHS; glyph += 1) {
    if (isLong) loca.writeUInt32BE(glyph * 4, glyph * 4);
    else loca.writeUInt16BE(glyph * 2, glyph * 2);
    if (glyph < GLYPHS) glyf.writeUInt32BE(glyph, glyph * 4);
  }
  const cmap = Buffer.alloc(12 + 16 + 12 * CHARACTERS.length);
  for (const [value, at] of [
    [1, 0],
    [12, 8],
  ] as const)
    cmap.writeUInt32BE(value, at);
  cmap.writeUInt16BE(12, 12);
  cmap.writeUInt32BE(CHARACTERS.length, 24);
  for (const [place, character] of CHARACTERS.entries())
    for (const [part, value] of [character, character, place + 1].entries())
      cmap.writeUInt32BE(value, 28 + place * 12 + part * 4);
  const all: Record<string, Buffer> = { head: head(isLong), loca, glyf, cmap };
  const path = join(workFolder(), "font.ttf");
  const tables = tags.map((tag) => ({ tag, content: all[tag] ?? Buffer.alloc(0) }));
  writeFileSync(path, joinTables(Buffer.from([0, 1, 0, 0]), tables));
  return path;
}

const ALL = ["cmap", "glyf", "head", "loca"];

it.each([true, false])(
  "a font keeps the outlines of a book’s words and of brackets, and no others (long: %s)",
  (isLong) => {
    const font = readFileSync(keepOutlinesOf(new Set([0x41, 0x43]), fontFile(ALL, isLong), workFolder()));
    const tables = tablesIn((offset, length) => font.subarray(offset, offset + length));
    const table = (tag: string) => {
      const { offset, length } = tables.find((one) => one.tag === tag) ?? { offset: 0, length: 0 };
      return font.subarray(offset, offset + length);
    };
    const [loca, glyf] = [table("loca"), table("glyf")];
    const at = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
    const kept = Array.from({ length: GLYPHS }, (_, glyph) => glyph).filter((glyph) => at(glyph + 1) > at(glyph));
    expect(kept.map((glyph) => CHARACTERS[glyph - 1])).toEqual([
      ...[undefined, 0x41, 0x3000, 0x303f, 0xff00, 0xffef, 0x43],
    ]);
    expect(kept.map((glyph) => glyf.readUInt32BE(at(glyph)))).toEqual(kept);
    expect([at(GLYPHS), tables.map(({ tag }) => tag)]).toEqual([glyf.length, ALL]);
  },
);

it("a font without a table that outlines need is refused", () => {
  expect(() => keepOutlinesOf(new Set(), fontFile(["cmap", "glyf", "head"]), workFolder())).toThrow(
    "has no table loca",
  );
});
