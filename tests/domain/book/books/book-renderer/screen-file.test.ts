import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { PDFDict, PDFName } from "@cantoo/pdf-lib";
import { beforeAll, describe, expect, it } from "vitest";
import { PRINTER } from "~/domain/book/prepress/printer";
import { hasServices } from "../../../../../scripts/testing/litestream-and-minio.ts";
import { loop, photo, week } from "../loop-on-paper";
import { openPdf } from "../pdf-reading";
import { print, printPhoto } from "../print-photos";

/** The book for the screen, as somebody hears it who cannot see it. */

const input = loop(
  [
    week(1, {
      photos: [photo("one", "landscape", "The jetty in the rain")],
      answer: "We stayed. ".repeat(60),
    }),
    week(2, { photos: [photo("two", "portrait")], answer: "And so to bed. ".repeat(160) }),
    week(14, {
      photos: [],
      answer: "Roses are red\nand violets are blue\n\nand nobody told\nthe printer of you",
    }),
  ],
  {},
  { ruledEmptyWeeks: true, printsNumbers: true },
);

let file: string;
let photos: Map<string, Buffer>;
beforeAll(async () => {
  photos = new Map([
    ["one", await printPhoto(1, 2551, 1913)],
    ["two", await printPhoto(2, 1913, 2551)],
  ]);
  const { result, outputFile } = await print(input, photos);
  if (!result.ok) throw new Error(result.detail);
  file = outputFile;
}, 60_000);

/** The standards that a file says it keeps to. */
const saysOf = (path: string) =>
  [...readFileSync(path, "latin1").matchAll(/<pdf(\w+)id:(?:part|GTS_\w+)>([^<]+)</g)].map(
    ([, name, part]) => `${name} ${part}`,
  );

describe("the book for the screen", () => {
  it("is made for screen readers, and the printer’s is not", async () => {
    expect(saysOf(file)).toEqual(["ua 1"]);
    const printed = await print(input, photos, { printer: PRINTER });
    expect(saysOf(printed.outputFile)).not.toContain("ua 1");
  });

  it("describes each photo, and passes over decoration", async () => {
    const pdf = await openPdf(readFileSync(file));
    const figures = pdf.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFDict && object.get(PDFName.of("S")) === PDFName.of("Figure") ? [object] : [],
      );
    const words = figures.map((figure) => figure.lookup(PDFName.of("Alt"))?.toString());
    // Each is on the page of its week, and one opens the season.
    expect(words.sort()).toEqual(["(Photograph of week 2)", ...["(The jetty in the rain)", "(The jetty in the rain)"]]);
  });

  it.skipIf(!hasServices("verapdf"))(
    "passes every check of PDF/UA-1 by veraPDF, in large print and in other scripts too",
    async () => {
      const ofScripts = ["আমরা সমুদ্রের ধারে", "مشينا أبعد مما كنا ننوي", "我们走得更远", "ჩვენ უფრო შორს წავედით 🧵"];
      const weeks = ofScripts.map((text, index) =>
        week(index + 1, { photos: [], highlight: text, gratitude: text, answer: `${text}. `.repeat(20) }),
      );
      const large = await print({ ...input, options: { ...input.options, largePrint: true } }, photos);
      const scripts = await print(loop(weeks), new Map());
      const files = [file, large.outputFile, scripts.outputFile];
      const checked = spawnSync("verapdf", ["--flavour", "ua1", "--format", "text", ...files]);
      expect(`${checked.stdout}`.trim().split("\n")).toEqual(files.map((one) => `PASS ${one} ua1`));
    },
    60_000,
  );
});
