import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { typesWithPages } from "~/domain/shop/selling/type-pages";
import { drawSampleBook } from "../../../scripts/samples/sample-books";

/** The sample pages that visitors see are those which the program makes that makes every book. */

const FOLDER = "public/artwork/samples";
const TYPES = typesWithPages();

/** Where it fails, the book or a sample has changed: `npx tsx scripts/samples/draw.ts` draws the pages again. */
describe("the sample pages", () => {
  it.each(TYPES.map((type) => [type.displayName, type] as const))(
    "of %s are as its book would print them today",
    async (_, type) => {
      const drawn = await drawSampleBook(type);
      const shown = readdirSync(FOLDER).filter((name) => name.startsWith(`${type.key}-`));
      expect([...drawn.keys()].map((address) => basename(address)).sort()).toEqual(shown.sort());
      const changed = [...drawn].filter(([address, drawing]) => readFileSync(`public${address}`, "utf8") !== drawing);
      expect(changed.map(([address]) => address)).toEqual([]);
    },
    60_000,
  );

  it("are of no other type", () => {
    const keys = TYPES.map(({ key }) => `${key}-`);
    expect(readdirSync(FOLDER).filter((name) => !keys.some((key) => name.startsWith(key)))).toEqual([]);
  });
});
