import type { BookEntry, BookPhoto } from "~/domain/book/layout/layout";
import { weekDays } from "~/domain/diary/rules/calendar";
import { printSize } from "~/domain/diary/rules/photo-rules";
import { rosieAndTom } from "../../../../scripts/seed/written-years";

/** The wedding year of the demo world as a book, with the photos that a phone takes in those shapes. */

export const WEDDING_DAY = "2025-11-21";
const LANDSCAPE = printSize(4032, 3024);
const PORTRAIT = printSize(3024, 4032);
const SQUARE = printSize(3024, 3024);
const UPRIGHT = /^(?:kite|autumn|bouquet|vows|outdoors)/;

export function photoOf(name: string, id: string, caption = ""): BookPhoto {
  const size = name.startsWith("table") ? SQUARE : UPRIGHT.test(name) ? PORTRAIT : LANDSCAPE;
  const place = [...id].reduce((sum, character) => sum + character.charCodeAt(0), 0);
  const point = { x: place % 3 === 0 ? 0.5 : 0.3, y: 0.4 };
  return { id, ...size, caption, point, look: { corner: "bottom-right", warmth: (place % 5) / 5 } };
}

export const weddingYear: readonly BookEntry[] = rosieAndTom.map((written) => ({
  week: written.week,
  ...weekDays({ startDay: WEDDING_DAY, pauses: [] }, written.week),
  title: written.title ?? "",
  highlight: written.highlight,
  gratitude: written.gratitude,
  prompt: written.prompt,
  answer: written.content,
  learned: written.learned ?? "",
  photos: written.photos.map((name, place) => photoOf(name, `week-${written.week}-${place}`)),
}));
