import { describe, expect, it } from "vitest";
import { typeSizes } from "~/domain/book/layout/book-theme";
import { type BookEntry, layoutBook } from "~/domain/book/layout/layout";
import type { BookPhoto } from "~/domain/book/layout/photo-pages";
import {
  canBeBand,
  canSpanTwoPages,
  doublePagePhotosFor,
  type FormWeek,
  fitsLong,
  formsFor,
  isNearEdge,
  isSquareFoot,
  longBleed,
  runsOver,
} from "~/domain/book/layout/spread-forms";
import { type TypeTable, typeTable } from "~/domain/book/layout/type-steps";
import { loop, photo, week } from "../books/loop-on-paper";

const regular = typeTable(false);
const large = typeTable(true);
const sized = (width: number, height: number, caption = ""): BookPhoto => ({ id: "a", width, height, caption });
const UPRIGHT = sized(2551, 3401);
const SQUARE = sized(2551, 2551);
const WIDE = sized(6000, 4200);
const SENTENCE = "We walked further than we had meant to, and nobody minded. ";

/** A week with a few words, which count as so many: what a form asks of their number alone. */
function weekOf(photos: readonly BookPhoto[], length = 20, given: Partial<BookEntry> = {}): FormWeek {
  const page = layoutBook(loop([week(5, { photos, ...given })])).pages.find(({ kind }) => kind === "week");
  if (page?.kind !== "week") throw new Error("The week has no page.");
  return { week: 5, photos, words: page.spread.words, length };
}

const formsOf = (...given: Parameters<typeof weekOf>) => [...formsFor(weekOf(...given), regular).keys()];

describe("the number of words that a form holds", () => {
  it.each([
    ["quiet", 45, [photo("a", "tall")]],
    ["row", 220, [photo("a"), photo("b")]],
    ["foot-left", 190, [SQUARE]],
    ["plate-left", 320, [WIDE]],
    ["block-left", 320, [photo("a"), photo("b")]],
    ["words-ring", 320, []],
  ] as const)("%s: %i", (form, most, photos) => {
    expect(formsOf(photos, most)).toContain(form);
    expect(formsOf(photos, most + 1)).not.toContain(form);
  });

  it("over two pages: 60 on a label, 220 on pages of words, and 220 under a band", () => {
    const over = (length: number) => doublePagePhotosFor(weekOf([WIDE], length), regular);
    expect([60, 61, 220, 221].map(over)).toEqual([
      ["double-label", "double-words"],
      ["double-words"],
      ["double-words"],
      [],
    ]);
    const band = (length: number) => canBeBand(weekOf([sized(6800, 2551)], length), regular);
    expect([220, 221].map(band)).toEqual([true, false]);
  });

  it("in two columns: from 321, up to 360 under the highlight, then with it over the photos", () => {
    expect([320, 321].map((length) => formsOf([WIDE], length).includes("long-left"))).toEqual([false, true]);
    expect([360, 361].map((length) => fitsLong(weekOf([WIDE], length), regular))).toEqual(["under", "over-photos"]);
    expect(fitsLong(weekOf([WIDE], 321), large)).toBeNull();
  });

  it.each([
    ["an upright photo", [UPRIGHT], 42],
    ["a square photo", [SQUARE], 42],
    ["two photos", [photo("a"), photo("b")], 42],
    ["no photo", [], 42],
    ["a wide photo, where what follows the answer is in the second column", [WIDE], 48],
  ] as const)("in two columns beside %s is what fits, and beyond that they flow", (_, photos, most) => {
    const set = (times: number) => {
      const week = weekOf(photos, 400, { answer: SENTENCE.repeat(times) });
      return [fitsLong(week, regular), ...formsFor(week, regular).keys()];
    };
    expect(set(most)).toEqual(["over-photos", "long-left", "long-right"]);
    expect(set(most + 1)).toEqual([null, "flowing"]);
  });

  it("without a photo are opposite the highlight only where there is an answer", () => {
    expect(formsOf([], 20)).toEqual(["quiet", "words-opposite", "words-ring"]);
    expect(formsOf([], 0, { answer: "" })).toEqual(["quiet", "words-ring"]);
  });

  it("of a poem are neither quiet nor on a label", () => {
    const answer = "Roses are red,\nviolets are blue.";
    expect(formsOf([photo("a", "tall")], 6, { answer })).not.toContain("quiet");
    expect(doublePagePhotosFor(weekOf([WIDE], 6, { answer }), regular)).toEqual(["double-words"]);
  });

  it("in large print is what fits, because it has no columns", () => {
    for (const photos of [[], [WIDE], [photo("a"), photo("b")]]) {
      const forms = [...formsFor(weekOf(photos, 400), large).keys()];
      expect(forms).not.toContain("flowing");
      expect(forms.some((form) => form.startsWith("long"))).toBe(false);
    }
  });

  it("runs over its spread only where no form holds it, and not where they fit a page", () => {
    const over = (times: number, type: TypeTable, isLarge: boolean) => {
      const week = weekOf([WIDE], 400, { answer: SENTENCE.repeat(times) });
      return [formsFor(week, type).has("flowing"), runsOver(week, typeSizes(isLarge, type), type)];
    };
    expect(over(1, large, true)).toEqual([false, null]);
    expect(over(15, large, true)).toEqual([true, null]);
    expect(over(60, large, true)).toEqual([true, 4]);
    expect(over(45, regular, false)).toEqual([false, null]);
  });
});

describe("the shape and the pixels of a photo", () => {
  it.each([
    ["over two pages where they hide 16 % of it", canSpanTwoPages, [8960, 7150], [8940, 7150]],
    ["as a band where the pages hide 16 % of it", isBand, [9940, 4250], [9900, 4250]],
    ["off the foot of a long week from 19 by 20", isOffFoot, [4750, 5000], [4749, 5000]],
    ["quiet up to 2 by 1", (one: BookPhoto) => formsOf([one]).includes("quiet"), [3999, 2000], [4000, 2000]],
    ["a bleed without a higher price from 300 pixels to the inch", isCheap, [2551, 3378], [2541, 3365]],
    [
      "over its page where that hides 12 % of it",
      (one: BookPhoto) => formsOf([one]).includes("full-left"),
      [4320, 6500],
      [4310, 6500],
    ],
    ["square at the foot where more than 183 mm of it are seen", isSquareFoot, [7199, 6100], [7200, 6100]],
  ] as const)("is %s", (_, can, [width, height], [otherWidth, otherHeight]) => {
    expect(can(sized(width, height))).toBe(true);
    expect(can(sized(otherWidth, otherHeight))).toBe(false);
  });

  it("is of no use where more are in the week, or it has a caption to be placed", () => {
    const [one, two] = [sized(8946, 5964), photo("b")];
    expect([[one], [one, two]].map((photos) => doublePagePhotosFor(weekOf(photos), regular).length > 0)).toEqual([
      true,
      false,
    ]);
    expect([[one], [one, two], []].map((photos) => longBleed(weekOf(photos), false))).toEqual(["foot", null, null]);
    expect(longBleed(weekOf([UPRIGHT]), false)).toBe("full");
    expect(longBleed(weekOf([UPRIGHT]), true)).toBeNull();
    expect(longBleed(weekOf([{ ...one, caption: "The bay" }]), false)).toBeNull();
    const wide = sized(6800, 2551);
    expect([[wide], [wide, two], []].map((photos) => canBeBand(weekOf(photos), regular))).toEqual([true, false, false]);
    expect(formsOf([photo("a", "tall"), two])).not.toContain("quiet");
    expect(formsOf([sized(500, 700)])).not.toContain("quiet");
  });

  it("is over two pages with words only where there is an answer and a highlight", () => {
    const over = (given: Partial<BookEntry>) => doublePagePhotosFor(weekOf([WIDE], 100, given), regular);
    expect([over({}), over({ answer: "" }), over({ highlight: "" })]).toEqual([["double-words"], [], []]);
  });

  it("is near an edge where what must be seen is in its outer tenth", () => {
    const near = (x: number, y: number) => isNearEdge({ point: { x, y } });
    expect([near(0.1, 0.5), near(0.099, 0.5), near(0.5, 0.901)]).toEqual([false, true, true]);
    expect(isNearEdge({})).toBe(false);
  });
});

function isBand(one: BookPhoto): boolean {
  return canBeBand(weekOf([one]), regular);
}

function isOffFoot(one: BookPhoto): boolean {
  return longBleed(weekOf([one]), false) === "foot";
}

function isCheap(one: BookPhoto): boolean {
  return formsFor(weekOf([one]), regular).get("full-left") === 0;
}
