import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { charactersDrawnBy } from "~/domain/book/typesetting/character-maps.server";
import { joinTables } from "~/domain/book/typesetting/font-tables";
import { TEXT_TYPEFACES } from "~/domain/book/typesetting/typefaces";
import { workFolder } from "../books/print-photos";

it("a typeface draws its ranges from their first character to their last, and none beside them", () => {
  const found = { ends: 0, begins: 0 };
  for (const face of TEXT_TYPEFACES) {
    if (!face.covers) continue;
    const [draws, inFiles] = [charactersDrawnBy(face), charactersDrawnBy({ ...face, covers: null })];
    const isCovered = (one: number) => face.covers?.some(([from, to]) => from <= one && to >= one) ?? false;
    for (const [from, to] of face.covers) {
      for (const one of [from - 1, from, to, to + 1])
        expect([face.family, one, draws(one)]).toEqual([face.family, one, inFiles(one) && isCovered(one)]);
      found.begins += inFiles(from) ? 1 : 0;
      found.ends += inFiles(to) ? 1 : 0;
    }
  }
  expect(Math.min(found.begins, found.ends)).toBeGreaterThan(0);
});

it("a font that does not list its characters is refused", () => {
  const path = join(workFolder(), "mute.ttf");
  writeFileSync(path, joinTables(Buffer.alloc(4), [{ tag: "head", content: Buffer.alloc(54) }]));
  const files = [relative(join(process.cwd(), "node_modules"), path)];
  expect(() => charactersDrawnBy({ family: "Mute", files, covers: null })).toThrow("no list of its characters");
});
