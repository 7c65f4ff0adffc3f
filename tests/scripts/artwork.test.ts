import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { stitchingOrder } from "~/domain/diary/catalogue/stitching-order";
import { drawMotif, drawScene, favicon, THEMES } from "../../scripts/artwork/artwork";
import { motifs } from "../../scripts/artwork/motifs";

const KIBIBYTE = 1024;
const file = (name: string) => readFileSync(`public/artwork/${name}.svg`, "utf8");
const compressed = (text: string) => brotliCompressSync(text).length / KIBIBYTE;
const drawn = new Map(THEMES.map((theme) => [theme, drawScene(theme)] as const));

describe.each([...drawn])("the scene of %s", (theme, { scene, pattern, redwork, sewing }) => {
  test("is in public/artwork as the generator draws it", () => {
    expect(file(`scene-${theme}`) === scene).toBe(true);
    expect(file(`pattern-${theme}`) === pattern).toBe(true);
    expect(file(`redwork-${theme}`) === redwork).toBe(true);
  });

  test("gives every week the same number of strokes, give or take one", () => {
    const counts = Array.from({ length: 52 }, () => 0);
    for (const { week } of sewing.layers.flat()) counts[week - 1] = (counts[week - 1] ?? 0) + 1;
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  test("writes the strokes of all 52 weeks, each group holding no other", () => {
    const groups = [...scene.matchAll(/<g data-week="(\d+)">(.*?)<\/g>/gs)];
    expect(new Set(groups.map(([, week]) => Number(week))).size).toBe(52);
    expect(groups.every(([, , strokes]) => strokes && !strokes.includes("<g"))).toBe(true);
  });

  test("is sewn in the order that the words about the picture are made from", () => {
    expect(stitchingOrder[theme]).toEqual(sewing.parts);
  });

  test("keeps within its weight", () => {
    expect(compressed(scene)).toBeLessThanOrEqual(70);
    expect(compressed(pattern)).toBeLessThanOrEqual(16);
  });
});

describe("drawing twice", () => {
  test("gives the same scene to the byte", () => {
    expect(drawScene("pet").scene === drawn.get("pet")?.scene).toBe(true);
  });

  test("gives the same motif to the byte, as in public/artwork", () => {
    for (const key of ["wedding", "how3"]) {
      const motif = drawMotif(key);
      expect(drawMotif(key) === motif).toBe(true);
      expect(file(`m-${key}`) === motif).toBe(true);
    }
  });
});

test("there is a motif for each of the fifteen kinds of loop, and eight for the home page", () => {
  const keys = Object.keys(motifs);
  expect(keys.filter((key) => !/^(how|val)\d$/.test(key))).toHaveLength(15);
  expect(keys.filter((key) => /^(how|val)[1-4]$/.test(key))).toHaveLength(8);
});

test("the icon of the browser's tab is the one that is drawn", () => {
  expect(readFileSync("public/favicon.svg", "utf8")).toBe(favicon);
});
