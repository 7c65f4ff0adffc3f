import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loop, week } from "../loop-on-paper";
import { baselinesOf, openPdf, pageTexts } from "../pdf-reading";
import { print } from "../print-photos";

const STANZAS = 11;
const LINES = 4;
const BALLAD = Array.from({ length: STANZAS }, (_, stanza) =>
  Array.from({ length: LINES }, (_, line) => `Line ${stanza * LINES + line + 1} of a ballad of the sea`).join("\n"),
).join("\n\n");

it("divides a poem in two columns between its stanzas, so that their lines are side by side", async () => {
  const entries = [week(1, { photos: [], answer: BALLAD, gratitude: "" })];
  const { result, outputFile } = await print(loop(entries), new Map());
  if (!result.ok) throw new Error(result.detail);
  const pdf = await openPdf(readFileSync(outputFile));
  const page = pageTexts(pdf).findIndex((text) => text.includes("Line 44 of a ballad"));
  expect(pageTexts(pdf)[page]).toContain("Line 1 of a ballad");
  // From the question at the head of the page to the line above its foot.
  const baselines = baselinesOf(pdf.getPage(page)).filter((baseline) => baseline > 38 && baseline < 255);
  const inTheLongerColumn = Math.ceil(STANZAS / 2) * LINES;
  expect(baselines).toHaveLength(1 + inTheLongerColumn);
});
