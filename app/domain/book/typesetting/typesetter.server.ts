import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { NodeCompiler, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler";
import type { DescribedCover } from "../layout/cover";
import type { BookLayout, BookWarning } from "../layout/pages";
import { type PhotosSet, warnOfPhotos } from "../layout/photo-warnings";
import { HANGS } from "../layout/type-steps";
import { nameOfJpeg } from "../prepress/jpeg";
import { fitWords, nameLostCharacters } from "./glyph-coverage";
import { cutPages, fillIn, type PagePicture } from "./page-pictures";
import { ARTWORK_ROLES, type BookArtwork, drawingAlone, flattenRelief } from "./print-artwork";
import { describeCharacter, loadFonts, namesOf } from "./typeface-loading.server";

/**
 * Typesetting with Typst. It can read one folder: the templates, the artwork, the placeholder photos, and the book as
 * JSON. The output keeps to a standard that refuses a character which no font draws, where plain PDF would print a box
 * without a warning.
 */

const TEMPLATES = join(process.cwd(), "app", "domain", "book", "typesetting", "templates");
const PUBLIC = join(process.cwd(), "public");
const TEMPLATE_FILES = [
  "book.typ",
  "weeks.typ",
  "words.typ",
  "flowing-weeks.typ",
  "blank-weeks.typ",
  "ornaments.typ",
  "openings.typ",
  "numbers.typ",
  "cover.typ",
];

export class MissingGlyph extends Error {}

export interface TypesetBook {
  pdf: Uint8Array;
  pageCount: number;
  warnings: string[];
  /** Draws the pages one after another. */
  drawPages(): Iterable<PagePicture>;
  /** The paths of the fonts it was set with, which its cover uses too. */
  fontFiles: string[];
  /** The warnings for the reader of the proof, week by week, with the weeks whose words run over. */
  notes: BookWarning[];
}

/** Makes the folder that the typesetter reads; the placeholder photos are written to its `photos` folder. */
export function prepareFolder(folder: string, artwork: BookArtwork): void {
  mkdirSync(join(folder, "photos"), { recursive: true });
  mkdirSync(join(folder, "artwork"), { recursive: true });
  for (const file of TEMPLATE_FILES) copyFileSync(join(TEMPLATES, file), join(folder, file));
  for (const role of ARTWORK_ROLES) {
    const file = artwork[role];
    if (file === null) continue;
    const drawing = flattenRelief(readFileSync(file, "utf8"));
    writeFileSync(join(folder, "artwork", `${role}.svg`), role === "redwork" ? drawingAlone(drawing) : drawing);
  }
}

/**
 * What a file is for: PDF/UA-1 can be read with a screen reader, PDF/A-2b is what a printer's PDF/X-4 is made of. Both
 * refuse a character that no font draws.
 */
export type PdfUse = "screen" | "print";
const STANDARDS = { screen: "ua-1", print: "a-2b" } as const;

/**
 * Typesets the book. @throws MissingGlyph naming a character that no typeface draws and no check found; Error with the
 * typesetter's own message for anything else.
 */
export function typeset(folder: string, layout: BookLayout, artwork: BookArtwork, use: PdfUse): TypesetBook {
  const { compiler, document, fonts, missing } = setPages(folder, layout, artwork);
  const pageCount = document.numOfPages;
  if (pageCount % layout.format.pageMultiple !== 0) throw new Error(`The book has ${pageCount} pages.`);
  const leaves = leavesOf(compiler.query(document, { selector: "<leaf>", field: "value" }));
  checkSides(leaves);
  const notes = [
    ...warnOfPhotos(
      layout.pages,
      arrangementsIn(compiler.query(document, { selector: "<photos-set>", field: "value" })),
    ),
    ...nameLostCharacters(layout.pages, fonts.coverage, [layout.title, layout.subtitle]),
    ...longWeeks(compiler.query(document, { selector: "<long-week>", field: "value" })),
  ];
  // What was remembered for setting the pages again, a tenth of the memory.
  compiler.evictCache(0);
  const pdf = exportPdf(compiler, document, use);
  const about = fillIn(new Map(leaves.map(({ page, kind, week }) => [page, { kind, week }])), pageCount);
  function* drawPages(): Generator<PagePicture> {
    const whole = compiler.plainSvg(document);
    const pages = cutPages(whole, trimOf(layout), (type, content) =>
      type === "image/jpeg" ? photoAddress(content) : fileAddress(type, content, folder, artwork),
    );
    for (const one of about) yield { ...one, svg: pages.next().value ?? "" };
  }
  return { pdf, pageCount, warnings: missing.map(describeCharacter), notes, drawPages, fontFiles: fonts.files };
}

/** How many pages this layout takes; keeps no output. @throws as `typeset` does. */
export function countPages(folder: string, layout: BookLayout, artwork: BookArtwork): number {
  return setPages(folder, layout, artwork).document.numOfPages;
}

function setPages(folder: string, layout: BookLayout, artwork: BookArtwork) {
  const fonts = loadFonts(layout, folder);
  const { fitted: book, missing } = fitWords(layout, fonts.coverage);
  const [year, month, day] = layout.documentDay.split("-").map(Number);
  const data = {
    ...book,
    hangs: HANGS,
    documentDate: [year, month, day],
    ...namesOf(fonts),
    artwork: Object.fromEntries(ARTWORK_ROLES.map((role) => [role, artwork[role] === null ? null : `${role}.svg`])),
  };
  writeFileSync(join(folder, "book.json"), JSON.stringify(data));
  return { ...compileIn(folder, "book.typ", fonts.files), fonts, missing };
}

/** Typesets the cover of the book that `typeset` has set in this folder. @throws as `typeset` does. */
export function typesetCover(folder: string, cover: DescribedCover, fontFiles: string[]): Uint8Array {
  writeFileSync(join(folder, "cover.json"), JSON.stringify(cover));
  const { compiler, document } = compileIn(folder, "cover.typ", fontFiles);
  if (document.numOfPages !== 1) throw new Error(`The cover has ${document.numOfPages} sheets.`);
  return exportPdf(compiler, document, "print");
}

function compileIn(folder: string, mainFile: string, fontPaths: string[]) {
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths }] });
  const compiled = compiler.compile({ mainFilePath: join(folder, mainFile) });
  const document = compiled.result;
  if (document !== null) return { compiler, document };
  const reasons = JSON.stringify(compiled.takeError()?.shortDiagnostics ?? "no reason given");
  throw new Error(`The book could not be set: ${reasons}`);
}

function exportPdf(compiler: NodeCompiler, document: NodeTypstDocument, use: PdfUse): Uint8Array {
  try {
    return compiler.pdf(document, { pdfStandard: STANDARDS[use] });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const glyphs = [...reason.matchAll(/the text `"?(.*?)"?` could not be displayed/g)].map((match) => match[1]);
    if (glyphs.length > 0) throw new MissingGlyph(`No typeface draws ${glyphs.join(", ")}.`);
    throw error;
  }
}

interface Leaf {
  side: string;
  page: number;
  kind: string;
  week: number | null;
}

function leavesOf(told: unknown): Leaf[] {
  return told as Leaf[];
}

const POINTS_PER_MM = 72 / 25.4;

function trimOf({ format: { bleed, trimWidth, trimHeight } }: BookLayout) {
  const [x, width, height] = [bleed, trimWidth, trimHeight].map((length) => length * POINTS_PER_MM);
  return { x: x ?? 0, y: x ?? 0, width: width ?? 0, height: height ?? 0 };
}

/** A photo's own URL, which checks the viewer's access. */
function photoAddress(content: Buffer): string {
  const photo = nameOfJpeg(content);
  if (photo === null) throw new Error("The book holds an unknown photo.");
  return `/photos/${photo}/screen`;
}

/** The URL for another file that the typesetter embedded: the public file of an artwork, or a data URL for an emoji. */
function fileAddress(type: string, content: Buffer, folder: string, artwork: BookArtwork): string {
  for (const role of ARTWORK_ROLES) {
    const file = artwork[role];
    if (file === null || !readFileSync(join(folder, "artwork", `${role}.svg`)).equals(content)) continue;
    return `/${relative(PUBLIC, resolve(file)).split(sep).join("/")}`;
  }
  return `data:${type};base64,${content.toString("base64")}`;
}

function arrangementsIn(marks: unknown): Map<number, PhotosSet> {
  return new Map((marks as (PhotosSet & { week: number })[]).map((mark) => [mark.week, mark]));
}

function longWeeks(marks: unknown): BookWarning[] {
  return (marks as { week: number; pages: number }[]).map(({ week, pages }) => ({
    kind: "runs_over",
    week,
    pages,
  }));
}

/** A page on the wrong side of its leaf would shift every later spread. */
function checkSides(pages: readonly Leaf[]): void {
  const astray = pages.find(({ side, page }) => (page % 2 === 1) !== (side === "recto"));
  if (pages.length === 0 || astray !== undefined) {
    throw new Error(`Page ${astray?.page ?? 1} is on the wrong side.`);
  }
}
