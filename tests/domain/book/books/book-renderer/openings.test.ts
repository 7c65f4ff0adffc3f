import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { layoutBook } from "~/domain/book/layout/layout";
import { HANGS, typeTable } from "~/domain/book/layout/type-steps";
import { loop, photo, week } from "../loop-on-paper";
import { type PlacedText, placedTexts, textOnText } from "../pdf-lines";
import { openPdf, pageTexts } from "../pdf-reading";
import { print } from "../print-photos";

const TITLE = "The week in which nobody could find the tent poles, the tickets or, for most of Thursday, Grandad";
const HEBREW = "אמרנו שנלך לשעה וחזרנו ביום שני, ואף אחד לא התלונן";
const JAPANESE = "桟橋で過ごした週末の長い午後と、それから歩いて帰った道のこと";
const WEEKS = 13;
const season = (names: (number: number) => object, weeks = WEEKS, from = 1) =>
  Array.from({ length: weeks }, (_, index) =>
    week(from + index, { photos: [], answer: "Yes.", ...names(from + index) }),
  );

/** The seasons of two books, as each week of them is. */
const BOOKS: readonly Readonly<Record<string, (number: number) => object>>[] = [
  {
    "of thirteen short titles": (number) => ({ title: `Week of the heron ${number}` }),
    "of thirteen long titles": () => ({ title: TITLE }),
    "of long highlights": () => ({ highlight: `${TITLE}, ${TITLE}` }),
    "of one week": () => ({}),
  },
  {
    "of one endless word": () => ({ title: "m".repeat(90) }),
    "in Hebrew": () => ({ title: HEBREW }),
    "in Japanese": () => ({ title: JAPANESE.repeat(2) }),
  },
];
const SEASONS = BOOKS.flatMap((book) => Object.keys(book));
const MILLIMETRES = 25.4 / 72;
const BLEED = 3;
const FOOT = 255;

/** A book is printed once for all tests of its seasons. */
const printed = new Map<string, ReturnType<typeof printOpenings>>();

async function opened(name: string, largePrint: boolean) {
  const book = BOOKS.find((one) => name in one) ?? {};
  const key = `${largePrint} ${Object.keys(book)}`;
  const entries = Object.entries(book).flatMap(([title, names], place) =>
    season(names, title === "of one week" ? 1 : WEEKS, 1 + place * WEEKS),
  );
  const openings = printed.get(key) ?? printOpenings(entries, largePrint);
  printed.set(key, openings);
  return openingIn(await openings, Object.keys(book).indexOf(name));
}

function openingIn(openings: Awaited<ReturnType<typeof printOpenings>>, place = 0) {
  const opening = openings[place];
  if (!opening) throw new Error(`The book has ${openings.length} openings.`);
  return opening;
}

const printOpening = async (entries: ReturnType<typeof season>, largePrint: boolean) =>
  openingIn(await printOpenings(entries, largePrint));

async function printOpenings(entries: ReturnType<typeof season>, largePrint: boolean) {
  const input = loop(entries, {}, { largePrint });
  const { result, outputFile } = await print(input, new Map());
  if (!result.ok) throw new Error(result.detail);
  const pdf = await openPdf(readFileSync(outputFile));
  const words = pageTexts(pdf);
  return layoutBook(input).pages.flatMap(({ kind }, index) =>
    kind === "season-weeks" ? [{ texts: placedTexts(pdf.getPage(index)), words: words[index] ?? "", input }] : [],
  );
}

/** What is set in the size of the list. */
const listIn = (texts: readonly PlacedText[], body: number) =>
  linesOf(texts).filter(({ size }) => Math.abs(size - body) < 0.01);
const linesOf = (texts: readonly PlacedText[]) => texts.filter(({ baseline }) => baseline - BLEED < FOOT);

describe.each([false, true])("the opening of a season (large print: %s)", (largePrint) => {
  it.each(SEASONS)("%s ends above its foot, with no word on another", async (name) => {
    const { texts } = await opened(name, largePrint);
    expect(textOnText(texts)).toEqual([]);
    for (const { x, width, baseline } of texts) {
      expect(x - BLEED).toBeGreaterThanOrEqual(31);
      expect(x + width - BLEED).toBeLessThanOrEqual(173);
      expect(baseline - BLEED).toBeLessThan(267);
    }
    expect(Math.max(...linesOf(texts).map(({ baseline }) => baseline - BLEED))).toBeLessThan(HANGS.last + 1);
  });

  it("has the season’s name on the baseline of the titles of weeks, and its list in a size of the book’s words", async () => {
    const { texts, input } = await opened("of thirteen short titles", largePrint);
    const { steps } = layoutBook(input).type;
    const [name] = [...texts].sort((one, other) => other.size - one.size);
    expect((name?.baseline ?? 0) - BLEED).toBeCloseTo(HANGS.line + 0.8 * steps[0].head * MILLIMETRES, 1);
    const list = linesOf(texts).filter(({ baseline }) => baseline > (name?.baseline ?? 0) + 20);
    expect(new Set(list.map(({ size }) => Math.round(size * 100) / 100))).toEqual(new Set([steps[0].body]));
    const line = steps[0].leading * MILLIMETRES;
    const first = HANGS.line + 0.8 * steps[0].body * MILLIMETRES;
    for (const { baseline } of list) {
      const lines = (baseline - BLEED - first) / line;
      expect(Math.abs(lines - Math.round(lines))).toBeLessThan(0.02);
    }
  });
});

describe("the list of an opening", () => {
  it("has the page of each week, also behind weeks that run on over more pages", async () => {
    const long = "She said it would rain, and it rained; nobody minded, because of the cake. ".repeat(70);
    const entries = season((number) => ({ title: `Heron ${number}x`, answer: number === 2 ? long : "Yes." }), 4);
    const { words } = await printOpening(entries, false);
    const pages = [1, 2, 3, 4].map((number) => Number(new RegExp(`Heron ${number}x (\\d+)`).exec(words)?.[1]));
    expect(pages.map((page) => page % 2)).toEqual([0, 0, 0, 0]);
    expect(pages[1]).toBe((pages[0] ?? 0) + 2);
    expect(pages[2]).toBeGreaterThan((pages[1] ?? 0) + 2);
    expect(pages[3]).toBe((pages[2] ?? 0) + 2);
  });

  it("has a line between its weeks where there is room for that", async () => {
    const between = async (weeks: number) => {
      const { texts, input } = await printOpening(
        season((number) => ({ title: `Heron ${number}x` }), weeks),
        false,
      );
      const { body, leading } = layoutBook(input).type.steps[0];
      const names = [...new Set(listIn(texts, body).map(({ baseline }) => baseline))].sort((one, other) => one - other);
      return ((names[1] ?? 0) - (names[0] ?? 0)) / (leading * MILLIMETRES);
    };
    expect(await between(4)).toBeCloseTo(2, 1);
    expect(await between(13)).toBeCloseTo(1, 1);
  });

  it("shows the whole of a name where there is room, and else its beginning", async () => {
    const few = await printOpening(
      season(() => ({ title: TITLE }), 3),
      true,
    );
    expect(few.words.replace(/\s+/g, " ")).toContain("Grandad");
    const many = await opened("of long highlights", true);
    expect(many.words).toContain("The week in which");
    expect(many.words).toMatch(/\p{L}…/u);
    expect(typeTable(true).steps[1].body).toBeGreaterThanOrEqual(16);
  });

  it("faces the photo of one of its weeks", () => {
    const entries = season(() => ({ photos: [photo("one", "portrait")] }), 2);
    expect(layoutBook(loop(entries)).pages.find((page) => page.kind === "season")).toMatchObject({
      photo: { place: "plate" },
    });
  });
});
