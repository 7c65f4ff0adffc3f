import { describe, expect, it } from "vitest";
import { typeSizes } from "~/domain/book/layout/book-theme";
import { type BookPhoto, layoutBook } from "~/domain/book/layout/layout";
import type { Frame, PhotoArrangement } from "~/domain/book/layout/pages";
import { arrangeAboveWords, arrangePhotos, PHOTO_AREA } from "~/domain/book/layout/photo-pages";
import { warnOfPhotos, warnOfSmallPhotos } from "~/domain/book/layout/photo-warnings";
import { typeTable } from "~/domain/book/layout/type-steps";
import { printSize } from "~/domain/diary/rules/photo-rules";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { loop, photo, week } from "../books/loop-on-paper";

const { trimWidth, trimHeight, bleed } = BOOK_FORMAT;

function photosOf(photos: readonly BookPhoto[]) {
  const laid = layoutBook(loop([week(1, { photos })]));
  const page = laid.pages.find((each) => each.kind === "week");
  if (page?.kind !== "week") throw new Error("The week has no page.");
  return { ...page.spread, warnings: warnOfPhotos(laid.pages, flowing) };
}

/** A week whose words fit no form, on its usual photo page. */
const flowing = new Map([[1, { arrangement: "usual", down: 0 } as const]]);

const shown = (frame: Frame) => (frame.width * frame.height) / (frame.picture.width * frame.picture.height);
const bleedsOff = (frame: Frame) => ({
  left: frame.x <= -bleed,
  top: frame.y <= -bleed,
  right: frame.x + frame.width >= trimWidth + bleed - 0.01,
  bottom: frame.y + frame.height >= trimHeight + bleed - 0.01,
});

const shapes = ["landscape", "portrait", "square", "panorama", "tall"] as const;
const combinations = [
  ...shapes.map((one) => [one]),
  ...shapes.flatMap((one) => shapes.map((two) => [one, two])),
  ...shapes.flatMap((one) => shapes.flatMap((two) => shapes.map((three) => [one, two, three]))),
];

describe("one photo", () => {
  it("in landscape bleeds off three sides, whole", () => {
    const [frame] = photosOf([photo("a", "landscape")]).photos.frames;
    if (!frame) throw new Error("There is no frame.");
    expect(bleedsOff(frame)).toEqual({ left: true, top: true, right: true, bottom: false });
    expect(shown(frame)).toBeCloseTo(1, 2);
  });

  it("in portrait fills the page", () => {
    const [frame] = photosOf([photo("a", "portrait")]).photos.frames;
    if (!frame) throw new Error("There is no frame.");
    expect(bleedsOff(frame)).toEqual({ left: true, top: true, right: true, bottom: true });
    expect(shown(frame)).toBeGreaterThan(0.88);
  });

  it.each([
    ["a telephone", 3024, 4032],
    ["a camera", 4000, 6000],
  ])("in portrait of %s fills the page with 300 pixels to the inch", (_, width, height) => {
    const [frame] = photosOf([{ id: "a", caption: "", ...printSize(width, height) }]).photos.frames;
    if (!frame) throw new Error("There is no frame.");
    const pixels = printSize(width, height).width / (frame.picture.width / 25.4);
    expect(Math.round(pixels)).toBeGreaterThanOrEqual(BOOK_FORMAT.printPixelsPerInch);
  });

  it("in portrait is inside the margins if its caption needs a place", () => {
    const { frames, captions } = photosOf([photo("a", "portrait", "Catbells")]).photos;
    expect(frames[0]?.x).toBeGreaterThanOrEqual(BOOK_FORMAT.safeMargin);
    expect(captions[0]?.y).toBeGreaterThan((frames[0]?.y ?? 0) + (frames[0]?.height ?? 0));
  });

  it("that is a panorama is in the upper half, whole", () => {
    const [frame] = photosOf([photo("a", "panorama")]).photos.frames;
    if (!frame) throw new Error("There is no frame.");
    expect(frame.y).toBeGreaterThan(0);
    expect(frame.y + frame.height / 2).toBeLessThan(trimHeight / 2);
    expect(shown(frame)).toBeCloseTo(1, 2);
  });

  it("with few pixels is set smaller, and with very few is named", () => {
    const modest = photosOf([{ id: "a", width: 1200, height: 900, caption: "" }]);
    expect(modest.photos.frames[0]?.width).toBeCloseTo((1200 / 200) * 25.4, 0);
    expect(modest.warnings).toEqual([]);
    const poor = photosOf([{ id: "a", width: 320, height: 240, caption: "" }]);
    expect(poor.warnings).toMatchObject([
      {
        kind: "soft_photo",
        week: 1,
        photoId: "a",
        pixelsPerInch: 90,
        at: { side: "verso", left: 60, right: 150 },
      },
    ]);
  });
});

describe("the page of one photo, at the limits of its shapes", () => {
  const sizes = typeSizes(false, typeTable(false));
  const frameOf = (width: number, height: number, caption = "") =>
    arrangePhotos([{ id: "a", width, height, caption }], 1, sizes).frames[0];

  it("is in the upper third only if it is wider than 2 by 1", () => {
    expect(frameOf(4000, 2000)?.y).toBe(-bleed);
    expect(frameOf(4001, 2000)?.y).toBeCloseTo(trimHeight / 3 - 54, 1);
  });

  it("fills its page where that hides an eighth, and keeps its shape where it would hide more", () => {
    expect(frameOf(4320, 6500)?.width).toBe(trimWidth + 2 * bleed);
    expect(frameOf(4310, 6500)?.width).toBeLessThan(trimWidth);
  });

  it("keeps room under it for a caption, of one line or of two", () => {
    const heightOf = (letters: number) => frameOf(2000, 3000, "x".repeat(letters - 1))?.height ?? 0;
    const line = Math.floor(PHOTO_AREA.width / ((sizes.caption * 0.52 * 25.4) / 72));
    expect(heightOf(line)).toBe(heightOf(2));
    expect(heightOf(line + 1)).toBeLessThan(heightOf(line));
  });

  it("is above words, as wide as the page, where it ends 162 mm down", () => {
    const column = { x: 32, y: 20, width: 140, height: 226 };
    const above = (height: number) =>
      arrangeAboveWords([{ id: "a", width: 4320, height, caption: "" }], 1, sizes, column);
    expect(above(3300)).toMatchObject({ photos: { frames: [{ x: -bleed, width: 216 }] }, wordsFrom: 174 });
    expect(above(3301)?.photos.frames[0]?.width).toBe(140);
    expect(arrangeAboveWords([], 1, sizes, column)).toBeNull();
  });

  it("takes no room for captions that nobody wrote", () => {
    const { frames, captions } = arrangePhotos([photo("a"), photo("b")], 1, sizes);
    expect(captions).toEqual([]);
    expect(Math.max(...frames.map(({ y, height }) => y + height))).toBe(PHOTO_AREA.y + PHOTO_AREA.height);
    const bottomWith = (first: string) =>
      Math.max(
        ...arrangePhotos(
          [photo("a", "landscape", first), photo("b", "landscape", "x".repeat(70))],
          1,
          sizes,
        ).frames.map((frame) => frame.y + frame.height),
      );
    expect(bottomWith("")).toBeGreaterThan(bottomWith("y"));
  });
});

describe("photos on their usual page and above words, in millimetres", () => {
  const sizes = typeSizes(false, typeTable(false));
  const mm = (...lengths: readonly number[]) => lengths.map((length) => Math.round(length * 100) / 100).join(" ");
  const drawn = ({ frames, captions }: PhotoArrangement) =>
    [
      ...frames.map(({ x, y, width, height }) => `${mm(x, y, width)} × ${mm(height)}`),
      ...captions.map(({ x, y, width }) => `words ${mm(x, y, width)}`),
    ].join(", ");
  const LETTERS = { L: "landscape", P: "portrait", S: "square", N: "panorama", T: "tall" } as const;

  // The photos by letter, "f" is one of few pixels; with "+" each has a caption.
  it.each([
    ["L", "-3 -3 216 × 161.98", "-3 -3 216 × 161.98", 170.98],
    ["L+", "-3 -3 216 × 161.98, words 15 163.48 180", "38 17 140 × 104.99, words 38 126.49 140", 143.47],
    ["P", "-3 -3 216 × 286", "38 17 123.56 × 145", 174],
    ["P+", "15 17 180 × 238.51, words 15 260.01 180", "38 17 115.48 × 135.51, words 38 157.01 140", 174],
    ["S", "-3 -3 216 × 216", "38 17 140 × 145", 174],
    ["N", "-3 50.13 216 × 86.4", "-3 -3 216 × 86.4", 95.4],
    ["N+", "-3 50.13 216 × 86.4, words 15 141.03 180", "-3 -3 216 × 86.4, words 38 87.9 140", 104.89],
    ["T", "-3 -3 160.88 × 286", "38 17 92.69 × 145", 174],
    ["f+", "60 17 90 × 67.5, words 60 89 90", "38 17 90 × 67.5, words 38 89 140", 105.99],
    ["LL", "15 17 180 × 122, 15 143 180 × 122", "38 17 96.59 × 63.5, 38 84.5 96.59 × 63.5", 160],
    [
      "LP+",
      "40.91 17 128.17 × 84.41, 40.91 105.41 128.17 × 150.1, words 40.91 260.01 128.17",
      "38 17 87.05 × 65.28, 129.05 17 48.95 × 65.28, words 38 86.78 140",
      103.77,
    ],
    [
      "LPS",
      "15 17 180 × 139.82, 15 160.82 75.42 × 104.18, 94.42 160.82 100.58 × 104.18",
      "38 17 78.48 × 104.65, 120.48 17 57.52 × 43.13, 120.48 64.13 57.52 × 57.52",
      133.65,
    ],
    ["Lf", "15 17 88.01 × 66, 107.01 17 70.4 × 52.8", "38 17 68 × 51, 110 17 68 × 51", 80],
  ])("%s", (letters, usual, above, wordsFrom) => {
    const caption = letters.endsWith("+") ? "The bay" : "";
    const photos = [...letters.replace("+", "")].map((letter, place) =>
      letter === "f"
        ? { id: `p${place}`, width: 640, height: 480, caption }
        : photo(`p${place}`, LETTERS[letter as keyof typeof LETTERS], caption),
    );
    expect(drawn(arrangePhotos(photos, 1, sizes))).toBe(usual);
    const set = arrangeAboveWords(photos, 1, sizes, { x: 38, y: 20, width: 140, height: 236 });
    expect(set && [drawn(set.photos), Math.round(set.wordsFrom * 100) / 100]).toEqual([above, wordsFrom]);
  });
});

describe("a photo of few pixels", () => {
  it("is soft below 200 to the inch of the smallest frame, rounded", () => {
    const told = (width: number) => warnOfSmallPhotos(1, [{ id: "a", width, height: width * 0.75 }]);
    expect(told(535)).toEqual([]);
    expect(told(533)).toMatchObject([{ kind: "soft_photo", photoId: "a", pixelsPerInch: 199 }]);
  });

  it("is soft below 200 to the inch of its own frame, and cut where more than 8 mm of it are lost", () => {
    const laid = (pixelsPerInch: number, lost: number) => {
      const { pages } = layoutBook(loop([week(1)]));
      const page = pages.find((each) => each.kind === "week");
      if (page?.kind !== "week") throw new Error("The week has no page.");
      const frame = {
        ...{ x: 40, y: 40, width: 100, height: 80, photoId: "a", alternative: "", pixelsPerInch },
        picture: { x: 0, y: -lost, width: 100, height: 80 + lost },
      };
      const left = { ...page.spread.left, frames: [frame] };
      const spread = { ...page.spread, form: "plate-left" as const, left, right: { ...left, frames: [] } };
      return warnOfPhotos([{ ...page, spread }]).map(({ kind }) => kind);
    };
    expect([laid(200, 8), laid(199, 8), laid(200, 9)]).toEqual([[], ["soft_photo"], ["cut_photo"]]);
  });
});

describe("the edges of a photo", () => {
  const cutsOf = (photos: readonly BookPhoto[]) =>
    photosOf(photos).warnings.flatMap((one) => (one.kind === "cut_photo" ? [one.cuts] : []));

  it("are not worth a word where only the bleed goes", () => {
    for (const shape of shapes) expect(cutsOf([photo("a", shape)]), shape).toEqual([]);
  });

  it("are named if a face could be there, with what is lost of them at the trim", () => {
    // 286 mm are visible of 324, and 3 mm more go at head and foot.
    expect(cutsOf([{ id: "a", width: 1700, height: 2551, caption: "" }])).toEqual([
      [
        { edge: "top", millimetres: 18 },
        { edge: "bottom", millimetres: 26 },
      ],
    ]);
  });

  it("are told of the arrangement the week was set in", () => {
    const upright = { id: "a", width: 1700, height: 2551, caption: "" };
    const { pages } = layoutBook(loop([week(1, { photos: [upright] })]));
    const told = (["usual", "beside"] as const).map((arrangement) =>
      warnOfPhotos(pages, new Map([[1, { arrangement, down: 0 }]])),
    );
    expect(told[1]).not.toEqual(told[0]);
  });
});

describe("any photos of a week", () => {
  it.each(combinations.map((chosen) => [chosen.join(" and "), chosen] as const))(
    "%s are apart, on the page, and hardly cropped",
    (_, chosen) => {
      const photos = chosen.map((shape, index) => photo(`p${index}`, shape, "A caption"));
      const { frames } = photosOf(photos).photos;
      expect(frames.map((frame) => frame.photoId).sort()).toEqual(photos.map(({ id }) => id));
      for (const frame of frames) {
        expect(shown(frame)).toBeGreaterThan(0.77);
        expect(frame.width).toBeGreaterThan(25);
        expect(frame.picture.x).toBeLessThanOrEqual(0.001);
        expect(frame.picture.y).toBeLessThanOrEqual(0.001);
        expect(frame.x + frame.width).toBeLessThanOrEqual(trimWidth + bleed + 0.01);
        expect(frame.y + frame.height).toBeLessThanOrEqual(trimHeight + bleed + 0.01);
      }
      for (const [index, one] of frames.entries()) {
        for (const other of frames.slice(index + 1)) expect(overlap(one, other)).toBe(false);
      }
    },
  );

  it("keep their captions on the page, in the order the eye takes", () => {
    for (const chosen of combinations) {
      const photos = chosen.map((shape, index) => photo(`p${index}`, shape, `Caption of photo ${index}`));
      const { frames, captions } = photosOf(photos).photos;
      expect(captions).toHaveLength(1);
      expect((captions[0]?.y ?? 0) + 4).toBeLessThan(trimHeight - BOOK_FORMAT.safeMargin);
      const words = JSON.stringify(captions[0]?.text);
      const places = frames.map((frame) => words.indexOf(`photo ${frame.photoId.slice(1)}`));
      expect(places).toEqual([...places].sort((one, other) => one - other));
    }
  });

  it("say what they show to who cannot see them", () => {
    const { frames } = photosOf([photo("a", "square", "Nan’s hat"), photo("b")]).photos;
    expect(frames.map((frame) => frame.alternative)).toEqual(["Nan’s hat", "Photograph of week 1"]);
  });
});

describe("a week whose words run on", () => {
  it("keeps its second and third photo for the page facing the end of them", () => {
    const { long } = photosOf([photo("a"), photo("b"), photo("c")]);
    expect(ids(long.first)).toEqual(["a"]);
    expect(ids(long.after)).toEqual(["b", "c"]);
    expect(ids(long.besideAnswer?.photos)).toEqual(["a", "b", "c"]);
  });

  it("leaves room under its photos for date, highlight and gratitude", () => {
    for (const chosen of combinations) {
      const { long } = photosOf(chosen.map((shape, index) => photo(`p${index}`, shape, "A caption")));
      expect(long.besideAnswer?.wordsFrom).toBeLessThanOrEqual(175);
    }
  });

  it("needs no photos at all", () => {
    const { photos, long } = photosOf([]);
    expect(photos.frames).toEqual([]);
    expect(long).toEqual({ besideAnswer: null, first: { frames: [], captions: [] }, after: null });
  });
});

function ids(arrangement: PhotoArrangement | null | undefined): string[] {
  return (arrangement?.frames ?? []).map((frame) => frame.photoId).sort();
}

function overlap(one: Frame, other: Frame): boolean {
  const clear = 0.01;
  return (
    one.x + one.width > other.x + clear &&
    other.x + other.width > one.x + clear &&
    one.y + one.height > other.y + clear &&
    other.y + other.height > one.y + clear
  );
}
