import { SAMPLE_TITLE, sampleEntry } from "./sample-entries";
import { type SampleSpread, samplePhotoPath, sampleSpreads, typePagePath } from "./type-pages";

/** The pages of the sample book that the home page opens, one spread at a time. */

export type InsideSpread =
  | { readonly kind: "opening" }
  | { readonly kind: "season"; readonly photos: readonly ContactPhoto[]; readonly quote: string }
  | { readonly kind: "week"; readonly week: SampleSpread };

export interface ContactPhoto {
  readonly week: number;
  readonly src: string;
}

export const INSIDE_BOOK = {
  title: SAMPLE_TITLE,
  years: "2026–27",
  theme: "family",
  type: "babys-first-year",
  pagePath: typePagePath("babys-first-year"),
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

const CONTACT_SHEET: readonly (readonly [week: number, picture: string])[] = [
  [1, "week-1"],
  [3, "lake-1-landscape"],
  [5, "table-5-square"],
  [7, "beach-4-landscape"],
  [9, "week-9"],
  [10, "week-10"],
];

export function insideSpread(id: InsideId): InsideSpread {
  if (id === "opening") return { kind: "opening" };
  const week = Number(id.slice("week-".length));
  if (id === "summer") {
    const photos = CONTACT_SHEET.map(([of, picture]) => ({ week: of, src: samplePhotoPath(picture) }));
    return { kind: "season", photos, quote: sampleEntry(10).highlight };
  }
  return { kind: "week", week: weekOfNell(week) };
}

/** A sample week of the type's page, or one of the sample viewer. */
function weekOfNell(week: number): SampleSpread {
  const shown = sampleSpreads(INSIDE_BOOK.theme, INSIDE_BOOK.type).find((spread) => spread.week === week);
  if (shown) return shown;
  const { days, photo, prompt, highlight, gratitude, content } = sampleEntry(week);
  return {
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
