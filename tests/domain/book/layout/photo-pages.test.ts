import { describe, expect, it } from "vitest";
import { type BookPhoto, layoutBook } from "~/domain/book/layout/layout";
import type { Frame, PhotoArrangement } from "~/domain/book/layout/pages";
import { warnOfPhotos } from "~/domain/book/layout/photo-warnings";
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
