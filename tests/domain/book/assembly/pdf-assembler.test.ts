import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDFDict, PDFDocument, PDFName, PDFRawStream, PDFStream } from "@cantoo/pdf-lib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assemblePdf } from "../../../../app/domain/book/assembly/pdf-assembler.server";
import { readPhoto } from "../../../../app/domain/book/assembly/print-photos.server";
import { nameJpeg } from "../../../../app/domain/book/prepress/jpeg";
import { BOOK_FORMAT } from "../../../../app/domain/kernel/book-format/format";

const PLACEHOLDER = readFileSync("app/domain/book/assembly/placeholder.jpg");
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assembler-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Typeset pages, each with a placeholder for its photo. */
async function pagesOf(...photoIds: string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  for (const id of photoIds) {
    document.addPage([600, 800]).drawImage(await document.embedJpg(nameJpeg(PLACEHOLDER, id)));
  }
  return await document.save({ useObjectStreams: false });
}

function photoCalled(id: string) {
  const file = join(folder, `${id}.jpg`);
  writeFileSync(file, nameJpeg(PLACEHOLDER, `the print file of ${id}`));
  return readPhoto(id, file);
}

const jobFor = (...ids: string[]) => ({
  photos: ids.map(photoCalled),
  format: BOOK_FORMAT,
  opensTrimmed: false,
  printer: null,
  outputFile: join(folder, "book.pdf"),
});

describe("putting photos into a typeset book", () => {
  it("puts the print file of each photo on the page it was set on", async () => {
    await assemblePdf(jobFor("b", "a"), pagesOf("a", "b"), () => undefined);
    const made = await PDFDocument.load(readFileSync(join(folder, "book.pdf")));
    const shown = made.getPages().map(({ node }) => {
      const pictures = node.Resources()?.lookup(PDFName.of("XObject"), PDFDict);
      const [name = PDFName.of("none")] = pictures?.keys() ?? [];
      const picture = pictures?.lookup(name, PDFStream);
      return /the print file of \w/.exec(
        Buffer.from(picture instanceof PDFRawStream ? picture.contents : []).toString("latin1"),
      )?.[0];
    });
    expect(shown).toEqual(["the print file of a", "the print file of b"]);
  });

  it("writes the photos before the pages are set", async () => {
    const written: number[] = [];
    let setPages: (pages: Uint8Array) => void = () => undefined;
    const typesetting = new Promise<Uint8Array>((resolve) => {
      setPages = resolve;
    });
    const pages = await pagesOf("a", "b");
    const assembling = assemblePdf(jobFor("a", "b"), typesetting, () => {
      written.push(written.length + 1);
      if (written.length === 2) setPages(pages);
    });
    await assembling;
    expect(written).toEqual([1, 2]);
  });

  it("refuses a book in which a photo is on no page, because it would print without it", async () => {
    await expect(assemblePdf(jobFor("a", "b"), pagesOf("a"), () => undefined)).rejects.toThrow(
      "Photo b is on no page.",
    );
  });

  it("refuses a page with a photo that nobody gave", async () => {
    await expect(assemblePdf(jobFor("a"), pagesOf("a", "b"), () => undefined)).rejects.toThrow(
      "The typeset book holds an unknown photo.",
    );
  });
});
