import { fill } from "./frames";
import type { Box, ContactSheet } from "./pages";
import { type BookPhoto, framed, PHOTO_AREA } from "./photo-pages";
import { plainLine, prepareLine, quoted } from "./prepared-text";

/** The contact sheet that faces the name of a season: one small square per week, and one highlight as a quote. */

export interface SheetWeek {
  readonly week: number;
  readonly highlight: string;
  readonly photos: readonly BookPhoto[];
}

const GAP = 4;
/** Room under a square for its week number. */
const NUMBER = 11.5;
/** A season of more than nine weeks is four squares wide, on the measure of two columns. */
const WIDE = { x: 24, y: 44, width: 164 };
// A quote under a dozen characters says nothing by itself; one over 120 does not fit beside a square.
const SHORTEST_QUOTE = 12;
const LONGEST_QUOTE = 120;
const LIKED_QUOTE = 52;

export function contactSheet(weeks: readonly SheetWeek[]): ContactSheet {
  const shown = weeks.flatMap((week) => {
    const first = week.photos[0];
    return first === undefined ? [] : [{ week: week.week, photo: first }];
  });
  const columns = columnsFor(shown.length);
  const isWide = columns === 4;
  const room = isWide ? WIDE : PHOTO_AREA;
  const side = Math.min(118, (room.width - GAP * (columns - 1)) / columns);
  const left = room.x + (room.width - side * columns - GAP * (columns - 1)) / 2;
  const rows = Math.ceil(shown.length / columns);
  const quote = pullQuote(weeks);
  const free = rows * columns - shown.length;
  const standsBeside = quote !== null && (free >= 2 || (free === 1 && columns <= 2));
  const quoteHeight = quote !== null && !standsBeside ? 30 : 0;
  const height = rows * (side + NUMBER) + quoteHeight;
  const top = isWide ? WIDE.y : PHOTO_AREA.y + Math.max(0, (PHOTO_AREA.height - height) * 0.42);
  const at = (index: number): Box => ({
    x: left + (index % columns) * (side + GAP),
    y: top + Math.floor(index / columns) * (side + NUMBER),
    width: side,
    height: side,
  });
  const photos = shown.map(({ week, photo }, index) => ({
    week,
    frame: fill(framed(photo, week), at(index)),
  }));
  if (quote === null) return { photos, quote: null };
  const beside = at(shown.length);
  const place = standsBeside
    ? {
        x: beside.x + 4,
        y: beside.y + 1,
        width: left + side * columns + GAP * (columns - 1) - beside.x - 4,
      }
    : { x: left, y: top + rows * (side + NUMBER) + 6, width: side * columns + GAP * (columns - 1) };
  if (shown.length === 0) Object.assign(place, { x: 40, y: 105, width: 130 });
  return { photos, quote: { ...place, text: quoted(prepareLine(quote.highlight)), week: quote.week } };
}

function columnsFor(count: number): number {
  if (count <= 1) return 1;
  if (count <= 4) return 2;
  return count <= 9 ? 3 : 4;
}

function pullQuote(weeks: readonly SheetWeek[]): SheetWeek | null {
  let best: SheetWeek | null = null;
  const distance = (week: SheetWeek) => Math.abs(plainLine(week.highlight).length - LIKED_QUOTE);
  for (const week of weeks) {
    const length = plainLine(week.highlight).length;
    if (length < SHORTEST_QUOTE || length > LONGEST_QUOTE) continue;
    if (best === null || distance(week) < distance(best)) best = week;
  }
  return best;
}
