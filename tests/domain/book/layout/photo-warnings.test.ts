import { describe, expect, it } from "vitest";
import { layoutBook } from "~/domain/book/layout/layout";
import { warnOfPhotos } from "~/domain/book/layout/photo-warnings";
import { loop, week } from "../books/loop-on-paper";

const few = (id: string) => ({ id, width: 320, height: 240, caption: "" });
const verso = (left: number, right: number, y: number) => ({ side: "verso", left, right, y });

describe("the warnings of a week’s photos", () => {
  const { pages } = layoutBook(loop([week(1, { photos: [few("a"), few("b")] })]));

  it.each([
    ["in its form", "form", [120, verso(74, 142, 93)], [120, verso(74, 142, 148)]],
    ["on their usual page", "usual", [92, verso(15, 103, 83)], [92, verso(107, 195, 83)]],
    ["above its words, which is no photo page", "beside", [120], [120]],
    ["with two more pages, where the second photo is on the last of them", "long", [90, verso(60, 150, 85)], [90]],
  ] as const)("are of the page that the typesetter set them on: %s", (_, arrangement, ...expected) => {
    const told = warnOfPhotos(pages, new Map([[1, { arrangement, down: 0 }]]));
    expect(told).toEqual(
      expected.map(([pixelsPerInch, at], place) => {
        const photoId = place === 0 ? "a" : "b";
        return { kind: "soft_photo", week: 1, photoId, pixelsPerInch, ...(at && { at }) };
      }),
    );
  });

  it("say how far down the typesetter moved a photo, and no further than the foot of the page", () => {
    const footOf = (down: number) => warnOfPhotos(pages, new Map([[1, { arrangement: "form", down }]]))[1]?.at?.y;
    expect([0, 10, 200].map(footOf)).toEqual([148, 158, 280]);
  });
});
