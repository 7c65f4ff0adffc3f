import { describe, expect, it } from "vitest";
import { openSeason, type SeasonWeek } from "~/domain/book/layout/chapter-openings";
import type { BookPhoto } from "~/domain/book/layout/layout";
import { textOf } from "~/domain/book/layout/prepared-text";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { photo, week } from "../books/loop-on-paper";

const WINTER = { index: 0, firstWeek: 1, lastWeek: 13, name: "Winter", span: "Weeks one to thirteen" };

function written(number: number, given: Partial<SeasonWeek> = {}): SeasonWeek {
  return { ...week(number), photos: [], form: "words-ring", ...given };
}

function opening(...weeks: readonly Partial<SeasonWeek>[]) {
  const [season, list] = openSeason(
    WINTER,
    weeks.map((given, index) => written(index + 1, given)),
  );
  return { ...season, list };
}

const shown = (...photos: readonly BookPhoto[]) => opening(...photos.map((one) => ({ photos: [one] }))).photo;

describe("the photo that opens a season", () => {
  it("is a whole page where one is upright and has the pixels of a page", () => {
    const found = shown(photo("wide"), { ...photo("upright"), width: 2551, height: 3402 });
    expect(found).toMatchObject({
      place: "page",
      frame: { photoId: "upright", x: -3, y: -3, width: 216, height: 286 },
    });
  });

  it("is a wide or square one off the head of its page, whole, where none is upright", () => {
    const wide = shown({ ...photo("wide"), width: 3402, height: 2551 });
    expect(wide).toMatchObject({ place: "head", frame: { photoId: "wide", x: -3, y: -3, width: 216 } });
    expect(wide?.frame.picture.height).toBeCloseTo(wide?.frame.height ?? 0, 2);
    expect(shown(photo("square", "square"))).toMatchObject({ place: "head", frame: { height: 216 } });
  });

  it("is a panorama only where there is nothing larger, and then the whole of it", () => {
    expect(shown(photo("panorama", "panorama"), photo("square", "square"))?.frame.photoId).toBe("square");
    const { frame } = shown(photo("panorama", "panorama")) ?? {};
    expect(frame?.picture).toMatchObject({ width: frame?.width, height: frame?.height });
  });

  it.each([
    ["a messenger’s", 1280, 960, 108.4],
    ["a small one", 900, 675, 104],
    ["one soft at 104 mm", 640, 480, 81.3],
  ])("is a plate inside the margins where it has too few pixels for more: %s", (_, width, height, wide) => {
    const found = shown({ ...photo("few"), width, height });
    expect(found?.place).toBe("plate");
    expect(found?.frame.width).toBeCloseTo(wide, 1);
    expect(found?.frame.pixelsPerInch).toBeGreaterThanOrEqual(BOOK_FORMAT.softBelowPixelsPerInch);
    expect(found?.frame.x).toBeCloseTo((BOOK_FORMAT.trimWidth - wide) / 2, 1);
  });

  it.each([
    ["an eighth of it is hidden", 4320, 6500, "page"],
    ["more of it is hidden", 4310, 6500, "plate"],
    ["it has 300 pixels to the inch", 2551, 3378, "page"],
    ["it has fewer", 2540, 3365, "plate"],
  ])("is a whole page or not, where %s", (_, width, height, place) => {
    expect(shown({ ...photo("a"), width, height, point: { x: 0.5, y: 0.5 } })?.place).toBe(place);
  });

  it("is not one where all of them would be soft, and where there are none", () => {
    expect(shown({ ...photo("stamp"), width: 400, height: 300 })).toBeNull();
    expect(opening({}, {}).photo).toBeNull();
  });

  it("is cut only where it is known what must be seen of it, and never near that", () => {
    const narrow = { ...photo("narrow"), width: 2551, height: 3827 };
    expect(shown(narrow)?.place).toBe("plate");
    for (const y of [0.02, 0.98]) expect(shown({ ...narrow, point: { x: 0.5, y } })?.place).toBe("plate");
    for (const y of [0.16, 0.5, 0.84]) {
      const found = shown({ ...narrow, point: { x: 0.5, y } });
      expect(found?.place).toBe("page");
      const { picture, height } = found?.frame ?? { picture: { y: 0, height: 0 }, height: 0 };
      const at = picture.y + y * picture.height;
      const [above, below] = [at, height - at];
      if (picture.y < -8) expect(above).toBeGreaterThan(100);
      if (picture.y + picture.height > height + 8) expect(below).toBeGreaterThan(100);
    }
  });

  it("is, of equals, one that its own week shows smaller and that the next spread does not show", () => {
    const upright = (id: string) => ({ ...photo(id), width: 2551, height: 3402 });
    const found = opening(
      { photos: [upright("next")], form: "plate-left" },
      { photos: [upright("bleeds")], form: "full-left" },
      { photos: [upright("quiet")], form: "quiet" },
    );
    expect(found.photo?.frame.photoId).toBe("quiet");
  });
});

describe("the list of a season’s weeks", () => {
  it("names each by its title, else by its highlight, else by its days", () => {
    const { list } = opening({ title: "The heron" }, { highlight: "We laughed." }, { highlight: " ", title: "" });
    expect(list.weeks.map(({ week: number, kind, name }) => [number, kind, textOf(name)])).toEqual([
      [1, "title", "The heron"],
      [2, "highlight", "We laughed."],
      [3, "days", "23 to 29 November"],
    ]);
  });

  it("has the months from its first week to its last", () => {
    expect(opening({}, {}, {}, {}, {}, {}, {}, {}, {}).list.months).toBe("November 2024 to January 2025");
    expect(opening({}).list.months).toBe("November 2024");
  });

  it("has the season’s ring where the photo leaves no cloth for it", () => {
    const upright = { ...photo("upright"), width: 2551, height: 3402 };
    expect(opening({ photos: [upright] }).list.hasRing).toBe(true);
    expect(opening({ photos: [photo("wide")] }).list.hasRing).toBe(false);
    expect(opening({}).list.hasRing).toBe(false);
  });

  it("is mirrored where most names are written from right to left", () => {
    const hebrew = { highlight: "אמרנו שנלך לשעה" };
    expect(opening(hebrew, hebrew, {}).list.isRightToLeft).toBe(true);
    expect(opening(hebrew, {}, {}).list.isRightToLeft).toBe(false);
    expect(opening(hebrew, {}).list.isRightToLeft).toBe(false);
  });
});
