import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { renderBook } from "~/domain/book/books/book-renderer.server";
import { FEWEST_SPINE_PAGES, formatBareSpine, measureCover, SPINE_RULE } from "~/domain/book/layout/cover";
import { loop } from "../books/loop-on-paper";
import { openPdf, pageContent, pageTexts } from "../books/pdf-reading";
import { artwork, workFolder } from "../books/print-photos";

async function make(binding: "standard" | "luxury") {
  const folder = workFolder();
  const outputFile = join(folder, "cover.pdf");
  const result = await renderBook({
    input: loop([], { title: "Our Wedding Year", dedication: "" }),
    photoFiles: new Map(),
    artwork,
    workFolder: folder,
    outputFile: join(folder, "book.pdf"),
    picturesFile: join(folder, "pages.gz"),
    cover: { binding, outputFile },
  });
  if (!result.ok) throw new Error(result.detail);
  return { file: readFileSync(outputFile), cover: result.cover };
}

describe("the case of a book", () => {
  it.each([
    // 12 leaves and two boards of 2.5 mm: too thin for text on the spine.
    [24, { spineWidth: 7.42, hasSpineWords: false, width: 469.42, height: 322 }],
    [118, { spineWidth: 14.24, hasSpineWords: true, width: 476.24, height: 322 }],
    [300, { spineWidth: 27.43, hasSpineWords: true, width: 489.43, height: 322 }],
  ])("of %i pages is measured by its leaves", (pages, measures) => {
    expect(measureCover(pages)).toMatchObject(measures);
  });

  it("says that a thin spine carries no title, from the same measures", () => {
    expect(FEWEST_SPINE_PAGES).toBe(32);
    for (let pages = 2; pages <= 300; pages += 2) {
      expect(formatBareSpine(pages) === null, `${pages}`).toBe(measureCover(pages).hasSpineWords);
    }
    const said = "The spine will be 7.4 mm, too narrow for your title. It needs 32 pages or more.";
    expect(formatBareSpine(24)).toBe(said);
    // A proof is not filled up to the pages that can be bound; the book is.
    expect([7, 12].map(formatBareSpine)).toEqual([said, said]);
    expect(SPINE_RULE).toContain("32 pages or more");
  });

  it.each([0, -2, 25, 2.5, Number.NaN])("of %d pages has none", (pages) => {
    expect(() => measureCover(pages)).toThrow();
  });

  it.each(["standard", "luxury"] as const)("in %s is one sheet with its boards marked", async (binding) => {
    const { file, cover } = await make(binding);
    const pdf = await openPdf(file);
    expect(pdf.getPageCount()).toBe(1);
    const mm = (points: number) => Math.round((points * 25.4 * 10) / 72) / 10;
    const [sheet, boards] = [pdf.getPage(0).getMediaBox(), pdf.getPage(0).getTrimBox()];
    expect([mm(sheet.width), mm(sheet.height)]).toEqual([469.4, 322]);
    expect([mm(boards.x), mm(boards.width), mm(boards.height)]).toEqual([18, 433.4, 286]);
    expect(cover).toMatchObject({ bytes: file.length, spineWidth: 7.42 });
  });

  it("in luxury is a plate for foil with the book’s own title: every mark on it is black", async () => {
    const { file } = await make("luxury");
    const pdf = await openPdf(file);
    expect(pageTexts(pdf).join(" ").replace(/\s+/g, " ")).toContain("Our Wedding Year");
    const drawn = pageContent(pdf.getPage(0));
    const paints = [...drawn.matchAll(/([\d. ]+) (?:SCN|scn)\b/g)].map((match) => match[1]?.trim());
    expect(paints.length).toBeGreaterThan(3);
    expect(new Set(paints.map((paint) => paint?.split(" ").every((part) => part === paint.split(" ")[0])))).toEqual(
      new Set([true]),
    );
  });

  it("is the same to the last byte when it is made again, and another in another binding", async () => {
    const [one, again, leather] = [await make("standard"), await make("standard"), await make("luxury")];
    expect(again.cover?.sha256).toBe(one.cover?.sha256);
    expect(leather.cover?.sha256).not.toBe(one.cover?.sha256);
  });
});
