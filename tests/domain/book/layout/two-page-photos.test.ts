import { describe, expect, it } from "vitest";
import { DOUBLE, isOnTheFold, wholeOverTwoPages } from "~/domain/book/layout/two-page-photos";

const seenAt = (x: number) => ({ id: "a", width: 4000, height: 2000, caption: "", point: { x, y: 0.5 } });

describe("what must be seen of a photo over two pages", () => {
  it.each([
    [0.2, -7.9],
    [0.49, -146],
    [0.5, 0],
    [0.8, -138.1],
  ])(
    "at %d of its width is brought to the middle of the left page, or, in the right half, of the right one",
    (x, at) => {
      expect(wholeOverTwoPages({ ...seenAt(x), alternative: "" }, DOUBLE).picture.x).toBeCloseTo(at, 1);
    },
  );

  it("is on the fold where a fifth of the height or less is between them, and where nobody has looked", () => {
    const onFold = (x: number) => isOnTheFold(seenAt(x), { width: 400, height: 200 });
    expect([0.4, 0.401, 0.599, 0.6].map(onFold)).toEqual([false, true, true, false]);
    expect(isOnTheFold({ ...seenAt(0), point: undefined }, DOUBLE)).toBe(true);
  });
});
