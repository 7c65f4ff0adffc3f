import { WEEKS } from "~/domain/diary/rules/calendar";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { SAMPLE_TITLE, SAMPLE_TYPE, sampleEntry } from "./sample-entries";
import { type DrawnSpread, drawnSpread, type SampleSpread, sampleSpreads, typePagePath } from "./type-pages";

/** The pages of the sample book that the home page opens, one spread at a time. */

export interface InsideSpread {
  readonly pages: DrawnSpread;
  /** What its pages show, and the text of a week. */
  readonly about: string | SampleSpread;
}

export const INSIDE_BOOK = {
  title: SAMPLE_TITLE,
  years: "2026–27",
  ...SAMPLE_TYPE,
  pagePath: typePagePath(SAMPLE_TYPE.type),
} as const;

/** By what `?inside=` says, in the order of the book. */
export const INSIDE = [
  { id: "opening", name: "Opening" },
  { id: "summer", name: "Summer" },
  { id: "week-1", name: "Week 1" },
  { id: "week-9", name: "Week 9" },
  { id: "week-10", name: "Week 10" },
  { id: "week-20", name: "Week 20" },
] as const;

export type InsideId = (typeof INSIDE)[number]["id"];
export type Side = "left" | "right";

/** Where the book falls open. */
const OPEN_AT: InsideId = "week-9";

/** The spread and, on a narrow screen, the page of it that an address asks for; otherwise where the book falls open. */
export function insideOf(query: URLSearchParams): { id: InsideId; side: Side } {
  const asked = INSIDE.find(({ id }) => id === query.get("inside"));
  return { id: asked?.id ?? OPEN_AT, side: asked && query.get("page") === "right" ? "right" : "left" };
}

export function insidePath(id: InsideId, side: Side = "left"): string {
  return `/?inside=${id}${side === "right" ? "&page=right" : ""}`;
}

/** Every address of the home page that opens the book at a page. */
export const INSIDE_ADDRESSES: readonly string[] = INSIDE.flatMap(({ id }) => [
  insidePath(id),
  insidePath(id, "right"),
]);

const FRONT = {
  opening: `The year’s picture in outline, before its first stitch, and the title: ${SAMPLE_TITLE}.`,
  summer: `A photo of the summer over the ring with the stitches of its ${numberInWords(WEEKS / 4)} weeks; facing it, the word Summer and the list of the weeks.`,
} as const;

export function insideSpread(id: InsideId): InsideSpread {
  const pages = drawnSpread(INSIDE_BOOK.type, id);
  if (id === "opening" || id === "summer") return { pages, about: FRONT[id] };
  return { pages, about: weekOfNell(Number(id.slice("week-".length))) };
}

/** All weeks that her sample book is laid out with: those of the type's page, and those of the sample viewer. */
export const INSIDE_WEEKS = [1, 9, 10, 11, 20] as const;

/** A sample week of the type's page, or one of the sample viewer. */
export function weekOfNell(week: number): SampleSpread {
  const shown = sampleSpreads(INSIDE_BOOK.theme, INSIDE_BOOK.type).find((spread) => spread.week === week);
  if (shown) return shown;
  const { days, photo, prompt, highlight, gratitude, content } = sampleEntry(week);
  return {
    pages: drawnSpread(INSIDE_BOOK.type, `week-${week}`),
    week,
    dates: days,
    made: "",
    photos: [photo],
    caption: null,
    highlight,
    gratitude,
    question: prompt,
    answer: content,
  };
}
