import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { PDFDocument } from "@cantoo/pdf-lib";
import { beforeAll, describe, expect, it } from "vitest";
import { type ListedPage, listFileOf } from "~/domain/book/books/page-store.server";
import { layoutBook } from "~/domain/book/layout/layout";
import type { Page } from "~/domain/book/layout/pages";
import { loop } from "../loop-on-paper";
import { baselinesOf, openPdf, pageTexts } from "../pdf-reading";
import { print, printPhoto } from "../print-photos";
import { WEDDING_DAY, weddingYear } from "../wedding-year";

const input = loop(weddingYear, { startDay: WEDDING_DAY, title: "Rosie & Tom" });
let pdf: PDFDocument;
let pages: readonly Page[];
let printed: Awaited<ReturnType<typeof print>>;

beforeAll(async () => {
  pages = layoutBook(input).pages;
  const small = await printPhoto(1, 40, 30);
  const photos = new Map(weddingYear.flatMap((entry) => entry.photos.map(({ id }) => [id, small] as const)));
  printed = await print(input, photos);
  pdf = await openPdf(readFileSync(printed.outputFile));
});

const BLEED = 3;
const TALL = 280;
/** The foot of a page is below this. */
const FOOT = 250;

/** Where the last line of words of each week ends, in millimetres of the trimmed page. */
function lastLines(): { week: number; form: string; end: number }[] {
  return pages.flatMap((page, index) => {
    if (page.kind !== "week") return [];
    const count = pages.filter((one) => one.kind === "week-continued" && one.week === page.week).length + 1;
    const ends = Array.from({ length: count }, (_, place) => baselinesOf(pdf.getPage(index + place)))
      .flat()
      .map((baseline) => baseline - BLEED)
      .filter((baseline) => baseline < FOOT);
    return [{ week: page.week, form: page.spread.form, end: Math.max(...ends) }];
  });
}

describe("the wedding year", () => {
  it("is set in the forms that were chosen, and no week flows over more pages", () => {
    expect(printed.result).toMatchObject({ ok: true, pageCount: pages.length });
    const notes = printed.result.ok ? printed.result.notes : [];
    expect(notes.filter(({ kind }) => kind === "runs_over")).toEqual([]);
  });

  it("ends its words between 55 and 85 per cent of the page, half of its weeks above and half below the middle of that", () => {
    const ends = lastLines().map(({ end }) => end);
    const sorted = [...ends].sort((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    expect(median / TALL).toBeGreaterThan(0.55);
    expect(median / TALL).toBeLessThan(0.85);
    const within = ends.filter((end) => end / TALL >= 0.5 && end / TALL <= 0.87);
    expect(within.length).toBeGreaterThanOrEqual(46);
  });

  it("shows the photo of each season and those of its weeks on the screen in their large size", () => {
    const file = join(printed.folder, "pages.gz");
    const packed = readFileSync(file);
    const list: ListedPage[] = JSON.parse(readFileSync(listFileOf(file), "utf8"));
    const sizesOn = (kind: string) =>
      list
        .filter((page) => page.kind === kind)
        .map(({ first, last }) => gunzipSync(packed.subarray(first, last + 1)).toString("utf8"))
        .flatMap((svg) => [...svg.matchAll(/"\/photos\/[^/"]+\/(\w+)"/g)].map(([, size]) => size));
    expect(sizesOn("season")).toEqual(Array(4).fill("screen"));
    expect(new Set(sizesOn("week-photos"))).toEqual(new Set(["screen"]));
  });

  it("numbers its pages at their foot, and lists its seasons and their weeks with their pages", () => {
    const texts = pageTexts(pdf);
    for (const [index, text] of texts.entries()) {
      const [, number] = /Rosie & Tom (\d+)$/.exec(text) ?? [];
      if (number) expect(Number(number)).toBe(index + 1);
    }
    expect(texts.filter((text, index) => text.endsWith(`Rosie & Tom ${index + 1}`)).length).toBeGreaterThan(20);
    const contents = texts.find((text) => text.startsWith("Winter") && text.includes("Autumn")) ?? "";
    for (const season of ["Winter", "Spring", "Summer", "Autumn"]) {
      const page = texts.findIndex((text) => new RegExp(`^${season} [A-Z]{3,}`).test(text)) + 1;
      expect(contents).toMatch(new RegExp(`${season} ${page} [A-Z]{3,}`));
    }
    for (const [index, page] of pages.entries()) {
      if (page.kind !== "week") continue;
      const opening = pages.findLastIndex((one, place) => one.kind === "season-weeks" && place < index);
      // Beside its name, or beside the first line of it.
      expect(texts[opening]).toMatch(new RegExp(`\\b${page.week}\\b.*\\b${index + 1}\\b`));
    }
  });

  it("prints every word of every week", () => {
    const set = pageTexts(pdf).join("").replace(/[\s-]/g, "");
    for (const { answer, highlight } of weddingYear) {
      const last =
        answer
          .split(/[.?!]/)
          .filter((sentence) => sentence.trim().length > 20)
          .at(-1) ?? answer;
      expect(set).toContain(last.replace(/[\s-]/g, ""));
      expect(set).toContain(highlight.replace(/[“”]/g, "").slice(0, 12).replace(/[\s-]/g, ""));
    }
  });
});
