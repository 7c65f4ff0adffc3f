import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { expect, it } from "vitest";
import { openWithoutPhotos } from "~/domain/book/prepress/pdf-file.server";
import { workFolder } from "../books/print-photos";

/** A file with one photo and one other stream of so many bytes. */
async function fileOf(photo: number, other: number, change: (text: string) => string = (text) => text) {
  const document = await PDFDocument.create();
  const { context } = document;
  document.addPage();
  const bytes = (length: number) =>
    randomBytes(Math.ceil(length / 2))
      .toString("hex")
      .slice(0, length);
  context.register(context.stream(bytes(photo), { Type: "XObject", Subtype: "Image", Name: "photo" }));
  context.register(context.stream(bytes(other), { Name: "other" }));
  const path = join(workFolder(), "file.pdf");
  const saved = Buffer.from(await document.save({ useObjectStreams: false })).toString("latin1");
  writeFileSync(path, change(saved), "latin1");
  return path;
}

async function lengthsIn(path: string) {
  const { document, damage } = await openWithoutPhotos(path);
  const lengths = new Map(
    document.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFRawStream
          ? [[object.dict.get(PDFName.of("Name"))?.toString(), object.contents.length] as const]
          : [],
      ),
  );
  return { photo: lengths.get("/photo"), other: lengths.get("/other"), damage };
}

it("all of a file is read, but of a long photo the first bytes and the last two", async () => {
  expect(await lengthsIn(await fileOf(900, 70_000))).toEqual({ photo: 900, other: 70_000, damage: [] });
  const { photo, damage } = await lengthsIn(await fileOf(90_000, 900));
  expect(damage).toEqual([]);
  expect(photo).toBeGreaterThan(64_000);
  expect(photo).toBeLessThan(64 * 1024);
});

it.each<[string, (text: string) => string]>([
  ["no table", (text) => text.replace("startxref", "nothing")],
  ["a table before its beginning", (text) => text.replace(/startxref\n\d+/, "startxref\n-1")],
  ["a table at its beginning", (text) => text.replace(/startxref\n\d+/, "startxref\n0")],
  ["a table after its end", (text) => text.replace(/startxref\n\d+/, "startxref\n99999")],
  ["an empty table", (text) => text.replace(/\d{10} \d{5} n/g, "")],
  ["no trailer", (text) => text.replace("trailer", "nothing")],
])("a file with %s is refused", async (_, change) => {
  await expect(openWithoutPhotos(await fileOf(9, 9, change))).rejects.toThrow("has no table of its objects");
});

it.each<[string, (text: string) => string, RegExp]>([
  ["an object that is elsewhere", (text) => text.replace(/^4 0 obj/m, "nothing"), /no object begins at \d+/],
  ["a photo that is longer", (text) => text.replace("/Length 9", "/Length 8"), /isn’t as long as it says/],
])("a file with %s than its table says is damaged", async (_, change, damage) => {
  expect((await openWithoutPhotos(await fileOf(9, 7, change))).damage).toEqual([expect.stringMatching(damage)]);
});
