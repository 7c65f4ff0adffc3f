import type { TypeSizes } from "./book-theme";
import type { BlankPage, PhotographAgain } from "./pages";
import { type BookPhoto, inset, PHOTO_AREA } from "./photo-pages";

/**
 * The pages that a thin book needs to be bound. Its owner sees them in the proof and chooses what they hold: the year's
 * photographs a second time, or pages for notes. The remaining pages are blank leaves at the end.
 */

export const FILLINGS = ["photographs", "notes"] as const;
export type Filling = (typeof FILLINGS)[number];

/** More than two pages of ruled lines look like a notebook, not like a book. */
const MOST_NOTES = 2;

interface PhotoWeek {
  readonly week: number;
  readonly photos: readonly BookPhoto[];
}

/**
 * Fills an even number of pages. Photographs come in the order of their weeks, one of every week before a second of any.
 * @param missing how many pages the book needs more; 0 gives none.
 */
export function fillingPages(
  weeks: readonly PhotoWeek[],
  missing: number,
  filling: Filling,
  sizes: TypeSizes,
): { before: (PhotographAgain | BlankPage)[]; blanks: number } {
  const shown = filling === "photographs" ? photographsOf(weeks).slice(0, missing) : [];
  const before: (PhotographAgain | BlankPage)[] = shown
    .sort((one, other) => one.week - other.week)
    .map(({ week, photo }) => ({
      kind: "photograph-again",
      photos: inset([{ ...photo, caption: `Week ${week}` }], week, sizes, PHOTO_AREA),
    }));
  // One page of notes beside an odd photograph, so that what follows stays on its side of the leaf.
  const notes = Math.min(missing - before.length, before.length % 2 === 1 ? 1 : MOST_NOTES);
  for (let page = 0; page < notes; page += 1) before.push({ kind: "notes" });
  return { before, blanks: missing - before.length };
}

/** The first photo of every week, then every second one, and so on. */
function photographsOf(weeks: readonly PhotoWeek[]): { week: number; photo: BookPhoto }[] {
  return weeks
    .flatMap(({ week, photos }) => photos.map((photo, place) => ({ week, photo, place })))
    .sort((one, other) => one.place - other.place || one.week - other.week);
}
