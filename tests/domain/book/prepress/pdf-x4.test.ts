import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { type BarcodeArea, measureCover, placeBarcode } from "~/domain/book/layout/cover";
import { profileFileOf } from "~/domain/book/prepress/inks.server";
import { PRINTER } from "~/domain/book/prepress/printer";
import type { Binding } from "~/domain/kernel/book-format/bindings";
import { findProgram, hasServices } from "../../../../scripts/testing/litestream-and-minio.ts";
import { loop, photo, week } from "../books/loop-on-paper";
import { print, printPhoto } from "../books/print-photos";

/** The printer's files on the plates of a press, which Ghostscript makes of them, and to another reader of PDFs. */

const isPossible = hasServices("gs", "qpdf");
let book: string;
let cover: string;
beforeAll(async () => {
  const photos = new Map([["photo-1", await printPhoto(3, 2551, 1913)]]);
  const input = loop([week(1, { photos: [photo("photo-1")], answer: "We stayed. ".repeat(60) })]);
  const { result, outputFile } = await print(input, photos, { printer: PRINTER, cover: "standard" });
  if (!result.ok) throw new Error(result.detail);
  book = outputFile;
  cover = join(dirname(outputFile), "cover.pdf");
}, 60_000);

/** The most ink on each plate of a page, from 0 to 1. */
async function platesOf(file: string, page: number) {
  const plates = join(dirname(file), `page-${page}`);
  const profileFile = profileFileOf(PRINTER.condition);
  const { status, stderr } = spawnSync(findProgram("gs") ?? "gs", [
    ...["-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=tiffsep", "-r72"],
    `--permit-file-read=${profileFile}`,
    // Without both, black text looks rich when it is not.
    ...[`-sDefaultCMYKProfile=${profileFile}`, `-sOutputICCProfile=${profileFile}`],
    ...[`-dFirstPage=${page}`, `-dLastPage=${page}`, `-sOutputFile=${plates}.tif`, file],
  ]);
  expect(status, `${stderr}`).toBe(0);
  const most = async (plate: string) => {
    const { channels } = await sharp(`${plates}(${plate}).tif`).greyscale().stats();
    return 1 - (channels[0]?.min ?? 255) / 255;
  };
  return {
    cyan: await most("Cyan"),
    magenta: await most("Magenta"),
    yellow: await most("Yellow"),
    black: await most("Black"),
  };
}

describe.skipIf(!isPossible)("on the press", () => {
  it("words lie on the black plate alone; the others carry no more than the tint of the page and its thread", async () => {
    // The dedication: a page of words, without a thread or a photo.
    const { cyan, magenta, yellow, black } = await platesOf(book, 5);
    expect(black).toBeGreaterThan(0.7);
    for (const plate of [cyan, magenta, yellow]) expect(plate).toBeLessThan(0.1);
  });

  it.each(["pages", "cover"])("another reader finds nothing wrong with the %s", (what) => {
    const { status, stdout, stderr } = spawnSync(findProgram("qpdf") ?? "qpdf", [
      "--check",
      what === "cover" ? cover : book,
    ]);
    expect(status, `${stdout}${stderr}`).toBe(0);
  });
});

describe.skipIf(!isPossible)("the corner of the back that the printer prints its barcode in", () => {
  /** The lightest and the darkest spot of that corner, from 0 to 255, on the cover as it is made. */
  async function cornerOf(binding: Binding, barcode: BarcodeArea) {
    const { result, outputFile, folder } = await print(loop([]), new Map(), {
      printer: { ...PRINTER, barcode },
      cover: binding,
    });
    if (!result.ok) throw new Error(result.detail);
    const picture = join(folder, "cover.png");
    const file = join(dirname(outputFile), "cover.pdf");
    const args = ["-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=png16m", "-r127"];
    spawnSync(findProgram("gs") ?? "gs", [...args, `-sOutputFile=${picture}`, file]);
    const area = placeBarcode(measureCover(result.pageCount), barcode);
    // 127 dots an inch are five a millimetre.
    const [left, top, width, height] = [area.left, area.top, area.width, area.height].map((length) =>
      Math.round(length * 5),
    ) as [number, number, number, number];
    const corner = await sharp(picture).extract({ left, top, width, height }).greyscale().png().toBuffer();
    const { channels } = await sharp(corner).stats();
    return [channels[0]?.min, channels[0]?.max];
  }

  it.each(["standard", "luxury"] as const)("is empty on the cover in %s", async (binding) => {
    const [darkest, lightest] = await cornerOf(binding, PRINTER.barcode as BarcodeArea);
    expect(darkest).toBe(lightest);
  });

  it("is empty too where another printer has it: the wordmark makes room", async () => {
    const [darkest, lightest] = await cornerOf("standard", {
      ...{ fromForeEdge: 60, fromFoot: 12, width: 60, height: 30 },
    });
    expect(darkest).toBe(lightest);
  });
});
