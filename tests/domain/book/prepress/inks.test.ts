import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { coloursOf } from "~/domain/book/layout/book-theme";
import { DESIGN_INKS } from "~/domain/book/prepress/design-inks";
import { convert, inksOf, readProfile } from "~/domain/book/prepress/inks.server";
import { coloursIn } from "~/domain/book/prepress/pdf-colours.server";
import { PRINTER } from "~/domain/book/prepress/printer";
import { designColours } from "../../../../scripts/convert-inks";
import { loop, week } from "../books/loop-on-paper";
import { openPdf } from "../books/pdf-reading";
import { print } from "../books/print-photos";

describe("colours become inks", () => {
  it("by a table that holds every colour of the artwork and the pages, as the profile converts it", async () => {
    const table = DESIGN_INKS[PRINTER.condition.identifier] ?? {};
    expect(new Map(Object.entries(table))).toEqual(await convert(designColours(), PRINTER));
  });

  it.each(["celebration", "pet"])("and every colour of a case with the cloth of %s", async (theme) => {
    const input = loop([week(1, { photos: [] })], { theme });
    const { result, folder } = await print(input, new Map(), { cover: "standard" });
    if (!result.ok) throw new Error(result.detail);
    const cover = await openPdf(readFileSync(join(folder, "cover.pdf")));
    const known = ["#000000", "#ffffff", ...Object.keys(DESIGN_INKS[PRINTER.condition.identifier] ?? {})];
    expect([...coloursIn(cover)].filter((colour) => !known.includes(colour))).toEqual([]);
    expect(coloursIn(cover).size).toBeGreaterThan(3);
  });

  it("and what is read becomes black alone, soft words a tint of it", async () => {
    const { ink, soft } = coloursOf("family");
    const inks = await inksOf([ink, soft, "#000000", "#ffffff"], PRINTER);
    expect([...inks.values()]).toEqual([
      [0, 0, 0, 1],
      [0, 0, 0, 0.72],
      [0, 0, 0, 1],
      [0, 0, 0, 0],
    ]);
  });

  it("by the profile where no table knows the colour", async () => {
    const [inks] = (await inksOf(["#3c78d8"], PRINTER)).values();
    // Mostly cyan and some magenta, as any blue.
    expect(inks?.[0]).toBeGreaterThan(0.7);
    expect(inks?.[1]).toBeGreaterThan(0.4);
    expect(inks?.[2]).toBeLessThan(0.1);
  });

  it("by an output profile of four inks alone", async () => {
    const condition = { ...PRINTER.condition, profile: "iso-coated-v2-300-licence.txt" };
    expect(() => readProfile({ ...PRINTER, condition })).toThrow("is no CMYK output profile");
    await expect(convert(["#3c78d8"], { ...PRINTER, condition })).rejects.toThrow("is no CMYK output profile");
  });

  it("keeping within the ink that the paper takes", async () => {
    const most = Math.max(
      ...[...(await inksOf(designColours(), PRINTER)).values()].map((inks) => inks.reduce((all, one) => all + one, 0)),
    );
    expect(most * 100).toBeLessThanOrEqual(PRINTER.mostInk);
  });

  it("and the pages' tint is printed only by a printer who can hold it", async () => {
    const { paper } = coloursOf("family");
    const [printed] = (await inksOf([paper], { ...PRINTER, printsPageTint: true })).values();
    const [left] = (await inksOf([paper], PRINTER)).values();
    expect(Math.max(...(printed ?? [0]))).toBeGreaterThan(0.01);
    expect(left).toEqual([0, 0, 0, 0]);
  });
});
