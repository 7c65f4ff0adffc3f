import { describe, expect, it } from "vitest";
import { typeSizes } from "~/domain/book/layout/book-theme";
import { isClosed } from "~/domain/book/layout/frames";
import { type BookPhoto, layoutBook } from "~/domain/book/layout/layout";
import type { Box, Frame, SpreadForm, WeekSpread } from "~/domain/book/layout/pages";
import { warnOfPhotos } from "~/domain/book/layout/photo-warnings";
import { arrangeForm, footBlock, footFrame, rowOf } from "~/domain/book/layout/spread-photos";
import { typeTable } from "~/domain/book/layout/type-steps";
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
  t: [320, 240],
};

describe("the frames, mounts and captions of a form, in millimetres", () => {
  const mm = (...lengths: readonly number[]) => lengths.map((length) => Math.round(length * 100) / 100).join(" ");
  const boxed = (name: string, { x, y, width, height }: Box) => `${name} ${mm(x, y, width)} × ${mm(height)}`;

  // The photos by letter; with "+" each has a caption.
  it.each<[form: SpreadForm, photos: string, drawn: string, long?: Parameters<typeof arrangeForm>[4]]>([
    ["full-left", "P", "left -3 -3 216 × 286"],
    ["full-right", "P", "right -3 -3 216 × 286"],
    ["foot-left", "L", "left -3 121.03 216 × 161.97"],
    ["foot-right", "S", "right -3 67 216 × 216"],
    ["foot-left", "N", "left -3 199 216 × 84"],
    ["foot-left", "CL", "left -3 139 216 × 144"],
    ["foot-right", "LP", "right -3 181.25 135.7 × 101.75, right 136.7 181.25 76.3 × 101.75"],
    ["plate-left", "P", "left 38 48 140 × 186.7"],
    ["plate-right", "L", "right 32 48 140 × 104.98"],
    ["plate-left", "S", "left 38 48 140 × 140"],
    ["plate-right", "N", "right 24 48 164 × 61.52"],
    ["plate-left", "N+", "left 22 48 164 × 61.52, words 22 114.02 164"],
    ["plate-left", "l", "left 53.81 63.81 108.37 × 81.28, mount 38 48 140 × 112.91"],
    ["plate-left", "p", "left 56 66 104 × 138.67, mount 38 48 140 × 174.67"],
    ["plate-left", "s", "left 56 66 104 × 104, mount 38 48 140 × 140"],
    ["plate-left", "t", "left 74 72 68 × 51, mount 38 48 140 × 99"],
    ["plate-right", "L+", "right 32 48 140 × 104.98, words 32 157.48 140"],
    ["plate-left", "l+", "left 53.81 63.81 108.37 × 81.28, mount 38 48 140 × 112.91, words 38 165.41 140"],
    ["quiet", "P", "left 62.26 72 91.48 × 122, mount 38 48 140 × 170"],
    ["quiet", "L+", "left 62 72 92 × 68.99, mount 38 48 140 × 116.99, words 38 169.49 140"],
    ["quiet", "t", "left 74 72 68 × 51, mount 38 48 140 × 99"],
    ["double-label", "L", "left -3 -3 216 × 286, right -3 -3 216 × 286"],
    ["band", "N+", "left -3 -3 216 × 153, words 38 153.5 140, right -3 -3 216 × 153"],
    ["row", "LL+", "left 38 20 140 × 104.98, words 38 128.48 140, right 32 20 140 × 104.98, words 32 128.48 140"],
    ["row", "LPP", "left 38 20 140 × 97.57, right 32 20 68 × 97.57, right 104 20 68 × 97.57"],
    ["row", "PLP", "left 38 30 140 × 115.89, left 38 149.89 68 × 100.11, left 110 149.89 68 × 100.11"],
    ["block-left", "LL", "left 38 30 140 × 108, left 38 142 140 × 108"],
    ["block-left", "LL+", "left 38 30 140 × 103.26, left 38 137.26 140 × 103.26, words 38 245.01 140"],
    ["block-right", "LPS", "right 32 30 140 × 104.98, right 32 138.98 58.28 × 77.72, right 94.28 138.98 77.72 × 77.72"],
    ["block-left", "LP", "left 61.92 42 92.16 × 69.1, left 61.92 115.1 92.16 × 122.9, mount 38 30 140 × 220"],
    ["block-left", "lp", "left 61.92 42 92.16 × 69.12, left 61.92 115.12 92.16 × 122.88, mount 38 30 140 × 220"],
    ["block-right", "tt+", "right 68 42 68 × 51, right 68 97 68 × 51, mount 32 30 140 × 130, words 32 164.5 140"],
    ["long-left", "P", "left -3 -3 216 × 286", { bleed: "full", isLineOver: false }],
    ["long-right", "L", "right -3 121.03 216 × 161.97", { bleed: "foot", isLineOver: true }],
    ["long-left", "L", "left 38 88 140 × 104.98", { bleed: null, isLineOver: true }],
    ["long-right", "LL", "right 32 30 140 × 108, right 32 142 140 × 108", { bleed: null, isLineOver: false }],
    [
      "long-right",
      "LL",
      "right 57.32 100 89.35 × 67, right 57.32 171 89.35 × 67, mount 32 88 140 × 162",
      { bleed: null, isLineOver: true },
    ],
    ["flowing", "L", "left 38 30 140 × 104.98"],
    ["words-ring", "", ""],
  ])("%s with %s", (form, kinds, expected, long = { bleed: null, isLineOver: false }) => {
    const photos = [...kinds.replace("+", "")].map((kind, place): BookPhoto => {
      const [width, height] = KINDS[kind] ?? [0, 0];
      return {
        id: `p${place}`,
        width,
        height,
        caption: kinds.endsWith("+") ? "The bay" : "",
        point: { x: 0.3, y: 0.4 },
      };
    });
    const pages = arrangeForm(form, photos, 1, typeSizes(false, typeTable(false)), long);
    const drawn = (["left", "right"] as const).flatMap((side) => [
      ...pages[side].frames.map((frame) => boxed(side, frame)),
      ...(pages[side].mounts ?? []).map((mount) => boxed("mount", mount)),
      ...pages[side].captions.map(({ x, y, width }) => `words ${mm(x, y, width)}`),
    ]);
    expect(drawn.join(", ")).toBe(expected);
  });
});

describe("the limits of a form’s frames", () => {
  const photosOf = (...sizes: readonly (readonly [number, number])[]): BookPhoto[] =>
    sizes.map(([width, height], place) => ({ id: `p${place}`, width, height, caption: "" }));
  const set = (form: WeekSpread["form"], photos: readonly BookPhoto[]) =>
    arrangeForm(form, photos, 1, typeSizes(false, typeTable(false)), { bleed: null, isLineOver: false });

  it("a wide photo at the foot is cropped to 144 mm where that hides an eighth, and else is whole", () => {
    expect(footFrame({ width: 7500, height: 4400 }).height).toBe(144);
    expect(footFrame({ width: 7500, height: 4390 }).height).toBeCloseTo(126.43);
  });

  it("a plate has the measure of two columns only if it is wider than 2 by 1", () => {
    const widthOf = (width: number) => set("plate-left", photosOf([width, 2000])).left.frames[0]?.width;
    expect([widthOf(4000), widthOf(4001)]).toEqual([140, 164]);
  });

  it("a row is 66 to 124 mm high, and hides an eighth at most", () => {
    const heightOf = (...sizes: (readonly [number, number])[]) => rowOf(photosOf(...sizes), 1)?.height ?? null;
    expect(heightOf([7000, 3300], [7000, 3300])).toBe(66);
    expect(heightOf([7000, 3299], [7000, 3299])).toBeNull();
    expect(heightOf([2000, 2000], [2000, 2000])).toBe(124);
    expect(heightOf([2000, 2020], [2000, 2020])).toBeNull();
    expect(heightOf([7744, 5000], [10000, 5000])).toBeCloseTo(79.545);
    expect(heightOf([7740, 5000], [10000, 5000])).toBeNull();
    expect(heightOf([2000, 1500])).toBeNull();
    expect(heightOf()).toBeNull();
  });

  it("of three in a row the right page holds two, where either could", () => {
    const row = rowOf(photosOf([3400, 2000], [1020, 2550], [3400, 2000]), 1);
    expect([row?.pages.left.frames.length, row?.pages.right.frames.length]).toEqual([1, 2]);
  });

  it("a row, a foot and a block need 200 pixels to the inch, rounded", () => {
    const rows = [1102, 1097].map((width) => rowOf(photosOf([width, 735], [width, 735]), 1) !== null);
    const feet = [1700, 1695].map((width) => footBlock(photosOf([width, 567], [width, 567]), 1) !== null);
    const blocks = [1102, 1097].map((width) => {
      const { left } = set("block-left", photosOf([width, width / 2], [width, width / 2]));
      return left.mounts === undefined;
    });
    expect([rows, feet, blocks]).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);
  });

  it("several photos at the foot are 84 mm high or more, and none has a caption", () => {
    expect(footBlock(photosOf([5300, 4200], [5300, 4200]), 1)).not.toBeNull();
    expect(footBlock(photosOf([5300, 4190], [5300, 4190]), 1)).toBeNull();
    expect(footBlock(photosOf([5300, 4200]), 1)).toBeNull();
    const [one, two] = photosOf([5300, 4200], [5300, 4200]);
    expect(one && two && footBlock([one, { ...two, caption: "Whitby" }], 1)).toBeNull();
  });

  it("a block of 80 mm is no strip, and a lower one is mounted", () => {
    const isMounted = (height: number) => {
      const { left } = set("block-left", photosOf([1700, height], [1700, height]));
      return left.mounts !== undefined;
    };
    expect([isMounted(2000), isMounted(1990)]).toEqual([false, true]);
  });
});

it.each(combinations.map((chosen) => [chosen.join(" and "), chosen] as const))(
  "%s are each in a frame, apart from each other, within the sheet, hardly cropped and as sharp as print needs",
  (_, chosen) => {
    const spreads = ANSWERS.flatMap((answer) =>
      spreadsOf((number) => chosen.map((shape, place) => photo(`p${number}-${place}`, shape)), answer),
    );
    for (const spread of spreads) {
      const isDouble = spread.form.startsWith("double");
      const names = new Set(framesOf(spread).map(({ photoId }) => photoId));
      expect(names.size, spread.form).toBe(chosen.length);
      for (const frames of [spread.left.frames, spread.right.frames]) {
        for (const [index, frame] of frames.entries()) {
          expect(frame.x).toBeGreaterThanOrEqual(-bleed - 0.01);
          expect(frame.y).toBeGreaterThanOrEqual(-bleed - 0.01);
          expect(frame.x + frame.width).toBeLessThanOrEqual(trimWidth + bleed + 0.01);
          expect(frame.y + frame.height).toBeLessThanOrEqual(trimHeight + bleed + 0.01);
          if (!isDouble) expect(isShown(frame), spread.form).toBeGreaterThan(0.77);
          if (!isDouble) expect(frame.pixelsPerInch).toBeGreaterThanOrEqual(BOOK_FORMAT.softBelowPixelsPerInch);
          expect(frames.slice(index + 1).some((other) => overlap(frame, other))).toBe(false);
        }
      }
    }
  },
);

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
