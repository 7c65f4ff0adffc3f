import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openSeason } from "~/domain/book/layout/chapter-openings";
import { type BookPhoto, layoutBook } from "~/domain/book/layout/layout";
import type { Frame } from "~/domain/book/layout/pages";
import { guessFrom } from "~/domain/diary/photos/point-guessing.server";
import { guessPoint, type Point, pointOf, storedPoint, turnPoint } from "~/domain/diary/photos/point-of-interest";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { loop, week } from "../../book/books/loop-on-paper";
import { type DrawnFigure, drawFigure, FIGURES } from "./drawn-figures";

const WORDS = "We walked further than we had meant to, and nobody minded. ";
/** Pixels of print to one of the drawing. */
const PRINTED = 9;

/** A picture of somebody, and where in it their head is. */
type Figure = Pick<DrawnFigure, "width" | "height" | "head">;

/** The official portrait of an astronaut, taken by NASA, whose pictures are in the public domain. */
const PORTRAIT = join(import.meta.dirname, "public-domain", "astronaut.jpg");
/** Parts of it as a photographer might have framed it: left, top, width and height in its 320 pixels. */
const FRAMINGS = [
  [0, 0, 320, 320],
  [0, 0, 320, 180],
  [0, 0, 320, 240],
  [60, 0, 180, 320],
  [60, 0, 240, 320],
  [80, 0, 240, 180],
  [0, 0, 240, 135],
  [90, 0, 120, 160],
] as const;

const WINTER = { index: 0, firstWeek: 1, lastWeek: 13, name: "Winter", span: "Weeks one to thirteen" };

const headOf = ({ head }: Figure): Point => ({
  x: (head.left + head.right) / 2,
  y: (head.top + head.bottom) / 2,
});

/** Every figure as a photo, its point as given. */
function photosOf(figures: readonly Figure[], points: readonly Point[]): BookPhoto[] {
  return figures.map(({ width, height }, index) => ({
    id: `figure-${index}`,
    ...{ width: width * PRINTED, height: height * PRINTED, caption: "" },
    point: points[index] ?? { x: 0.5, y: 0.5 },
    look: { corner: "bottom-right", warmth: 0 },
  }));
}

/** The pages of books that hold every figure once. */
function pagesWith(figures: readonly Figure[], points: readonly Point[]) {
  const weeks = photosOf(figures, points);
  return [weeks.slice(0, 52), weeks.slice(52)].flatMap(
    (photos) =>
      layoutBook(loop(photos.map((photo, at) => week(at + 1, { photos: [photo], answer: WORDS.repeat(1 + (at % 9)) }))))
        .pages,
  );
}

const figureIn = (figures: readonly Figure[], { photoId }: Frame) => figures[Number(photoId.slice("figure-".length))];

/** Whether a frame shows the whole head of its figure, up to the trim. */
function isHeadWhole(figures: readonly Figure[], frame: Frame): boolean {
  const figure = figureIn(figures, frame);
  if (!figure) throw new Error(`No figure is called ${frame.photoId}.`);
  const { head } = figure;
  const { x, y, width, height, picture } = frame;
  const [left, right] = [head.left, head.right].map((share) => picture.x + share * picture.width);
  const [top, bottom] = [head.top, head.bottom].map((share) => picture.y + share * picture.height);
  const within = {
    left: Math.max(0, -x),
    top: Math.max(0, -y),
    right: Math.min(width, BOOK_FORMAT.trimWidth - x),
    bottom: Math.min(height, BOOK_FORMAT.trimHeight - y),
  };
  return (
    (left ?? 0) >= within.left - 0.01 &&
    (right ?? 0) <= within.right + 0.01 &&
    (top ?? 0) >= within.top - 0.01 &&
    (bottom ?? 0) <= within.bottom + 0.01
  );
}

/** The photos that open a season, each of a season that has this figure alone. */
function openingsOf(figures: readonly Figure[], points: readonly Point[]): Frame[] {
  return photosOf(figures, points).flatMap((photo) => {
    const [{ photo: shown }] = openSeason(WINTER, [{ ...week(1, { photos: [photo] }), form: "plate-left" }]);
    return shown ? [shown.frame] : [];
  });
}

function heads(figures: readonly Figure[], points: readonly Point[]) {
  const pages = pagesWith(figures, points);
  const isWhole = (frame: Frame) => isHeadWhole(figures, frame);
  const openings = openingsOf(figures, points);
  const spreads = pages.flatMap((page) => (page.kind === "week" ? [page.spread] : []));
  const overTwo = spreads.filter(({ form }) => form.startsWith("double") || form === "band");
  const onFold = overTwo.filter(({ left }) =>
    left.frames.some((frame) => {
      const figure = figureIn(figures, frame);
      const at = (share: number) => frame.x + frame.picture.x + share * frame.picture.width;
      const { trimWidth } = BOOK_FORMAT;
      return figure !== undefined && at(figure.head.left) < trimWidth && at(figure.head.right) > trimWidth;
    }),
  );
  const onOnePage = spreads.filter((spread) => !overTwo.includes(spread));
  const frames = onOnePage.flatMap(({ left, right }) => [...left.frames, ...right.frames]);
  return {
    openings: openings.length,
    wholeInOpenings: openings.filter(isWhole).length,
    overTwoPages: overTwo.length,
    onFold: onFold.length,
    frames: frames.length,
    wholeInFrames: frames.filter(isWhole).length,
  };
}

describe("sixty drawn people", () => {
  it("keep their heads whole in every opening of a season, and off the fold, where the point is known", () => {
    const found = heads(FIGURES, FIGURES.map(headOf));
    expect(found).toMatchObject({ openings: 60, wholeInOpenings: 60, onFold: 0 });
    expect(found.overTwoPages).toBeGreaterThan(5);
    expect(found.wholeInFrames).toBe(found.frames);
  });

  it("keep them by the guess alone, whatever the tone of their skin", async () => {
    const points = await Promise.all(FIGURES.map(async (figure) => guessFrom(sharp(await drawFigure(figure)))));
    const found = heads(FIGURES, points);
    expect(found).toMatchObject({ openings: 60, onFold: 0 });
    // The trim takes a fifth of a millimetre of a head at the very edge of its photo.
    expect(found.openings - found.wholeInOpenings).toBeLessThanOrEqual(1);
    expect(found.frames - found.wholeInFrames).toBeLessThanOrEqual(1);
  });
});

describe("a photographed portrait", () => {
  it("keeps its head whole by the guess alone, however it was framed", async () => {
    const framed = FRAMINGS.map(([left, top, width, height]) => ({
      ...{ left, top, width, height },
      head: {
        left: (95 - left) / width,
        right: (188 - left) / width,
        top: (9 - top) / height,
        bottom: (119 - top) / height,
      },
    }));
    const points = await Promise.all(
      framed.map(({ left, top, width, height }) => guessFrom(sharp(PORTRAIT).extract({ left, top, width, height }))),
    );
    const found = heads(framed, points);
    expect(found).toMatchObject({
      openings: FRAMINGS.length,
      wholeInOpenings: FRAMINGS.length,
      onFold: 0,
    });
    expect(found.wholeInFrames).toBe(found.frames);
  });
});

describe("a point", () => {
  it("is the left one of two places that are equally seen", () => {
    const [width, height] = [64, 48];
    const data = new Uint8Array(width * height * 3);
    for (const x of [20, width - 1 - 20]) data.fill(255, (20 * width + x) * 3, (20 * width + x + 1) * 3);
    expect(guessPoint({ width, height, data }).x).toBeLessThan(0.5);
  });

  it("turns with its photo", () => {
    const point = { x: 0.2, y: 0.1 };
    expect(turnPoint(point, 1)).toEqual({ x: 0.9, y: 0.2 });
    expect(turnPoint(turnPoint(point, 1), 3).x).toBeCloseTo(point.x);
    expect(turnPoint(point, 2)).toEqual({ x: 0.8, y: 0.9 });
    expect(turnPoint(turnPoint(point, 2), 2).y).toBeCloseTo(point.y);
    expect(turnPoint(point, -1)).toEqual(turnPoint(point, 3));
  });

  it("is kept in thousandths within the photo, or not at all", () => {
    expect(pointOf(storedPoint({ x: 0.1234, y: 1.2 }))).toEqual({ x: 0.123, y: 1 });
    expect(pointOf({ pointX: null, pointY: null })).toBeUndefined();
  });
});
