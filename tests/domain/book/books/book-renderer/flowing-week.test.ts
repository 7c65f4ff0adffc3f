import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { layoutBook } from "~/domain/book/layout/layout";
import { loop, photo, week } from "../loop-on-paper";
import { bodyLines, pictureFeet } from "../pdf-lines";
import { baselinesOf, openPdf, pageTexts } from "../pdf-reading";
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
  const places = ["came back on Monday", "lose track of time", "harbour", "soup keeps", "boat hire"].map((words) =>
    set.lastIndexOf(words),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((one, other) => one - other));
});

it.each([[false], [true]])("divides no word and no name (large print: %s)", async (largePrint) => {
  const words = ["extraordinary", "circumstances", "notwithstanding", "Featherstonehaugh", "congratulated"];
  const answer = `${words.join(" ")} `.repeat(40);
  const { result, outputFile } = await print(loop([week(1, { photos: [], answer })], {}, { largePrint }), new Map());
  if (!result.ok) throw new Error(result.detail);
  const set = pageTexts(await openPdf(readFileSync(outputFile))).join(" ");
  expect(set.match(new RegExp(`\\b(?:${words.join("|")})\\b`, "g"))?.length).toBe(200);
});

it("lets the headline of a long week fill a page that it has to itself", async () => {
  const entries = [week(1, { photos: [photo("one", "portrait")], answer: "We walked along the harbour. ".repeat(58) })];
  const photos = new Map([["one", await printPhoto(1, 1913, 2551)]]);
  const { result, outputFile } = await print(loop(entries, {}, { largePrint: true }), photos);
  if (!result.ok) throw new Error(result.detail);
  const pdf = await openPdf(readFileSync(outputFile));
  const texts = pageTexts(pdf);
  const page = texts.findIndex((text) => text.includes("came back on Monday") && !text.startsWith("Winter"));
  expect(texts[page]).not.toContain("harbour");
  // Under the dates and above the foot, in the upper half but not at its top.
  const [first = 0] = baselinesOf(pdf.getPage(page)).filter((baseline) => baseline > 40);
  expect(first).toBeGreaterThan(84);
});

it("lets the wide photo of a long week bleed off the foot of its page", async () => {
  const entries = [
    week(1, { photos: [photo("one", "landscape")], answer: "We walked along the harbour. ".repeat(130) }),
  ];
  const photos = new Map([["one", await printPhoto(1, 255, 191)]]);
  const { result, outputFile } = await print(loop(entries), photos);
  if (!result.ok) throw new Error(result.detail);
  expect(result.notes).toContainEqual(expect.objectContaining({ kind: "runs_over", week: 1 }));
  const [page] = (await openPdf(readFileSync(outputFile))).getPages().slice(7);
  if (!page) throw new Error("The week is not in the book.");
  expect(Math.max(...pictureFeet(page))).toBeCloseTo(page.getHeight() / (72 / 25.4), 0);
});

it("does not divide a stanza between two pages", async () => {
  const stanzas = Array.from({ length: 9 }, (_, stanza) =>
    [1, 2, 3, 4].map((line) => `Line ${line} of stanza ${stanza + 1} of the sea`).join("\n"),
  );
  const entries = [week(1, { photos: [photo("one", "portrait")], answer: stanzas.join("\n\n") })];
  const photos = new Map([["one", await printPhoto(1, 1913, 2551)]]);
  const { result, outputFile } = await print(loop(entries, {}, { largePrint: true }), photos);
  if (!result.ok) throw new Error(result.detail);
  const texts = pageTexts(await openPdf(readFileSync(outputFile)));
  const pageOf = (line: number, stanza: number) =>
    texts.findIndex((text) => text.includes(`Line ${line} of stanza ${stanza} of`));
  const pages = stanzas.map((_, stanza) => [1, 2, 3, 4].map((line) => pageOf(line, stanza + 1)));
  expect(new Set(pages.flat()).size).toBeGreaterThan(1);
  expect(pages.map((of) => new Set(of).size)).toEqual(stanzas.map(() => 1));
});

const SENTENCE = "We walked along the harbour, and the light was long over the field. ";
const said = (sentences: number, inEach: number) =>
  Array.from({ length: sentences }, (_, index) => SENTENCE + ((index + 1) % inEach === 0 ? "\n\n" : "")).join("");
const others = (words: number) =>
  [2, 3, 4].map((number) => week(number, { photos: [], answer: "We rowed. ".repeat(words / 2) }));

/** The lines of each page that has words of this year, in the book's size and in the smaller one. */
async function linesOfPages(input: ReturnType<typeof loop>) {
  const { type } = layoutBook(input);
  const photos = new Map<string, Uint8Array>();
  for (const { id, width, height } of input.entries.flatMap((entry) => entry.photos)) {
    photos.set(id, await printPhoto(1, Math.round(width / 20), Math.round(height / 20)));
  }
  const { result, outputFile } = await print(input, photos);
  if (!result.ok) throw new Error(result.detail);
  const pdf = await openPdf(readFileSync(outputFile));
  const texts = pageTexts(pdf);
  const pages = pdf.getPages().filter((_, index) => texts[index]?.includes("harbour"));
  return pages.map((page) => type.steps.map((step) => bodyLines(page, [step]).length));
}

it("goes on in the book’s size where the smaller one would be a page of long lines", async () => {
  const long = week(1, { answer: said(40, 40), photos: [photo("one", "portrait")] });
  const pages = await linesOfPages(loop([long, ...others(250)]));
  expect(pages.length).toBeGreaterThan(1);
  for (const [main = 0] of pages) expect(main).toBeGreaterThan(10);
});

it.each([41, 46])("has no last page that is nearly empty, with %i sentences", async (sentences) => {
  const photos = (["portrait", "portrait", "square"] as const).map((shape, place) => photo(`p${place}`, shape));
  const long = week(1, { answer: said(sentences, 5), photos, highlight: "", title: "Rain" });
  const pages = await linesOfPages(loop([long, ...others(60)]));
  expect(Math.max(...(pages.at(-1) ?? []))).toBeGreaterThan(10);
});
