import { describe, expect, it } from "vitest";
import { isClosed } from "~/domain/book/layout/frames";
import { type BookPhoto, layoutBook } from "~/domain/book/layout/layout";
import type { Frame, WeekSpread } from "~/domain/book/layout/pages";
import { warnOfPhotos } from "~/domain/book/layout/photo-warnings";
import { printSize } from "~/domain/diary/rules/photo-rules";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { loop, photo, week } from "../books/loop-on-paper";

const { trimWidth, trimHeight, bleed } = BOOK_FORMAT;
const SHAPES = ["landscape", "portrait", "square", "panorama", "tall"] as const;
const WORDS = "We walked further than we had meant to, and nobody minded. ";
const ANSWERS = [WORDS, WORDS.repeat(12), WORDS.repeat(25), WORDS.repeat(40)];

/** The spreads of a year of weeks with these photos, so that most forms have their turn. */
function spreadsOf(photos: (number: number) => readonly BookPhoto[], answer = WORDS): WeekSpread[] {
  const weeks = Array.from({ length: 12 }, (_, index) => week(index + 1, { photos: photos(index + 1), answer }));
  return layoutBook(loop(weeks)).pages.flatMap((page) => (page.kind === "week" ? [page.spread] : []));
}

const framesOf = ({ left, right }: WeekSpread): Frame[] => [...left.frames, ...right.frames];
const mountsOf = ({ left, right }: WeekSpread) => [...(left.mounts ?? []), ...(right.mounts ?? [])];
const isBare = ({ form }: WeekSpread) => /^(?:full|foot|double)/.test(form);
const isShown = (frame: Frame) => (frame.width * frame.height) / (frame.picture.width * frame.picture.height);
const combinations = [
  ...SHAPES.map((one) => [one]),
  ...SHAPES.flatMap((one) => SHAPES.map((two) => [one, two])),
  ...SHAPES.map((one) => [one, "landscape", "portrait"] as const),
];

describe.each(combinations.map((chosen) => [chosen.join(" and "), chosen] as const))("%s", (_, chosen) => {
  const spreads = ANSWERS.flatMap((answer) =>
    spreadsOf((number) => chosen.map((shape, place) => photo(`p${number}-${place}`, shape)), answer),
  );

  it("are each in a frame, apart from each other, within the sheet and hardly cropped", () => {
    for (const spread of spreads) {
      const names = new Set(framesOf(spread).map(({ photoId }) => photoId));
      expect(names.size, spread.form).toBe(chosen.length);
      for (const frames of [spread.left.frames, spread.right.frames]) {
        for (const [index, frame] of frames.entries()) {
          expect(frame.x).toBeGreaterThanOrEqual(-bleed - 0.01);
          expect(frame.y).toBeGreaterThanOrEqual(-bleed - 0.01);
          expect(frame.x + frame.width).toBeLessThanOrEqual(trimWidth + bleed + 0.01);
          expect(frame.y + frame.height).toBeLessThanOrEqual(trimHeight + bleed + 0.01);
          if (!spread.form.startsWith("double")) expect(isShown(frame), spread.form).toBeGreaterThan(0.77);
          expect(frames.slice(index + 1).some((other) => overlap(frame, other))).toBe(false);
        }
      }
    }
  });

  it("are as sharp as print needs, for they have the pixels for it", () => {
    for (const frame of spreads.filter(({ form }) => !form.startsWith("double")).flatMap(framesOf)) {
      expect(frame.pixelsPerInch).toBeGreaterThanOrEqual(BOOK_FORMAT.softBelowPixelsPerInch);
    }
  });
});

describe("a photo", () => {
  it.each([
    ["upright", 3024, 4032],
    ["square", 3024, 3024],
    ["wide", 4032, 3024],
  ])("of a phone’s 12 megapixels, %s, has 300 pixels to the inch where it bleeds off one page", (_, w, h) => {
    const taken = (number: number) => [{ id: `p${number}`, ...printSize(w, h), caption: "" }];
    const bleeding = ANSWERS.flatMap((answer) => spreadsOf(taken, answer)).filter(
      (spread) => isBare(spread) && !spread.form.startsWith("double"),
    );
    expect(bleeding.length).toBeGreaterThan(0);
    for (const frame of bleeding.flatMap(framesOf)) expect(frame.pixelsPerInch).toBeGreaterThanOrEqual(300);
  });

  it("of 300 pixels has the smallest frame in every form, and is named", () => {
    const few = (number: number): BookPhoto[] => [{ id: `p${number}`, width: 300, height: 225, caption: "" }];
    for (const answer of ANSWERS) {
      const weeks = Array.from({ length: 12 }, (_, index) => week(index + 1, { photos: few(index + 1), answer }));
      const { pages } = layoutBook(loop(weeks));
      const spreads = pages.flatMap((page) => (page.kind === "week" ? [page.spread] : []));
      for (const frame of spreads.flatMap(framesOf)) expect(frame.width).toBeLessThanOrEqual(68);
      expect(warnOfPhotos(pages).filter(({ kind }) => kind === "soft_photo")).toHaveLength(12);
    }
  });

  it.each([
    ["square beside a wide one", [300, 300], [3401, 2551]],
    ["upright beside another", [225, 300], [2551, 3401]],
    ["upright beside a tall one", [225, 300], [1435, 2551]],
    ["wide beside a panorama", [300, 225], [4000, 1600]],
  ] as const)("of 300 pixels never has the largest frame of its week: %s", (_, few, many) => {
    const taken = (id: string, [width, height]: readonly [number, number]) => ({
      id,
      width,
      height,
      caption: "",
    });
    for (const places of [
      [few, many],
      [many, few],
      [few, many, many],
    ] as const) {
      for (const answer of ANSWERS) {
        for (const spread of spreadsOf(
          (number) => places.map((size, at) => taken(`p${number}-${at}-${size[0]}`, size)),
          answer,
        )) {
          const area = (wanted: (id: string) => boolean) =>
            Math.max(
              ...framesOf(spread)
                .filter(({ photoId }) => wanted(photoId))
                .map(({ width, height }) => width * height),
            );
          const isFew = (id: string) => id.endsWith(`-${few[0]}`);
          expect(area(isFew), spread.form).toBeLessThan(area((id) => !isFew(id)) * 0.96);
        }
      }
    }
  });

  it.each([
    ["of a film, 16 to 9", 4032, 2268],
    ["of two by one", 4000, 2000],
    ["of a panorama", 4000, 1540],
  ])("%s, bleeds off the foot of its page as whole as it was taken, and is no strip on white", (_, width, height) => {
    const taken = (number: number): BookPhoto[] => [{ id: `p${number}`, width, height, caption: "" }];
    const spreads = [WORDS, WORDS.repeat(12)].flatMap((answer) => spreadsOf(taken, answer));
    const bare = spreads.filter(({ form }) => form.startsWith("foot"));
    expect(bare.length).toBeGreaterThan(spreads.length / 4);
    for (const frame of bare.flatMap(framesOf)) {
      expect(frame.width).toBeCloseTo(trimWidth + 2 * bleed);
      expect(frame.y + frame.height).toBeCloseTo(trimHeight + bleed);
      expect(isShown(frame)).toBeGreaterThan(0.95);
    }
  });

  it("with a caption never bleeds, and its caption is under it and as wide", () => {
    for (const answer of ANSWERS) {
      const spreads = spreadsOf((number) => [photo(`p${number}`, "landscape", "The jetty")], answer);
      for (const spread of spreads) {
        expect(isBare(spread)).toBe(false);
        const [frame] = framesOf(spread);
        const [caption] = [...spread.left.captions, ...spread.right.captions];
        expect(caption?.y).toBeGreaterThan((frame?.y ?? 0) + (frame?.height ?? 0));
        const [mount] = mountsOf(spread);
        expect(caption?.width).toBeCloseTo((mount ?? frame)?.width ?? 0, 2);
      }
    }
  });

  it("over two pages is one picture on both, and says once what is cut of it and what its label covers", () => {
    const wide = (number: number): BookPhoto[] => [
      {
        ...{ id: `p${number}`, width: 3402, height: 2551, caption: "" },
        point: { x: 0.3, y: 0.4 },
        look: { corner: "top-left", warmth: 0 },
      },
    ];
    const weeks = Array.from({ length: 12 }, (_, index) => week(index + 1, { photos: wide(index + 1) }));
    const { pages } = layoutBook(loop(weeks, {}, { doublePagePhotos: new Map([[5, "two"]]) }));
    const spread = pages.flatMap((page) =>
      page.kind === "week" && page.spread.form.startsWith("double") ? [page.spread] : [],
    )[0];
    if (spread === undefined) throw new Error("No photo is over two pages.");
    const [left, right] = framesOf(spread);
    expect((left?.picture.x ?? 0) - (right?.picture.x ?? 0)).toBeCloseTo(trimWidth, 2);
    expect(left?.picture.width).toBeGreaterThanOrEqual(426);
    const told = warnOfPhotos(pages).filter((warning) => warning.week === spread.words.week);
    expect(told).toMatchObject([
      { kind: "cut_photo", cuts: [{ edge: "bottom" }] },
      { kind: "covered_photo", corner: "top-left", at: { side: "verso" } },
    ]);
  });

  it("on a page of words says on which page it is", () => {
    const upright = { id: "a", width: 1700, height: 2551, caption: "" };
    const weeks = [1, 2, 3].map((number) => week(number, { photos: [{ ...upright, id: `p${number}` }] }));
    const { pages } = layoutBook(loop(weeks));
    for (const page of pages) {
      if (page.kind !== "week") continue;
      const side = page.spread.left.frames.length > 0 ? "verso" : "recto";
      for (const warning of warnOfPhotos([page])) expect(warning.at).toMatchObject({ side });
    }
  });
});

/** Print sizes of a phone and of pictures sent by a messenger, by letter. */
const KINDS: Readonly<Record<string, readonly [number, number]>> = {
  L: [3402, 2551],
  P: [2551, 3402],
  C: [3827, 2551],
  S: [2551, 2551],
  N: [6800, 2551],
  l: [1280, 960],
  p: [960, 1280],
  s: [1080, 1080],
};

/** A year whose weeks take these photos in turn, every third with a caption, and words of many lengths. */
function yearOf(kinds: readonly string[]): WeekSpread[] {
  const weeks = Array.from({ length: 52 }, (_, index) =>
    week(index + 1, {
      answer: WORDS.repeat([3, 10, 6, 18, 2, 8, 14, 5][index % 8] ?? 1),
      photos: [...(kinds[index % kinds.length] ?? "")].map((kind, place) => {
        const [width, height] = KINDS[kind] ?? [0, 0];
        const caption = (index + place) % 3 === 0 ? "By the water" : "";
        return { id: `p${index}-${place}`, width, height, caption, point: { x: 0.3, y: 0.4 } };
      }),
    }),
  );
  return layoutBook(loop(weeks)).pages.flatMap((page) => (page.kind === "week" ? [page.spread] : []));
}

/** Whether photos and mounts side by side leave no hole in the column of their page. */
function fillsColumns({ left, right }: WeekSpread): boolean {
  return [left, right].every(({ frames, mounts = [] }, page) => {
    const boxes = [...frames, ...mounts];
    const edges = page === 0 ? { from: 38, to: 178 } : { from: 32, to: 172 };
    return boxes.every((box) => {
      const middle = box.y + box.height / 2;
      const beside = boxes.filter(({ y, height }) => y <= middle && y + height >= middle);
      const from = Math.min(...beside.map(({ x }) => x));
      const to = Math.max(...beside.map(({ x, width }) => x + width));
      return from < edges.from + 8 && to > edges.to - 8;
    });
  });
}

describe("a year’s photos", () => {
  it.each([
    ["of a telephone", ["L", "P", "LP", "L", "LLP", "P", "S", "LL", "C", "PP", "LPP", "LS"]],
    ["sent by a messenger", ["l", "p", "l", "lp", "l", "p", "s", "ll", "l", "pp", "lpl"]],
    ["with panoramas", ["N", "L", "Nl", "C", "P", "NN", "LN", "C", "S", "NP"]],
  ])("%s fill both columns of at least 95 % of its spreads", (_, kinds) => {
    const spreads = yearOf(kinds);
    expect(spreads.filter(fillsColumns).length / spreads.length).toBeGreaterThanOrEqual(0.95);
  });

  it("in a row are all of one height", () => {
    const rows = yearOf(["LL", "LPP", "LL", "P"]).filter(({ form }) => form === "row");
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) expect(new Set(framesOf(row).map(({ height }) => height)).size).toBe(1);
  });

  it("have 300 pixels to the inch, where a plate gives them, rather than a bleed with fewer", () => {
    const weeks = Array.from({ length: 12 }, (_, index) =>
      week(index + 1, { photos: [{ id: `p${index}`, width: 1800, height: 1350, caption: "" }] }),
    );
    const frames = layoutBook(loop(weeks)).pages.flatMap((page) => (page.kind === "week" ? framesOf(page.spread) : []));
    const sharp = frames.filter(({ pixelsPerInch }) => pixelsPerInch >= BOOK_FORMAT.printPixelsPerInch);
    expect(sharp.length).toBeGreaterThanOrEqual(8);
  });

  it("with few pixels are mounted, the larger the more they have, and none is soft", () => {
    const widthOf = (kind: string) =>
      yearOf([kind, "L"]).flatMap((spread) => (mountsOf(spread).length > 0 ? framesOf(spread) : []));
    expect(widthOf("l").length).toBeGreaterThan(10);
    for (const frame of [...widthOf("l"), ...widthOf("p"), ...widthOf("s")]) {
      expect(frame.pixelsPerInch).toBeGreaterThanOrEqual(BOOK_FORMAT.softBelowPixelsPerInch);
    }
  });
});

function overlap(one: Frame, other: Frame): boolean {
  const clear = 0.01;
  return (
    one.x + one.width > other.x + clear &&
    other.x + other.width > one.x + clear &&
    one.y + one.height > other.y + clear &&
    other.y + other.height > one.y + clear
  );
}

describe("photos with few pixels", () => {
  const message = (id: string, width: number, height: number): BookPhoto => ({
    id,
    width,
    height,
    caption: "",
  });

  it("leave no hole between them: a block reaches its edges, or its photos are mounted", () => {
    const pairs = [
      [message("a", 1024, 768), message("b", 768, 1024)],
      [message("a", 900, 900), message("b", 576, 1024)],
      [message("a", 1280, 960), message("b", 800, 600), message("c", 600, 800)],
    ];
    for (const pair of pairs) {
      for (const spread of ANSWERS.slice(0, 3).flatMap((answer) => spreadsOf(() => pair, answer))) {
        for (const frames of [spread.left.frames, spread.right.frames]) {
          if (frames.length > 0) expect(isClosed(frames), spread.form).toBe(true);
        }
      }
    }
  });

  it.each([1280, 1024, 900])("of %i pixels, wide beside upright, are never a strip on a white page", (longest) => {
    const short = longest * 0.75;
    const pair = (number: number): BookPhoto[] => [
      { id: `p${number}-0`, width: longest, height: short, caption: "" },
      { id: `p${number}-1`, width: short, height: longest, caption: "" },
    ];
    const blocks = spreadsOf(pair).filter(({ form }) => form.startsWith("block"));
    expect(blocks.length).toBeGreaterThan(0);
    for (const spread of blocks) {
      for (const { height } of mountsOf(spread)) expect(height).toBeGreaterThan(trimHeight / 2);
      expect(mountsOf(spread)).toHaveLength(1);
    }
  });

  it("are on mounts that end where words do", () => {
    for (const [width, height] of [
      [720, 1280],
      [768, 1024],
      [1024, 768],
    ] as const) {
      for (const spread of ANSWERS.slice(0, 3).flatMap((answer) =>
        spreadsOf(() => [message("a", width, height)], answer),
      )) {
        for (const mount of mountsOf(spread)) expect(mount.y + mount.height).toBeLessThanOrEqual(238.01);
      }
    }
  });
});

describe("a panorama", () => {
  const wide = (caption: string, x: number): BookPhoto => ({
    ...{ ...photo("wide", "panorama", caption), width: 8000, height: 2500 },
    point: { x, y: 0.5 },
  });

  it("is a band over two pages, with its caption under its left half", () => {
    for (const caption of ["", "The bay, from the hill"]) {
      const spreads = spreadsOf((number) => (number === 5 ? [wide(caption, 0.2)] : [photo(`p${number}`)]));
      const band = spreads.find(({ form }) => form === "band");
      expect(band?.words.week).toBe(5);
      const bottom = (band?.left.frames[0]?.y ?? 0) + (band?.left.frames[0]?.height ?? 0);
      expect(band?.left.captions.map(({ y }) => y > bottom)).toEqual(caption === "" ? [] : [true]);
      expect(band?.right.captions).toEqual([]);
    }
  });

  it("whose point would lie on the fold is as wide as two columns of words on one page", () => {
    const [spread] = spreadsOf((number) => (number === 5 ? [wide("", 0.5)] : [photo(`p${number}`)])).filter(
      ({ words }) => words.week === 5,
    );
    const [frame] = spread ? framesOf(spread) : [];
    expect(spread?.form).toMatch(/^plate/);
    expect(frame?.width).toBe(164);
    expect([22, 24]).toContain(frame?.x);
  });
});
