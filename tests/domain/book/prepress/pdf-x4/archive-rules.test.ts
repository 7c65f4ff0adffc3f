import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { PRINTER } from "~/domain/book/prepress/printer";
import { hasServices } from "../../../../../scripts/testing/litestream-and-minio.ts";
import { loop, photo, week } from "../../books/loop-on-paper";
import { print, printPhoto } from "../../books/print-photos";

/**
 * The printer's files as veraPDF reads them. It knows no PDF/X-4, but nearly all that PDF/X-4 asks for is asked for by
 * PDF/A-2b too: typefaces, profiles, blending, pictures, encryption, actions, metadata.
 */

/** Where a file for a press cannot be one for an archive. */
const DIFFERENCES = {
  "6.2.4.3-3": "inks need an output intent for an archive beside the one for a press",
  "6.6.2.3.1-1": "the metadata has properties that an archive does not know",
  "6.6.2.3.1-2": "the same, by their types",
  "6.6.4-1": "the metadata does not say that this is a file for an archive",
};

it.skipIf(!hasServices("verapdf"))(
  "veraPDF finds nothing wrong with books and covers for the printer, but what makes them no archive",
  async () => {
    const texts = [
      "We stayed. \u{1F469}\u200D\u{1F467} 🧵",
      "আমরা সমুদ্রের ধারে",
      "مشينا أبعد مما كنا ننوي",
      "我们走得更远，没有人介意。",
      "思ったより遠くまで歩いた。",
      "우리는 생각보다 멀리 걸었다",
      "हम समुद्र के किनारे",
      "ჩვენ უფრო შორს წავედით",
      "Chúng tôi đã đi bộ xa hơn",
      "הלכנו רחוק יותר",
    ];
    const weeks = texts.map((text, index) =>
      week(index + 1, {
        photos: index === 0 ? [photo("one")] : [],
        highlight: text,
        answer: `${text} `.repeat(9),
      }),
    );
    const photos = new Map([["one", await printPhoto(1, 2551, 1913)]]);
    const input = loop(weeks, {}, { printsNumbers: true, ruledEmptyWeeks: true });
    const standard = await print(input, photos, { printer: PRINTER, cover: "standard" });
    const luxury = await print({ ...input, options: { ...input.options, largePrint: true } }, photos, {
      printer: PRINTER,
      cover: "luxury",
    });
    const files = [standard, luxury].flatMap(({ outputFile }) => [outputFile, join(dirname(outputFile), "cover.pdf")]);
    const checked = spawnSync("verapdf", ["--flavour", "2b", "--format", "xml", ...files]);
    const reports = `${checked.stdout}`.split("<job>").slice(1);
    expect(reports).toHaveLength(files.length);
    for (const report of reports) {
      const broken = [...report.matchAll(/clause="([\d.]+)" testNumber="(\d+)" status="failed"/g)];
      expect(broken.map(([, clause, number]) => `${clause}-${number}`).sort()).toEqual(Object.keys(DIFFERENCES));
      const properties = [...report.matchAll(/ - (\w+:\w+)\)<\/context>/g)].map(([, name]) => name);
      expect([...new Set(properties)].sort()).toEqual(["pdf:Trapped", "pdfxid:GTS_PDFXVersion"]);
    }
  },
  60_000,
);
