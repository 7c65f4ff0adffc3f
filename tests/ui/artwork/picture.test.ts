import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { composePicture, type PictureParts } from "~/ui/artwork/picture";

const THEMES = ["celebration", "family", "education", "pet", "classic"] as const;

const artwork = (kind: string, theme: string) => readFileSync(`public/artwork/${kind}-${theme}.svg`, "utf8");

const range = (first: number, last: number) =>
  new Set(Array.from({ length: last - first + 1 }, (_, index) => first + index));

function picture(
  theme: string,
  stitchedWeeks: ReadonlySet<number>,
  other: Partial<PictureParts> = {},
): string {
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

const weeksIn = (svg: string) =>
  new Set([...svg.matchAll(/data-week="(\d+)"/g)].map(([, week]) => Number(week)));
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

describe("a picture", () => {
  test("leaves out the ring when told", () => {
    expect(picture("pet", range(1, 3), { ring: false })).not.toContain("ring-relief");
  });
});
