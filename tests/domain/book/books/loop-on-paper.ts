import type { BookEntry, BookInput, BookPhoto } from "~/domain/book/layout/layout";
import { weekDays } from "~/domain/diary/rules/calendar";

/** Loops to lay out, as plain data: a wedding year that began on 8 November 2024. */

const START = "2024-11-08";

/** Print-size photos of a 12-megapixel camera, by shape. */
const SHAPES = {
  landscape: [2551, 1913],
  portrait: [1913, 2551],
  square: [2551, 2551],
  panorama: [4000, 1600],
  tall: [1435, 2551],
} as const;

export function photo(id: string, shape: keyof typeof SHAPES = "landscape", caption = ""): BookPhoto {
  const [width, height] = SHAPES[shape];
  return { id, width, height, caption };
}

export function week(number: number, given: Partial<BookEntry> = {}): BookEntry {
  return {
    week: number,
    ...weekDays(START, number),
    title: "",
    highlight: "We said we’d go for an hour and came back on Monday.",
    gratitude: "The woman at the boat hire.",
    prompt: "Where did you lose track of time?",
    answer: "On the jetty, mostly.",
    learned: "",
    photos: [photo(`photo-${number}`)],
    ...given,
  };
}

export function loop(
  entries: readonly BookEntry[],
  given: Partial<BookInput["loop"]> = {},
  options: Partial<BookInput["options"]> = {},
): BookInput {
  return {
    loop: {
      id: "loop",
      title: "Our Wedding Year",
      theme: "celebration",
      typeName: "Wedding",
      dedication: "For everyone who came.",
      startDay: START,
      weeks: 52,
      ...given,
    },
    entries,
    options: { ruledEmptyWeeks: false, ...options },
  };
}

export const wholeYear = Array.from({ length: 52 }, (_, index) => week(index + 1));
