import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loop, photo, week } from "../loop-on-paper";
import { openPdf, pageTexts } from "../pdf-reading";
import { print, printPhoto } from "../print-photos";

it("says last what a week was grateful for, also where its words run on over more pages", async () => {
  const entries = [
    week(1, {
      photos: [photo("one", "portrait")],
      answer: "We walked along the harbour. ".repeat(100),
      learned: "That soup keeps.",
    }),
  ];
  const photos = new Map([["one", await printPhoto(1, 1913, 2551)]]);
  const { result, outputFile } = await print(loop(entries, {}, { largePrint: true }), photos);
  if (!result.ok) throw new Error(result.detail);
  expect(result.notes).toContainEqual(expect.objectContaining({ kind: "runs_over", week: 1 }));
  const set = pageTexts(await openPdf(readFileSync(outputFile))).join(" ");
  const places = ["came back on Monday", "lose track of time", "harbour", "soup keeps", "boat hire"].map(
    (words) => set.lastIndexOf(words),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((one, other) => one - other));
});
