import { describe, expect, it } from "vitest";
import { type BookEntry, layoutBook } from "~/domain/book/layout/layout";
import type { Page } from "~/domain/book/layout/pages";
import { textOf } from "~/domain/book/layout/prepared-text";
import { typeTable } from "~/domain/book/layout/type-steps";
import { BOOK_FORMAT, canBeBound, PAGES_OF_A_FULL_YEAR } from "~/domain/kernel/book-format/format";
import { loop, week, wholeYear } from "../books/loop-on-paper";

const kinds = (pages: readonly Page[]) => pages.map((page) => page.kind);
/** Spaces that do not break are still spaces. */
const plain = (words: string) => words.replaceAll("\u00a0", " ");
const weeksOf = (pages: readonly Page[]) => pages.flatMap((page) => (page.kind === "week" ? [page.week] : []));

describe("the pages of a book", () => {
  it("begin with half-title, pattern, title and dedication, and end with the finished picture and a colophon", () => {
    const { pages } = layoutBook(loop(wholeYear));
    expect(kinds(pages).slice(0, 7)).toEqual([
      "half-title",
      "pattern",
      "title",
      "contents",
      "dedication",
      "season",
      "season-weeks",
    ]);
    expect(kinds(pages).slice(-3)).toEqual(["finished-picture", "closing", "colophon"]);
  });

  it("leave no blank page where there is no dedication", () => {
    expect(kinds(layoutBook(loop(wholeYear.slice(0, 9), { dedication: " \n " })).pages)).not.toContain("blank");
  });

  it("list the seasons and the year in numbers in a book of more than sixty pages, and in no other", () => {
    const linesOf = (weeks: number, dedication: string) => {
      const input = loop(wholeYear.slice(0, weeks), { dedication }, { printsNumbers: true });
      return layoutBook(input).pages.flatMap((page) => (page.kind === "contents" ? page.lines : []));
    };
    for (const dedication of ["", "For Nan"]) {
      expect(linesOf(24, dedication)).toEqual([]);
      expect(linesOf(25, dedication)).toHaveLength(3);
      expect(linesOf(52, dedication).map(({ name }) => name)).toEqual([
        "Winter",
        "Spring",
        "Summer",
        "Autumn",
        "The year in numbers",
      ]);
    }
  });

  it("open a season with a photo of its weeks, and list each by its title", () => {
    const { pages } = layoutBook(loop([week(2, { title: "The heron" }), week(5, { title: "Whitby", photos: [] })]));
    const [opening, list] = pages.slice(pages.findIndex(({ kind }) => kind === "season"));
    expect(opening).toMatchObject({ photo: { frame: { photoId: "photo-2" } } });
    const names = list?.kind === "season-weeks" ? list.weeks.map(({ name }) => textOf(name)) : [];
    expect(names).toEqual(["The heron", "Whitby"]);
  });

  it.each([0, 1, 2, 5, 13, 14, 52])("are even in number with %i weeks, with and without dedication", (count) => {
    for (const dedication of ["", "For Nan"]) {
      const { pages } = layoutBook(loop(wholeYear.slice(0, count), { dedication }));
      expect(pages.length % 2).toBe(0);
      expect(pages.every((page, index) => page.side === (index % 2 === 0 ? "recto" : "verso"))).toBe(true);
      expect(canBeBound(pages.length)).toEqual({ ok: true });
    }
  });

  it("are within the printer's most, even if every week of the year ran on", () => {
    const { pages } = layoutBook(loop(wholeYear));
    expect(pages.length + 2 * 52).toBeLessThanOrEqual(BOOK_FORMAT.mostPages);
  });

  it("are bound up to the printer's most, and not one leaf more", () => {
    expect(BOOK_FORMAT.mostPages).toBe(300);
    expect([24, 300].map((pages) => canBeBound(pages).ok)).toEqual([true, true]);
    expect(canBeBound(302)).toEqual({ ok: false, reason: "too_many_pages" });
  });

  it("come to about as many as the shop says, if every week is written", () => {
    const { pages } = layoutBook(loop(wholeYear));
    expect(Math.round(pages.length / 10) * 10).toBe(PAGES_OF_A_FULL_YEAR);
  });

  it("begin every week on the left, and give it two pages or four", () => {
    const { pages } = layoutBook(loop(wholeYear));
    for (const page of pages) {
      if (page.kind !== "week") continue;
      expect(page.side).toBe("verso");
      const after = pages.filter((one) => one.kind === "week-continued" && one.week === page.week);
      expect(after).toHaveLength(page.spread.form === "double-words" ? 3 : 1);
    }
    expect(weeksOf(pages)).toEqual(Array.from({ length: 52 }, (_, index) => index + 1));
  });

  it("are the same for the same loop, with its weeks in any order", () => {
    expect(layoutBook(loop([...wholeYear].reverse()))).toEqual(layoutBook(loop(wholeYear)));
  });
});

describe("the words of a week", () => {
  const wordsIn = (entry: BookEntry) => {
    const [page] = layoutBook(loop([entry])).pages.filter(({ kind }) => kind === "week");
    if (page?.kind !== "week") throw new Error("The week is not in the book.");
    const { title, highlight, gratitude, prompt, answer, learned } = page.spread.words;
    const said = [title, highlight, ...gratitude, prompt, ...answer, ...learned];
    return said.flatMap((one) => (one ? [one.runs.map(({ text }) => text).join("")] : []));
  };
  const nothing = { title: "", highlight: "", gratitude: "", prompt: "", answer: "", learned: "" };

  it("are those of its writer, slips and all, and what was left empty stays empty", () => {
    const answer = "teh kettle sung , and i aint sorry";
    expect(wordsIn(week(3, { ...nothing, answer })).map(plain)).toEqual([answer]);
    expect(wordsIn(week(3, { ...nothing, title: "no thing" })).map(plain)).toEqual(["no thing"]);
    expect(wordsIn(week(3, nothing))).toEqual([]);
  });
});

describe("weeks that are not there", () => {
  it("are left out without comment, and so is a season without any", () => {
    const { pages } = layoutBook(loop([week(2), week(30)]));
    expect(weeksOf(pages)).toEqual([2, 30]);
    expect(kinds(pages).filter((kind) => kind === "season")).toHaveLength(2);
    expect(kinds(pages).filter((kind) => kind.startsWith("ruled"))).toEqual([]);
  });

  it("an entry with nothing in it is no week", () => {
    const empty = week(4, { photos: [], highlight: " ", gratitude: "", answer: "\n", title: "\u200b" });
    expect(weeksOf(layoutBook(loop([empty])).pages)).toEqual([]);
  });

  it("get a frame and ruled lines where their owner asked for them", () => {
    const { pages } = layoutBook(loop([week(2)], {}, { ruledEmptyWeeks: true }));
    expect(kinds(pages).filter((kind) => kind === "ruled-words")).toHaveLength(51);
    expect(kinds(pages).filter((kind) => kind === "season")).toHaveLength(4);
    const first = pages.find((page) => page.kind === "ruled-words");
    expect(first).toMatchObject({ week: 1, days: "8 to 15 November 2024", side: "recto" });
    expect(canBeBound(pages.length)).toEqual({ ok: true });
  });

  it("52 of them still make a book that can be opened", () => {
    expect(kinds(layoutBook(loop([])).pages).filter((kind) => kind !== "blank")).toEqual([
      "half-title",
      "pattern",
      "title",
      "dedication",
      "notes",
      "notes",
      "finished-picture",
      "closing",
      "colophon",
    ]);
  });
});

describe("the year in numbers", () => {
  it("is on a spread before the closing line if its owner wants it, counted from what prints", () => {
    const told = week(4, { answer: "We met Nell, and then Nell left. On the jetty." });
    const { pages } = layoutBook(loop([week(2), told], {}, { printsNumbers: true }));
    expect(
      kinds(pages)
        .filter((kind) => kind !== "blank")
        .slice(-5),
    ).toEqual(["numbers", "numbers-lists", "finished-picture", "closing", "colophon"]);
    const numbers = pages.find((page) => page.kind === "numbers");
    expect(numbers).toMatchObject({
      side: "verso",
      figures: [
        { count: "2", label: "weeks" },
        { count: expect.any(String), label: "words" },
        { count: "2", label: "photos" },
      ],
    });
    expect(JSON.stringify(pages)).toContain("Nell");
    expect(canBeBound(pages.length)).toEqual({ ok: true });
  });

  it("is left out where nobody asked, and where there is nothing to count", () => {
    expect(kinds(layoutBook(loop(wholeYear)).pages)).not.toContain("numbers");
    expect(kinds(layoutBook(loop([], {}, { printsNumbers: true })).pages)).not.toContain("numbers");
  });

  it("has no line too long for its column, for any name or word", () => {
    const endless = "Xanadu ".repeat(60).trim();
    const answer = `then ${endless}, then ${endless}, ${"harbour".repeat(30)} `.repeat(3);
    const { pages } = layoutBook(loop([week(1, { answer })], {}, { printsNumbers: true }));
    const lists = pages.flatMap((page) => (page.kind === "numbers-lists" ? page.lists : []));
    const words = lists.flatMap(({ lines }) => lines.map((line) => textOf(line.words).length));
    expect(Math.max(0, ...words)).toBeLessThanOrEqual(34);
  });
});

it("large print has 16 points for what is read, and nothing under 14", () => {
  const { sizes } = layoutBook(loop([week(1)], {}, { largePrint: true }));
  expect([sizes.body, sizes.compactBody, Math.min(...Object.values(sizes))]).toEqual([20, 16, 14]);
  const tables = [[10], [200]].map((lengths) => typeTable(true, lengths));
  const bodies = tables.flatMap(({ steps }) => steps.map(({ body }) => body));
  expect([Math.min(...bodies), Math.max(...bodies)]).toEqual([16, 20]);
  const set = tables.flatMap(({ steps, alone }) => [...steps, alone]);
  expect(Math.min(...set.map(({ small }) => small))).toBe(14);
  expect(tables.map(({ columns, label }) => columns ?? label)).toEqual([null, null]);
});

describe("the seasons", () => {
  const seasons = (startDay: string) => {
    const { pages } = layoutBook(loop([], { startDay }, { ruledEmptyWeeks: true }));
    return pages.flatMap((page) => (page.kind === "season" ? [`${page.name}: ${page.span}`] : []));
  };

  it("are named after the calendar of their weeks", () => {
    expect(seasons("2024-11-20")).toEqual([
      "Winter: Weeks one to thirteen",
      "Spring: Weeks fourteen to twenty-six",
      "Summer: Weeks twenty-seven to thirty-nine",
      "Autumn: Weeks forty to fifty-two",
    ]);
    expect(seasons("2025-06-05")[0]).toBe("Summer: Weeks one to thirteen");
    // As many weeks would be in the right season if the year began with spring.
    expect(seasons("2025-01-15")[0]).toBe("Winter: Weeks one to thirteen");
  });

  it("are four different ones, for every first day", () => {
    for (let day = 1; day <= 365; day += 1) {
      const start = new Date(Date.UTC(2025, 0, day)).toISOString().slice(0, 10);
      expect(new Set(seasons(start).map((season) => season.split(":")[0])).size).toBe(4);
    }
  });
});

describe("the end of a year", () => {
  const endOf = (weeks: number) => {
    const { pages } = layoutBook(loop(wholeYear.slice(0, weeks)));
    const [picture, closing] = pages.slice(-3);
    return { picture, closing };
  };

  it("that is finished closes the ring", () => {
    const { picture, closing } = endOf(52);
    expect(picture).toMatchObject({ weeks: Array.from({ length: 52 }, (_, index) => index + 1) });
    expect(closing).toMatchObject({ text: "That’s the loop closed." });
  });

  it("with weeks missing says how many it holds, without an apology, before print as in it", () => {
    const { picture, closing } = endOf(37);
    expect(picture).toMatchObject({
      side: "verso",
      weeks: Array.from({ length: 37 }, (_, index) => index + 1),
    });
    expect(closing).toMatchObject({ side: "recto", text: "Thirty-seven weeks, kept for good." });
    expect(endOf(14).closing).toMatchObject({ text: "Fourteen weeks, kept for good." });
  });
});

describe("the words", () => {
  it("of a long title are set smaller, and so is a title of one long word", () => {
    const size = (title: string) => layoutBook(loop([], { title })).titleSize;
    expect(size("Nell")).toBe(52);
    expect(size("Our Wedding Year, and a half")).toBeLessThan(52);
    expect(size("a year ".repeat(29).trim())).toBe(18);
    const sizesAt = [14, 28, 48, 90, 140].map((most) =>
      size(
        "we "
          .repeat(most)
          .slice(0, most - 1)
          .concat("a"),
      ),
    );
    expect(sizesAt).toEqual([52, 44, 36, 28, 22]);
    // 24 characters is the longest a word goes unbroken; they must fit on 150 mm.
    expect(size("W".repeat(200)) * 24 * 0.62).toBeLessThanOrEqual((150 / 25.4) * 72);
  });

  it("name the document even where a loop has no title", () => {
    expect(layoutBook(loop([], { title: "" })).documentTitle).toBe("Wedding");
  });

  it("date each week in words, across months and years", () => {
    const days = (number: number) => {
      const page = layoutBook(loop(wholeYear)).pages.find((each) => each.kind === "week" && each.week === number);
      return page?.kind === "week" ? page.spread.words.days : "";
    };
    expect(days(2)).toBe("16 to 22 November 2024");
    expect(days(4)).toBe("30 November to 6 December 2024");
    expect(days(8)).toBe("28 December 2024 to 3 January 2025");
  });

  it("grow in the large print edition, and never below its least", () => {
    const { sizes } = layoutBook(loop(wholeYear, {}, { largePrint: true }));
    expect(sizes.compactBody).toBe(16);
    expect(Math.min(...Object.values(sizes))).toBeGreaterThanOrEqual(14);
  });
});
