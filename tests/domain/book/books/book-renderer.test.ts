import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { PDFDocument } from "@cantoo/pdf-lib";
import { PDFName } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { renderBook } from "~/domain/book/books/book-renderer.server";
import { type ListedPage, listFileOf } from "~/domain/book/books/page-store.server";
import { checkWeek } from "~/domain/book/books/preflight.server";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { loop, photo, week } from "./loop-on-paper";
import { openPdf, outlineTitles, pageTexts, photoHashes } from "./pdf-reading";
import { artwork, print, printPhoto, workFolder } from "./print-photos";

const MARKUP =
  '#panic("x") $x^2$ *bold* _em_ @ref \\ #read("/etc/passwd") <label> `raw` #{1+1} [content] ~ #import "@preview/x:0.1.0": * #set page(fill: red) /* c */';
/** Every character that begins markup in Typst, and every function that reads a file. */
const READERS =
  ["read", "csv", "json", "toml", "yaml", "cbor", "xml", "image", "plugin", "bibliography", "eval", "raw"]
    .map((reader) => `#${reader}("/book.json")`)
    .join(" ") +
  ' #include "/ornaments.typ" #import "/furniture.typ": * #sys.inputs #context here() #let x = 1 = Heading / term: x + one ~ // gone \\u{41} "]#[" }#{ ")#(" $book$ ``` #{';
const SCRIPTS = "Łukasz, Zoë, Ελένη, Алексей, Nguyễn, שלום, नमस्ते, 김민준, 我们, さくら.";
const FIVE_HUNDRED_WORDS_WITHOUT_A_SPACE = "harbour".repeat(500);

const input = loop(
  [
    week(1, { photos: [photo("one", "landscape", `The jetty ${MARKUP}`)] }),
    week(2, {
      photos: [photo("two", "portrait")],
      title: MARKUP,
      highlight: MARKUP,
      gratitude: MARKUP,
      answer: `${MARKUP} ${READERS}`,
      learned: READERS,
    }),
    week(3, {
      photos: [photo("three"), photo("four", "square"), photo("one", "landscape")],
      answer: FIVE_HUNDRED_WORDS_WITHOUT_A_SPACE,
    }),
    week(20, { photos: [photo("five", "panorama")], answer: `${SCRIPTS} 😀👨‍👩‍👧🇬🇧 \u{12000}\u{12001}` }),
  ],
  { dedication: READERS },
);

const photos = new Map<string, Buffer>();
let printed: Awaited<ReturnType<typeof print>>;
let pdf: PDFDocument;
let texts: string[];
const steps: [done: number, total: number][] = [];

beforeAll(async () => {
  const sizes = {
    one: [2551, 1913],
    two: [1913, 2551],
    three: [2551, 1913],
    four: [2551, 2551],
    five: [4000, 1600],
  };
  for (const [seed, [id, [width, height]]] of Object.entries(sizes).entries()) {
    photos.set(id, await printPhoto(seed, width ?? 0, height ?? 0));
  }
  printed = await print(input, photos, {
    onProgress: (done, total) => steps.push([done, total]),
  });
  pdf = await openPdf(readFileSync(printed.outputFile));
  texts = pageTexts(pdf);
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("a printed book", () => {
  it("is a PDF of an even number of pages, and says how big it is", () => {
    const bytes = readFileSync(printed.outputFile);
    expect(printed.result).toMatchObject({
      ok: true,
      pageCount: pdf.getPageCount(),
      bytes: bytes.length,
      sha256: sha256(bytes),
    });
    expect(pdf.getPageCount() % 2).toBe(0);
  });

  it("has pages of 210 by 280 mm with 3 mm of bleed around them", () => {
    const mm = (points: number) => Math.round((points * 25.4 * 100) / 72) / 100;
    for (const page of pdf.getPages()) {
      const trim = page.getTrimBox();
      expect([trim.x, trim.y, trim.width, trim.height].map(mm)).toEqual([3, 3, 210, 280]);
      const bleed = page.getBleedBox();
      expect([bleed.x, bleed.y, bleed.width, bleed.height].map(mm)).toEqual([0, 0, 216, 286]);
      expect(page.getMediaBox()).toEqual(bleed);
    }
  });

  it("holds every photo once, byte for byte as it was handed in", () => {
    expect(photoHashes(pdf)).toEqual([...photos.values()].map(sha256).sort());
  });

  it("has a title, a language and an outline", () => {
    expect(pdf.getTitle()).toBe("Our Wedding Year");
    expect(String(pdf.catalog.get(PDFName.of("Lang")))).toContain("en-GB");
    expect(outlineTitles(pdf)).toEqual(
      expect.arrayContaining(["Winter, weeks one to thirteen", expect.stringMatching(/^Week 1: We said/)]),
    );
  });

  it("prints the words of a week, its dates and its highlight", () => {
    const page = texts.find((text) => text.includes("On the jetty, mostly."));
    expect(page).toContain("8 to 15 November 2024");
    expect(page).toContain("“We said we’d go for an hour and came back on Monday.”");
    expect(page).toContain("Where did you lose track of time?");
    expect(texts.join(" ")).toContain("The jetty");
  });

  it("prints the typesetter's own marks as they were typed, and reads no file", () => {
    const plain = (words: string) => words.replace(/["“”'‘’]/g, "'").replace(/[\s\u00ad\u200b-]/g, "");
    const set = plain(texts.join(""));
    // One in a caption, four in a week's text and its title in the list of weeks; the other twice in that text and in the
    // dedication.
    expect(set.split(plain(MARKUP)).length - 1).toBe(6);
    expect(set.split(plain(READERS)).length - 1).toBe(3);
    expect(set).not.toMatch(/root:|documentTitle|column-width/);
  });

  it("lets a long answer run on until it is all there, and ends its week on a recto", () => {
    const set = texts
      .join(" ")
      .replaceAll(/Our Wedding Year \d+|\d+ Winter/g, "")
      .replace(/[\s-]+/g, "");
    expect(set.match(/harbour/g)).toHaveLength(500);
    // The first page is a recto, and the name of a season is on one.
    const next = texts.findIndex((text) => text.startsWith("Spring"));
    expect(next).toBeGreaterThan(0);
    expect(next % 2).toBe(0);
  });

  it("prints characters of other scripts, and names what it cannot print", () => {
    const set = texts.join(" ");
    // A name in Korean may be divided at the end of a line.
    const unbroken = set.replaceAll(" ", "");
    for (const name of ["Łukasz", "Zoë", "Ελένη", "Алексей", "김민준", "我们"]) {
      expect(unbroken).toContain(name);
    }
    expect(printed.result).toMatchObject({
      warnings: [expect.stringContaining("U+12000"), expect.stringContaining("U+12001")],
    });
    expect(set).toContain("[…]");
    expect(printed.result).toMatchObject({
      notes: expect.arrayContaining([
        { kind: "lost_characters", week: 20, characters: ["\u{12000}", "\u{12001}"] },
        { kind: "runs_over", week: 3, pages: 3 },
      ]),
    });
  });

  it("was told of week by week as soon as each was saved, save how its form crops photos", () => {
    const told = input.entries.flatMap((entry) =>
      checkWeek(
        { ...input.loop, pauses: [], largePrint: false },
        { ...entry, content: entry.answer },
        entry.photos.map((one) => ({ ...one, printWidth: one.width, printHeight: one.height })),
      ),
    );
    expect(told.length).toBeGreaterThan(1);
    expect(printed.result).toMatchObject({ notes: expect.arrayContaining(told) });
    const notes = printed.result.ok ? printed.result.notes : [];
    expect(notes.filter(({ kind }) => !/^(?:cut|covered)_photo$/.test(kind))).toHaveLength(told.length);
  });

  it("tells its steps as it goes, to the last", () => {
    const totals = new Set(steps.map(([, total]) => total));
    expect(totals.size).toBe(1);
    expect(steps.at(-1)?.[0]).toBe([...totals][0]);
    expect(steps.map(([done]) => done)).toEqual([...steps.map(([done]) => done)].sort((one, other) => one - other));
  });

  it("is drawn page by page too, each page by itself, with photos by their address and no words as words", () => {
    const file = join(printed.folder, "pages.gz");
    const list: ListedPage[] = JSON.parse(readFileSync(listFileOf(file), "utf8"));
    const packed = readFileSync(file);
    const pictures = list.map(({ first, last, ...page }) => ({
      ...page,
      svg: gunzipSync(packed.subarray(first, last + 1)).toString("utf8"),
    }));
    expect(pictures).toHaveLength(pdf.getPageCount());
    const drawn = pictures.map(({ svg }) => svg).join("");
    expect(new Set([...drawn.matchAll(/href="\/photos\/([^/"]+)\/screen"/g)].map((match) => match[1]))).toEqual(
      new Set(["one", "two", "three", "four", "five"]),
    );
    expect(drawn).not.toMatch(/<(text|script|style|foreignObject)|base64,\/9j|harbour|panic/);
    for (const { svg } of pictures) {
      const defined = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
      const used = [...svg.matchAll(/(?:href="#|url\(#)([^")]+)/g)].map((match) => match[1]);
      expect(used.filter((name) => !defined.has(name))).toEqual([]);
    }
    const weeks = pictures.filter(({ week }) => week !== null).map(({ week }) => week);
    expect([...new Set(weeks)]).toEqual([1, 2, 3, 20]);
    // A text of five hundred words without a space runs over several pages, all of that week.
    expect(pictures.filter(({ kind }) => kind === "words-run-on").every(({ week }) => week === 3)).toBe(true);
    expect(pictures.at(-1)?.kind).toBe("colophon");
  });

  it("is the same to the last byte when it is made again somewhere else", async () => {
    const again = await print(input, photos);
    expect(again.folder).not.toBe(printed.folder);
    expect(again.result).toEqual(printed.result);
    expect(sha256(readFileSync(again.outputFile))).toBe(sha256(readFileSync(printed.outputFile)));
  });
});

describe("a book that nobody would think of", () => {
  it("is set: a title of two hundred characters, ten thousand emoji, many scripts, fifty-one empty weeks", async () => {
    const title = `${"Das Jahr von Ελένη, Алексей, 김민준 und さくら ".repeat(5)}!`.padEnd(200, "W").slice(0, 200);
    const odd = loop(
      [week(30, { photos: [], title: "שלום", gratitude: "العمة فاطمة", answer: "😀".repeat(10_000) })],
      { title, dedication: "Für Łukasz 👨‍👩‍👧\nلנלי والسلام" },
      { ruledEmptyWeeks: true, printsNumbers: true, largePrint: true },
    );
    const { result, outputFile } = await print(odd, new Map());
    // About six hundred fit on a page in large print, and none is cut.
    const notes = [{ kind: "runs_over", week: 30, pages: 21 }];
    expect(result).toMatchObject({ ok: true, warnings: [], notes });
    const set = pageTexts(await openPdf(readFileSync(outputFile)));
    expect(set.length % 2).toBe(0);
    for (const name of ["Ελένη", "Алексей", "김민준", "さくら"]) expect(set.join(" ")).toContain(name);
  });
});

describe("a book that cannot be printed", () => {
  const small = loop([week(1, { photos: [photo("one")] })], {});

  it("names a photo that is no whole JPEG", async () => {
    const half = (photos.get("one") ?? Buffer.alloc(0)).subarray(0, 9000);
    const { result, outputFile } = await print(small, new Map([["one", half]]));
    expect(result).toMatchObject({
      ok: false,
      reason: "photo_unreadable",
      detail: expect.stringContaining("one"),
    });
    expect(existsSync(outputFile)).toBe(false);
  });

  it("names a photo that is not in colour, which would print in false ones", async () => {
    const grey = await sharp(photos.get("one")).toColourspace("b-w").jpeg().toBuffer();
    const { result } = await print(small, new Map([["one", grey]]));
    expect(result).toMatchObject({ ok: false, reason: "photo_unreadable" });
  });

  it("is refused a photo from outside its own folder", async () => {
    const folder = workFolder();
    const result = await renderBook({
      input: small,
      photoFiles: new Map([["one", { printFile: "/etc/passwd" }]]),
      artwork,
      workFolder: folder,
      outputFile: `${folder}/book.pdf`,
      picturesFile: `${folder}/pages.gz`,
    });
    expect(result).toMatchObject({
      ok: false,
      reason: "photo_unreadable",
      detail: expect.stringContaining("outside"),
    });
  });

  it("keeps to the format record", () => {
    expect(BOOK_FORMAT).toMatchObject({ trimWidth: 210, trimHeight: 280, bleed: 3, pageMultiple: 2 });
  });
});
