import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { FinishJob, RenderJob, RenderMessage } from "~/domain/book/books/render-job";
import { runJob, TYPESETTING_FOLDER } from "~/domain/book/books/rendering.server";
import { measureCover } from "~/domain/book/layout/cover";
import { PRINTER } from "~/domain/book/prepress/printer";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { loop, photo, week } from "./loop-on-paper";
import { artwork, printPhoto, workFolder } from "./print-photos";

const run = (job: Parameters<typeof runJob>[0]): Promise<RenderMessage> => runJob(job, () => undefined);

async function print(photoId: string, photos: RenderJob["photos"], folder = workFolder()) {
  const files = { outputFile: join(folder, "book.pdf"), picturesFile: join(folder, "pages.gz") };
  const input = loop([week(1, { photos: [photo(photoId)] })]);
  const options = { opensTrimmed: false, printer: null, cover: null };
  return await run({ kind: "print", input, photos, artwork, workFolder: folder, ...files, ...options });
}

it.each([
  ["has no file", "one", [], "no print file"],
  ["lies outside its book’s folder", "one", [{ id: "one", printFile: "/etc/passwd" }], "outside"],
  ["is not named as a file can be", "../one", [], "valid file name"],
])("a photo that %s is refused by its name", async (_, id, photos, detail) => {
  expect(await print(id, photos)).toEqual({
    kind: "rendered",
    pages: { ok: false, reason: "photo_unreadable", detail: expect.stringMatching(`^Photo ${id}: .*${detail}`) },
    next: null,
  });
});

it("a photo in a folder whose name begins as its book’s does lies outside too", async () => {
  const folder = workFolder();
  mkdirSync(`${folder}-other`);
  const printFile = join(`${folder}-other`, "one.jpg");
  writeFileSync(printFile, await printPhoto(1, 2551, 1913));
  expect(await print("one", [{ id: "one", printFile }], folder)).toMatchObject({ pages: { ok: false } });
});

it("a book is laid out only to learn of its photos over two pages, and set only to count its pages", async () => {
  const [input, folder] = [loop([week(1, { photos: [] })]), workFolder()];
  expect(await run({ kind: "layout", input, workFolder: folder })).toEqual({
    ...{ kind: "laid_out", doublePagePhotos: [] },
  });
  const counted = await run({ kind: "count", input, artwork, workFolder: folder });
  expect(counted).toEqual({ kind: "counted", pageCount: BOOK_FORMAT.fewestPages });
});

/** The end of a book whose cover is set from these words. */
async function finish(given: Partial<FinishJob>, words = "") {
  const folder = workFolder();
  mkdirSync(join(folder, TYPESETTING_FOLDER));
  writeFileSync(join(folder, TYPESETTING_FOLDER, "cover.typ"), words);
  const pagesFile = join(folder, "book.pdf");
  return await run({ kind: "finish", workFolder: folder, printer: null, pagesFile, cover: null, ...given });
}

it("only a printer’s file is checked", async () => {
  expect(await finish({})).toEqual({ kind: "finished", made: { ok: true, cover: null, preflight: null } });
  expect(await finish({ printer: PRINTER })).toMatchObject({
    ...{ kind: "finished", made: { ok: true, cover: null, preflight: { faults: [{ rule: "file" }] } } },
  });
});

it.each([
  ["glyph_missing", "\u{12000}", "No typeface draws"],
  ["failed", "#pagebreak()", "2 sheets"],
])("a cover is refused as %s", async (reason, words, detail) => {
  const sheet = { ...measureCover(24, BOOK_FORMAT), binding: "standard", isInked: false, barcode: null } as const;
  const cover = { sheet, outputFile: join(workFolder(), "cover.pdf"), fontFiles: [], format: BOOK_FORMAT };
  expect(await finish({ cover }, words)).toEqual({
    ...{ kind: "finished", made: { ok: false, reason, detail: expect.stringContaining(detail) } },
  });
});
