import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { layoutBook } from "~/domain/book/layout/layout";
import type { Frame } from "~/domain/book/layout/pages";
import { guessFrom } from "~/domain/diary/photos/point-guessing.server";
import { keptPoint, type Point, pointOf, turnPoint } from "~/domain/diary/photos/point-of-interest";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { loop, week } from "../../book/books/loop-on-paper";
import { type DrawnFigure, drawFigure, FIGURES } from "./drawn-figures";

const WORDS = "We walked further than we had meant to, and nobody minded. ";
/** Pixels of print to one of the drawing. */
const PRINTED = 9;

const headOf = ({ head }: DrawnFigure): Point => ({
  x: (head.left + head.right) / 2,
  y: (head.top + head.bottom) / 2,
});

/** The pages of books that hold every figure once, its point as given. */
function pagesWith(points: readonly Point[]) {
  const weeks = FIGURES.map(({ width, height }, index) => ({
    id: `figure-${index}`,
    ...{ width: width * PRINTED, height: height * PRINTED, caption: "" },
    point: points[index] ?? { x: 0.5, y: 0.5 },
    look: { corner: "bottom-right" as const, warmth: 0 },
  }));
  return [weeks.slice(0, 52), weeks.slice(52)].flatMap(
    (photos) =>
      layoutBook(
        loop(
          photos.map((photo, at) => week(at + 1, { photos: [photo], answer: WORDS.repeat(1 + (at % 9)) })),
        ),
      ).pages,
  );
}

const figureOf = ({ photoId }: Frame) => FIGURES[Number(photoId.slice("figure-".length))];

/** Whether a frame shows the whole head of its figure, up to the trim. */
function isHeadWhole(frame: Frame): boolean {
  const figure = figureOf(frame);
  if (!figure) throw new Error(`No figure is called ${frame.photoId}.`);
  const { head } = figure;
  const { x, y, width, height, picture } = frame;
  const [left, right] = [head.left, head.right].map((share) => picture.x + share * picture.width);
  const [top, bottom] = [head.top, head.bottom].map((share) => picture.y + share * picture.height);
  const within = {
    left: Math.max(0, -x),
    top: Math.max(0, -y),
    bottom: Math.min(height, BOOK_FORMAT.trimHeight - y),
  };
  return (
    (left ?? 0) >= within.left - 0.01 &&
    (right ?? 0) <= width + 0.01 &&
    (top ?? 0) >= within.top - 0.01 &&
    (bottom ?? 0) <= within.bottom + 0.01
  );
}

function heads(points: readonly Point[]) {
  const pages = pagesWith(points);
  const thumbnails = pages.flatMap((page) =>
    page.kind === "contact-sheet" ? page.sheet.photos.map(({ frame }) => frame) : [],
  );
  const spreads = pages.flatMap((page) => (page.kind === "week" ? [page.spread] : []));
  const overTwo = spreads.filter(({ form }) => form.startsWith("double") || form === "band");
  const onFold = overTwo.filter(({ left }) =>
    left.frames.some((frame) => {
      const figure = figureOf(frame);
      const at = (share: number) => frame.x + frame.picture.x + share * frame.picture.width;
      const { trimWidth } = BOOK_FORMAT;
      return figure !== undefined && at(figure.head.left) < trimWidth && at(figure.head.right) > trimWidth;
    }),
  );
  const onOnePage = spreads.filter((spread) => !overTwo.includes(spread));
  const frames = onOnePage.flatMap(({ left, right }) => [...left.frames, ...right.frames]);
  return {
    thumbnails: thumbnails.length,
    wholeInThumbnails: thumbnails.filter(isHeadWhole).length,
    overTwoPages: overTwo.length,
    onFold: onFold.length,
    frames: frames.length,
    wholeInFrames: frames.filter(isHeadWhole).length,
  };
}

describe("sixty drawn people", () => {
  it("keep their heads whole in every thumbnail, and off the fold, where the point is known", () => {
    const found = heads(FIGURES.map(headOf));
    expect(found).toMatchObject({ thumbnails: 60, wholeInThumbnails: 60, onFold: 0 });
    expect(found.overTwoPages).toBeGreaterThan(5);
    // The trim takes a little of a head at the very edge of a photo that bleeds.
    expect(found.frames - found.wholeInFrames).toBeLessThanOrEqual(1);
  });

  it("keep all but a few heads whole by the guess alone, whatever the tone of their skin", async () => {
    const points = await Promise.all(
      FIGURES.map(async (figure) => guessFrom(sharp(await drawFigure(figure)))),
    );
    const found = heads(points);
    expect(found.wholeInThumbnails).toBeGreaterThanOrEqual(58);
    expect(found.frames - found.wholeInFrames).toBeLessThanOrEqual(1);
    expect(found.onFold).toBe(0);
  });
});

describe("a point", () => {
  it("turns with its photo", () => {
    const point = { x: 0.2, y: 0.1 };
    expect(turnPoint(point, 1)).toEqual({ x: 0.9, y: 0.2 });
    expect(turnPoint(turnPoint(point, 1), 3).x).toBeCloseTo(point.x);
    expect(turnPoint(turnPoint(point, 2), 2).y).toBeCloseTo(point.y);
    expect(turnPoint(point, -1)).toEqual(turnPoint(point, 3));
  });

  it("is kept in thousandths within the photo, or not at all", () => {
    expect(pointOf(keptPoint({ x: 0.1234, y: 1.2 }))).toEqual({ x: 0.123, y: 1 });
    expect(pointOf({ pointX: null, pointY: null })).toBeUndefined();
  });
});
