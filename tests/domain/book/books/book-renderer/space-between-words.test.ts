import { readFileSync } from "node:fs";
import type { PDFPage } from "@cantoo/pdf-lib";
import { expect, it } from "vitest";
import { layoutBook } from "~/domain/book/layout/layout";
import { loop, photo, week } from "../loop-on-paper";
import { placedTexts, type Step } from "../pdf-lines";
import { openPdf, pageTexts } from "../pdf-reading";
import { print, printPhoto } from "../print-photos";

const SENTENCE = "We walked further than we had meant to, and nobody minded; the light was long. ";
const POINTS_A_MILLIMETRE = 72 / 25.4;

it.each([
  ["short", 5, ["plate", "portrait"]],
  ["usual", 12, ["plate", "landscape"]],
  ["long", 25, ["long", "portrait"]],
  ["longer", 45, ["flowing", "portrait"]],
  ["without a photo", 5, ["words", null]],
] as const)(
  "leaves one empty line between a question and its answer in a week that is %s",
  async (_, sentences, [form, shape]) => {
    const photos = shape === null ? [] : [photo("one", shape, form === "plate" ? "The jetty" : "")];
    const input = loop([week(1, { photos, gratitude: "", answer: SENTENCE.repeat(sentences) })]);
    const layout = layoutBook(input);
    const forms = layout.pages.flatMap((page) => (page.kind === "week" ? [page.spread.form] : []));
    expect(forms).toEqual([expect.stringMatching(form)]);
    const bytes = new Map(
      await Promise.all(photos.map(async ({ id }) => [id, await printPhoto(1, 191, 255)] as const)),
    );
    const { result, outputFile } = await print(input, bytes);
    if (!result.ok) throw new Error(result.detail);
    const pdf = await openPdf(readFileSync(outputFile));
    const page = pageTexts(pdf).findIndex((text) => text.includes("Where did you lose track of time?"));
    const lines = linesOf(pdf.getPage(page), layout.type.steps);
    const [question = 0, answer = 0, next = 0] = lines;
    const leading = next - answer;
    expect(layout.type.steps.map((step) => step.leading.toFixed(1))).toContain(leading.toFixed(1));
    expect((answer - question) / leading).toBeCloseTo(2, 2);
  },
);

/** The baselines in points of the lines in these sizes, without the number in the ring. */
function linesOf(page: PDFPage, steps: readonly Step[]): number[] {
  const texts = placedTexts(page).filter(
    ({ size, width }) => width > 10 && steps.some(({ body }) => Math.abs(body - size) < 0.01),
  );
  const baselines = texts.map(({ baseline }) => Math.round(baseline * POINTS_A_MILLIMETRE * 100) / 100);
  return [...new Set(baselines)].sort((one, other) => one - other);
}
