import { describe, expect, it } from "vitest";
import { type ComposeOptions, compose, type FramedPhoto } from "~/domain/book/layout/frames";

const photo = (id: string, width: number, height: number): FramedPhoto => ({ id, width, height, alternative: "" });

/** The frames of photos in an area, by their photo: how wide and how high. */
function sizesIn(photos: readonly FramedPhoto[], [width, height]: readonly number[], options?: ComposeOptions) {
  const { frames } = compose(photos, { x: 0, y: 0, width: width ?? 0, height: height ?? 0 }, options);
  return Object.fromEntries(frames.map((frame) => [frame.photoId, [frame.width, frame.height]]));
}

describe("a photo in an area", () => {
  it("is cropped to fill it where that hides an eighth at most, and else is whole", () => {
    expect(sizesIn([photo("a", 1000, 1000)], [88, 100])).toEqual({ a: [88, 100] });
    expect(sizesIn([photo("a", 1000, 1000)], [87, 100])).toEqual({ a: [87, 87] });
  });

  it("too tall to be as wide as the area is as wide as it can be, also where the width comes first", () => {
    expect(sizesIn([photo("a", 500, 1000)], [140, 100], { fillsWidth: true, mostHidden: 0 })).toEqual({ a: [50, 100] });
  });
});

describe("a photo with few pixels", () => {
  const wide = photo("wide", 6000, 2000);

  it("keeps the largest frame where it has 200 pixels to the inch, and not with one fewer", () => {
    expect(sizesIn([photo("few", 787, 787), wide], [100, 1000])).toMatchObject({ few: [100, 100] });
    expect(sizesIn([photo("few", 783, 783), wide], [100, 1000])).toMatchObject({ few: [46.188, 46.188] });
  });

  it("may have a frame of 95 % of the largest, and no more", () => {
    expect(sizesIn([photo("few", 760, 722), photo("many", 2000, 2000)], [100, 199])).toEqual({
      few: [100, 95],
      many: [100, 100],
    });
    expect(sizesIn([photo("few", 760, 730), photo("many", 2000, 2000)], [100, 200.053])).toMatchObject({
      few: [81.627, 78.405],
    });
  });

  it("is made smaller towards its foot where it is the upper one, and else towards its head", () => {
    const column = (last: number) =>
      compose([photo("a", 3000, 1800), photo("few", 760, 760), photo("b", 3000, last)], {
        ...{ x: 0, y: 0, width: 100 },
        height: 168 + last / 30,
      }).frames.map(({ photoId, y }) => [photoId, Math.round(y)]);
    expect(column(1860)).toContainEqual(["few", 64]);
    expect(column(1980)).toContainEqual(["few", 99]);
  });
});
