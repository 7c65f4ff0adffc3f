import { existsSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { kinds, themeTexts } from "~/content/content";
import { WEEKS } from "~/domain/diary/rules/calendar";

/** The pictures that a designer draws, as `app/content/README.md` asks for them. */

const PUBLIC = "public";
const ARTWORK = `${PUBLIC}/artwork`;
const drawing = (name: string) => readFileSync(`${ARTWORK}/${name}.svg`, "utf8");
const kibibytes = (text: string) => brotliCompressSync(text).length / 1024;

async function sizeOf(file: string): Promise<string> {
  const { format, width, height } = await sharp(file).metadata();
  return `${format} ${width}×${height}`;
}

const SAMPLE_SIZES: Readonly<Record<string, string>> = {
  page: "webp 720×960",
  landscape: "webp 840×630",
  square: "webp 480×480",
};

describe.each(kinds.map((kind) => [kind.key, kind] as const))("a loop of the kind %s", (_, { image }) => {
  test("has a motif, drawn as large as the others", () => {
    const svg = readFileSync(`${PUBLIC}${image}`, "utf8");
    expect(svg).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 240 240">/);
    expect(svg.length).toBeLessThanOrEqual(24 * 1024);
  });
});

const pages = kinds.flatMap(({ key, page }) => (page ? [[key, page] as const] : []));

test.each(pages)(
  "the page of %s has a picture to share, and its sample photographs in their shapes",
  async (key, page) => {
    expect(await sizeOf(`${ARTWORK}/share-${key}.jpg`)).toBe("jpeg 1200×630");
    const pictures = page.weeks.flatMap(({ photos }) => photos.map(({ picture }) => picture));
    expect(pictures).not.toEqual([]);
    for (const picture of pictures) {
      const file = `${ARTWORK}/sample-${picture}.webp`;
      const size = SAMPLE_SIZES[picture.split("-").at(-1) ?? ""];
      if (size) expect(await sizeOf(file), picture).toBe(size);
      else expect(existsSync(file), picture).toBe(true);
    }
  },
);

describe.each(themeTexts.map(({ id }) => id))("the picture of %s", (theme) => {
  test("is there whole, as a pattern and in redwork, and as emails show it", async () => {
    for (const kind of ["scene", "pattern", "redwork"])
      expect(drawing(`${kind}-${theme}`), kind).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 720 720">/);
    for (const kind of ["picture", "redwork"])
      expect(await sizeOf(`${ARTWORK}/email/${kind}-${theme}.png`), kind).toBe("png 720×720");
  });

  test("has strokes for each week of the year, each group holding no other", () => {
    const groups = [...drawing(`scene-${theme}`).matchAll(/<g data-week="(\d+)">(.*?)<\/g>/gs)];
    const weeks = new Set(groups.map(([, week]) => Number(week)));
    expect([...weeks].sort((a, b) => a - b)).toEqual(Array.from({ length: WEEKS }, (_, index) => index + 1));
    expect(groups.every(([, , strokes]) => strokes && !strokes.includes("<g"))).toBe(true);
  });

  test("keeps within its weight", () => {
    expect(kibibytes(drawing(`scene-${theme}`))).toBeLessThanOrEqual(70);
    expect(kibibytes(drawing(`pattern-${theme}`))).toBeLessThanOrEqual(16);
  });
});
