import { describe, expect, it } from "vitest";
import { type BookEntry, type BookPhoto, layoutBook } from "~/domain/book/layout/layout";
import type { SpreadForm } from "~/domain/book/layout/pages";
import { chooseForms, type DoubleChoices } from "~/domain/book/layout/rhythm";
import { typeTable } from "~/domain/book/layout/type-steps";
import { printSize } from "~/domain/diary/rules/photo-rules";
import { loop, week } from "../books/loop-on-paper";
import { photoOf, weddingYear } from "../books/wedding-year";

const WORDS = "We walked further than we had meant to, and nobody minded. ";

function formsOf(entries: readonly BookEntry[], doublePagePhotos?: DoubleChoices, largePrint = false): SpreadForm[] {
  const { pages } = layoutBook(loop(entries, {}, { largePrint, ...(doublePagePhotos && { doublePagePhotos }) }));
  return pages.flatMap((page) => (page.kind === "week" ? [page.spread.form] : []));
}

const doublePagePhotosIn = (entries: readonly BookEntry[], doublePagePhotos?: DoubleChoices) =>
  layoutBook(loop(entries, {}, { ...(doublePagePhotos && { doublePagePhotos }) })).doublePagePhotos;

function longestRun(forms: readonly SpreadForm[]): number {
  let [run, longest] = [0, 0];
  for (const [index, form] of forms.entries()) {
    run = form === forms[index - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

const yearOf = (photos: (number: number) => readonly BookPhoto[], answer: (number: number) => string) =>
  Array.from({ length: 52 }, (_, index) => week(index + 1, { photos: photos(index + 1), answer: answer(index + 1) }));
const one = (number: number, caption = "") => [photoOf(number % 2 ? "lake" : "kite", `photo-${number}`, caption)];
const three = (number: number) =>
  ["lake", "kite", "table"].map((name, place) => photoOf(name, `photo-${number}-${place}`));

describe("the spreads of a year", () => {
  it.each([
    ["the wedding year", weddingYear],
    [
      "one photo a week and few words",
      yearOf(
        (number) => one(number),
        () => WORDS,
      ),
    ],
    [
      "one captioned photo a week",
      yearOf(
        (number) => one(number, "The jetty"),
        () => WORDS.repeat(6),
      ),
    ],
    ["three photos a week", yearOf(three, (number) => WORDS.repeat(2 + (number % 12)))],
    ["three photos and very many words a week", yearOf(three, () => WORDS.repeat(38))],
    [
      "many words a week",
      yearOf(
        (number) => one(number),
        (number) => WORDS.repeat(32 + (number % 9)),
      ),
    ],
    [
      "words alone",
      yearOf(
        () => [],
        (number) => WORDS.repeat(2 + (number % 8)),
      ),
    ],
    [
      "photos alone",
      yearOf(
        (number) => one(number),
        () => "",
      ),
    ],
    [
      "photos of 300 pixels",
      yearOf(
        (number) => [{ ...photoOf("lake", `photo-${number}`), width: 300, height: 225 }],
        () => WORDS,
      ),
    ],
  ])("of %s are never alike three times in a row", (_, entries) => {
    expect(longestRun(formsOf(entries))).toBeLessThanOrEqual(2);
    expect(formsOf(entries)).not.toContain("flowing");
  });

  it("are the same for the same year, and one week's words move only what is near it", () => {
    const before = formsOf(weddingYear);
    expect(formsOf([...weddingYear].reverse())).toEqual(before);
    const changed = weddingYear.map((entry) => (entry.week === 40 ? { ...entry, answer: WORDS.repeat(30) } : entry));
    expect(formsOf(changed).slice(0, 30)).toEqual(before.slice(0, 30));
  });

  it("of the wedding year take most of the forms", () => {
    expect(new Set(formsOf(weddingYear)).size).toBeGreaterThanOrEqual(8);
  });

  it("let a quiet one stand alone for three weeks", () => {
    const forms = formsOf(
      yearOf(
        (number) => one(number),
        () => WORDS,
      ),
    );
    const quiet = forms.flatMap((form, index) => (form === "quiet" ? [index] : []));
    for (const [index, place] of quiet.entries()) {
      expect(place - (quiet[index - 1] ?? -9)).toBeGreaterThan(3);
    }
  });
});

describe("photos over two pages", () => {
  const able = yearOf(
    (number) => [photoOf("lake", `${number}`)],
    () => WORDS.repeat(4),
  ).map((entry) => ({
    ...entry,
    photos: entry.photos.map((photo) => ({
      ...photo,
      ...printSize(6000, 4000),
      point: { x: 0.3, y: 0.4 },
      look: { corner: "top-left" as const, warmth: 0 },
    })),
  }));

  it("are two a season, at least four weeks apart, and never in its first or last week", () => {
    const placed = doublePagePhotosIn(able)
      .filter(({ isPlaced }) => isPlaced)
      .map((double) => double.week);
    expect(placed).toHaveLength(8);
    for (let season = 0; season < 4; season += 1) {
      const here = placed.filter((number) => Math.floor((number - 1) / 13) === season);
      expect(here).toHaveLength(2);
      expect((here[1] ?? 0) - (here[0] ?? 0)).toBeGreaterThanOrEqual(4);
      expect(here.every((number) => (number - 1) % 13 !== 0 && number % 13 !== 0)).toBe(true);
    }
  });

  it("need the pixels", () => {
    const few = able.map((entry) => ({
      ...entry,
      photos: entry.photos.map((photo) => ({ ...photo, width: 2550, height: 1913 })),
    }));
    expect(doublePagePhotosIn(few)).toEqual([]);
  });

  it("go back to one page where their owner declined, and nothing takes their place", () => {
    const [first] = doublePagePhotosIn(able);
    const declined = first?.week ?? 0;
    const after = doublePagePhotosIn(able, new Map([[declined, "one"]]));
    expect(after).toContainEqual({ ...first, isPlaced: false });
    expect(after.filter(({ isPlaced }) => isPlaced)).toHaveLength(7);
  });

  it("are only offered where they would lose more than 8 mm, and say how much", () => {
    const phone = able.map((entry) => ({
      ...entry,
      photos: entry.photos.map((photo) => ({ ...photo, ...printSize(4032, 3024) })),
    }));
    const offered = doublePagePhotosIn(phone);
    expect(offered.length).toBeGreaterThan(0);
    for (const { isPlaced, isOnFold, cuts = [] } of offered) {
      expect({ isPlaced, isOnFold }).toEqual({ isPlaced: false, isOnFold: false });
      expect(cuts.every(({ millimetres }) => millimetres > 8) && cuts.length > 0).toBe(true);
    }
  });

  it("are only offered where what must be seen is on the fold, until their owner takes one", () => {
    const onFold = able.map((entry) => ({
      ...entry,
      photos: entry.photos.map((photo) => ({
        ...photo,
        point: { x: 0.45, y: 0.4 },
      })),
    }));
    const offered = doublePagePhotosIn(onFold);
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.every(({ isPlaced }) => !isPlaced)).toBe(true);
    const week = offered[0]?.week ?? 0;
    expect(doublePagePhotosIn(onFold, new Map([[week, "two"]]))).toContainEqual({ ...offered[0], isPlaced: true });
    expect(formsOf(onFold, new Map([[week, "two"]]))[week - 1]).toMatch(/^double-/);
  });

  it("are a band where the photo is a panorama, unless its owner keeps it on one page", () => {
    const panorama = { ...photoOf("lake", "wide"), width: 6800, height: 2551, point: { x: 0.2, y: 0.4 } };
    const weeks = yearOf(
      (number) => (number === 20 ? [panorama] : one(number)),
      () => WORDS.repeat(4),
    );
    expect(formsOf(weeks)[19]).toBe("band");
    expect(doublePagePhotosIn(weeks)).toContainEqual(expect.objectContaining({ week: 20, isPlaced: true, cuts: [] }));
    expect(formsOf(weeks, new Map([[20, "one"]]))[19]).not.toBe("band");
    const onFold = { ...panorama, point: { x: 0.5, y: 0.4 } };
    const central = weeks.map((entry) => (entry.week === 20 ? { ...entry, photos: [onFold] } : entry));
    expect(formsOf(central)[19]).not.toBe("band");
    expect(formsOf(central, new Map([[20, "two"]]))[19]).toBe("band");
  });

  it("are four weeks apart or more, also from one that their owner chose", () => {
    const placedOf = (weeks: readonly number[], choices?: DoubleChoices) =>
      doublePagePhotosIn(
        able.filter((entry) => weeks.includes(entry.week)),
        choices,
      ).flatMap((double) => (double.isPlaced ? [double.week] : []));
    expect(placedOf([5, 9])).toEqual([5, 9]);
    expect(placedOf([5, 8])).toHaveLength(1);
    const chosen: DoubleChoices = new Map([[6, "two"]]);
    expect(placedOf([6, 10], chosen)).toEqual([6, 10]);
    expect(placedOf([6, 9], chosen)).toEqual([6]);
    expect(
      placedOf(
        [4, 8, 12],
        new Map([
          [4, "two"],
          [12, "two"],
        ]),
      ),
    ).toEqual([4, 12]);
  });

  it("are rather of weeks with words for a label, up to 60, and one of each kind", () => {
    const [page] = layoutBook(loop(able.slice(0, 1))).pages.filter(({ kind }) => kind === "week");
    if (page?.kind !== "week") throw new Error("The week has no page.");
    const { words } = page.spread;
    const placedOf = (lengths: readonly (readonly [week: number, length: number])[], choices?: DoubleChoices) => {
      const weeks = lengths.map(([number, length]) => {
        return { week: number, photos: able[number - 1]?.photos ?? [], words, length };
      });
      return chooseForms(weeks, typeTable(false), choices).flatMap(({ double }, index) =>
        double?.isPlaced ? [weeks[index]?.week] : [],
      );
    };
    expect(
      placedOf(
        [
          [2, 61],
          [6, 61],
          [10, 60],
        ],
        new Map([[2, "two"]]),
      ),
    ).toEqual([2, 10]);
    expect(
      placedOf([
        [2, 61],
        [6, 60],
        [10, 60],
      ]),
    ).toEqual([2, 10]);
  });

  it("carry a label in regular print only", () => {
    const short = able.map((entry) => ({ ...entry, answer: WORDS }));
    expect(formsOf(short)).toContain("double-label");
    expect(formsOf(short, undefined, true)).not.toContain("double-label");
  });
});
