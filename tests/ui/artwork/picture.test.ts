import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { composePicture, type PictureParts } from "~/ui/artwork/picture";

const THEMES = ["celebration", "family", "education", "pet", "classic"] as const;

const artwork = (kind: string, theme: string) => readFileSync(`public/artwork/${kind}-${theme}.svg`, "utf8");

const range = (first: number, last: number) =>
  new Set(Array.from({ length: last - first + 1 }, (_, index) => first + index));

function picture(theme: string, stitchedWeeks: ReadonlySet<number>, other: Partial<PictureParts> = {}): string {
  return composePicture({
    sceneSvg: artwork("scene", theme),
    patternSvg: artwork("pattern", theme),
    stitchedWeeks,
    dueWeek: null,
    ring: true,
    thread: "linen",
    ...other,
  });
}

const weeksIn = (svg: string) => new Set([...svg.matchAll(/data-week="(\d+)"/g)].map(([, week]) => Number(week)));
const runsIn = (svg: string) => [...svg.matchAll(/<g data-week="\d+">.*?<\/g>/gs)].map(([run]) => run);

/** Checks that every opened element is closed, in order. */
function isWellFormed(svg: string): boolean {
  const open: string[] = [];
  for (const [, closing, name = "", selfClosing] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g)) {
    if (closing) {
      if (open.pop() !== name) return false;
    } else if (!selfClosing) open.push(name);
  }
  return open.length === 0;
}

describe.each(THEMES)("the picture of a %s loop", (theme) => {
  test("with weeks 1 to 3 holds exactly the stitches of those weeks", () => {
    const svg = picture(theme, range(1, 3));
    expect(weeksIn(svg)).toEqual(range(1, 3));
    const wanted = runsIn(artwork("scene", theme)).filter((run) => /^<g data-week="[123]">/.test(run));
    expect(runsIn(svg)).toEqual(wanted);
  });

  test("with the whole year holds every stitch and no pattern", () => {
    const svg = picture(theme, range(1, 52));
    expect(runsIn(svg)).toEqual(runsIn(artwork("scene", theme)));
    expect(svg).not.toContain("stroke-dasharray");
  });

  test("with no week is the pattern and the holes of the ring", () => {
    const svg = picture(theme, new Set());
    expect(weeksIn(svg)).toEqual(new Set());
    expect(svg).toContain("stroke-dasharray");
  });

  test("is well formed at any week, and has no empty layer", () => {
    for (const week of [0, 1, 17, 40, 52]) {
      const svg = picture(theme, range(1, week), { dueWeek: week + 1 });
      expect(isWellFormed(svg)).toBe(true);
      expect(svg).not.toContain('"></g>');
    }
  });
});

describe("the starting stitch", () => {
  const cross = (svg: string) => /<g data-stitch="start".*?<\/g>/s.exec(svg)?.[0] ?? "";
  const colours = (svg: string) => new Set([...svg.matchAll(/stroke="(#\w+)"/g)].map(([, colour]) => colour));

  test("is there for a loop that is paid for, and for no other", () => {
    expect(cross(picture("family", new Set()))).toBe("");
    for (const start of ["sewn", "thread", "drawing"] as const)
      expect(cross(picture("family", new Set(), { start }))).not.toBe("");
  });

  test("is none of the weeks", () => {
    expect(weeksIn(picture("family", new Set(), { start: "drawing" }))).toEqual(new Set());
    expect(weeksIn(picture("family", range(1, 52), { start: "sewn" }))).toEqual(range(1, 52));
  });

  test("is gold on every cloth but weld, where it is ink", () => {
    const gold = cross(picture("family", range(1, 3), { start: "sewn" }));
    expect(colours(gold)).toEqual(new Set(["#8a6526", "#d9b45f", "#f6e4ad"]));
    const ink = cross(picture("pet", range(1, 3), { start: "sewn", thread: "ink" }));
    expect(colours(ink)).toEqual(new Set(["#131b23", "#1e2a35", "#465461"]));
  });

  test("crosses at twelve o'clock, and is smaller among other stitches", () => {
    expect(cross(picture("family", new Set(), { start: "sewn" }))).toMatch(/M345 15L375 45.*M375 15L345 45/);
    expect(cross(picture("family", range(1, 1), { start: "sewn" }))).toMatch(/M348 18L372 42.*M372 18L348 42/);
  });

  test("can hold a loose thread, which moves once and never for people who want less", () => {
    expect(picture("family", new Set(), { start: "sewn" })).toContain('viewBox="0 0 720 720"');
    const still = picture("family", new Set(), { start: "thread" });
    expect(still).toContain('viewBox="0 -64 720 784"');
    expect(still).not.toContain("animation");
    const moving = picture("family", new Set(), { start: "drawing" });
    expect(moving.split("animation:")[0]).toMatch(/@media \(prefers-reduced-motion:no-preference\)\{[^@]*$/);
    expect(isWellFormed(moving)).toBe(true);
  });
});

describe("a picture", () => {
  test("leaves out the ring on request", () => {
    expect(picture("pet", range(1, 3), { ring: false })).not.toContain("ring-relief");
  });
});
