import { describe, expect, test } from "vitest";
import { weekStates } from "~/ui/artwork/picture";
import { drawRing, type WeekState } from "~/ui/artwork/ring";

const allWeeks = (state: WeekState) => Array.from({ length: 52 }, () => state);

/** The stitches of a ring are arcs of the dark thread; the dots of open weeks are arcs of the same radius. */
function arcsOf(markup: string, width: string): number {
  const path = new RegExp(`<path d="([^"]*)"[^>]*stroke-width="${width}"`).exec(markup)?.[1] ?? "";
  return path.split("A330 330").length - 1;
}

describe("the ring", () => {
  test("has 52 stitches and no hole or needle when the year is complete", () => {
    const ring = drawRing(allWeeks("stitched"), "gold");
    expect(arcsOf(ring, "9")).toBe(52);
    expect(ring).not.toContain("h.01");
    expect(ring).not.toContain("rotate(");
  });

  test("has two holes for every week without a stitch and dots for the open ones", () => {
    const states = weekStates(new Set([1, 2, 4]), 5);
    const ring = drawRing(states, "linen");
    expect(arcsOf(ring, "9")).toBe(3);
    expect(ring.split("h.01").length - 1).toBe(2 * 49);
    expect(arcsOf(ring, "1.5")).toBe(2);
  });

  test("shows the needle at the due week alone", () => {
    expect(drawRing(weekStates(new Set(), 23), "ink").split("rotate(").length - 1).toBe(1);
    expect(drawRing(weekStates(new Set([23]), 23), "ink")).not.toContain("rotate(");
    expect(drawRing(weekStates(new Set(), null), "ink")).not.toContain("rotate(");
  });

  test("starts its first stitch just after twelve o'clock and runs clockwise", () => {
    const [x = 0, y = 0] =
      /M([\d.]+) ([\d.]+)A330/
        .exec(drawRing(["stitched"], "madder"))
        ?.slice(1)
        .map(Number) ?? [];
    expect(x).toBeGreaterThan(360);
    expect(x).toBeLessThan(370);
    expect(y).toBeCloseTo(30, 0);
  });

  test("keeps inside its box wherever the needle waits", () => {
    for (let week = 1; week <= 52; week++) {
      const ring = drawRing(weekStates(new Set(), week), "linen");
      const [x = 0, y = 0, turn = 0] =
        /translate\(([\d.]+) ([\d.]+)\) rotate\(([-\d.]+)\)/.exec(ring)?.slice(1).map(Number) ?? [];
      const angle = (turn * Math.PI) / 180;
      const tip = [x + 84 * Math.cos(angle), y + 84 * Math.sin(angle)];
      for (const coordinate of tip) {
        expect(coordinate).toBeGreaterThan(2);
        expect(coordinate).toBeLessThan(718);
      }
    }
  });
});

describe("how the weeks are shown", () => {
  test("before the due week an unstitched week is open, after it upcoming", () => {
    const states = weekStates(new Set([1]), 3);
    expect(states.slice(0, 4)).toEqual(["stitched", "open", "due", "upcoming"]);
    expect(states).toHaveLength(52);
  });

  test("without a due week nothing is open", () => {
    expect(new Set(weekStates(new Set([9]), null))).toEqual(new Set(["stitched", "upcoming"]));
  });
});
