import { expect, it } from "vitest";
import { SRGB_PRIMARIES } from "~/domain/diary/photos/colour-spaces";
import { toneMap, toneMapFor } from "~/domain/diary/photos/tone-mapping";

it("a picture that is no brighter than paper keeps its light", () => {
  expect([toneMapFor(1), toneMapFor(0.5)].map((share) => share(2))).toEqual([1, 1]);
});

it("what is darker than paper is dimmed evenly, and what is brightest becomes white", () => {
  const share = toneMapFor(4);
  expect(share(0.5)).toBe(share(1));
  expect(share(1)).toBeLessThan(1);
  expect([share(4), share(8)].map((one, index) => one * (index === 0 ? 4 : 8))).toEqual([1, 1]);
  expect(share(2) * 2).toBeGreaterThan(share(1));
});

it("grey pixels with transparency keep it, and each its own light", () => {
  const pixels = { data: Uint8Array.from([100, 255, 200, 128, 255, 0]), channels: 2 };
  const mapped = toneMap(pixels, { primaries: SRGB_PRIMARIES, curve: (coded) => coded }, 1);
  const [first = 0, seen, second = 0, half, white, unseen] = mapped;
  expect([seen, half, white, unseen]).toEqual([255, 128, 255, 0]);
  expect([first > 160 && first < 175, second > 220 && second < 240]).toEqual([true, true]);
});
