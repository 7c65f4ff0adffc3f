import { describe, expect, it } from "vitest";
import { layoutBook } from "~/domain/book/layout/layout";
import type { Page } from "~/domain/book/layout/pages";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { loop, photo, week, wholeYear } from "../books/loop-on-paper";

const kinds = (pages: readonly Page[]) => pages.map(({ kind }) => kind);
const photographsIn = (pages: readonly Page[]) =>
  pages.flatMap((page) => (page.kind === "photograph-again" ? page.photos.frames : []));

describe("a book with fewer pages than can be bound", () => {
  const several = [
    week(2, { photos: [photo("a"), photo("b", "portrait"), photo("c")] }),
    week(30, { photos: [photo("d", "square")] }),
  ];

  it("shows its photographs a second time, a page each and in the order of its weeks", () => {
    const { pages, filled } = layoutBook(loop(several));
    expect(photographsIn(pages).map(({ photoId }) => photoId)).toEqual(["a", "b", "c", "d"]);
    expect(photographsIn(pages).map(({ alternative }) => alternative)).toEqual([...Array(3).fill("Week 2"), "Week 30"]);
    expect([filled, pages.length]).toEqual([8, BOOK_FORMAT.fewestPages]);
  });

  it("takes one photograph of every week before a second of any, where there are more than it needs", () => {
    const many = Array.from({ length: 6 }, (_, index) =>
      week(index + 1, { photos: [photo(`first-${index}`), photo(`second-${index}`)] }),
    );
    const { pages, filled } = layoutBook(loop(many));
    expect([filled, photographsIn(pages).length]).toEqual([2, 2]);
    expect(photographsIn(pages).map(({ photoId }) => photoId)).toEqual(["first-0", "first-1"]);
  });

  it("has at most two pages of notes, and blank leaves at the end for the rest", () => {
    for (const [entries, filling, notes, blanks] of [
      [[week(1, { photos: [photo("a")] })], "photographs", 1, 12],
      [[week(1, { photos: [] })], "photographs", 2, 12],
      [several, "notes", 2, 8],
    ] as const) {
      const { pages } = layoutBook(loop(entries, { dedication: "" }, { filling }));
      expect(kinds(pages).filter((kind) => kind === "notes")).toHaveLength(notes);
      expect(kinds(pages).slice(-blanks - 1)).toEqual(["colophon", ...Array(blanks).fill("blank")]);
      expect(pages.length).toBe(BOOK_FORMAT.fewestPages);
      expect(pages.find(({ kind }) => kind === "finished-picture")?.side).toBe("verso");
    }
  });

  it("is no year in which enough was written", () => {
    const { pages, filled } = layoutBook(loop(wholeYear));
    expect(filled).toBe(0);
    expect(kinds(pages)).not.toContain("photograph-again");
  });
});
