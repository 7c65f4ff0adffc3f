import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { fill, ratioOf } from "./frames";
import type { ContactSheet } from "./pages";
import { type BookPhoto, framed } from "./photo-pages";
import { plainLine, prepareLine, quoted } from "./prepared-text";

/**
 * The sheet that faces the name of a season: a photo of each week, in rows of one width, and one highlight as a quote.
 * The rows are of whole photos, so that no head is cut off, and those above are the larger ones.
 */

export interface SheetWeek {
  readonly week: number;
  readonly highlight: string;
  readonly photos: readonly BookPhoto[];
}

const SHEET = { y: 24, height: 236 };
/** The measures of two columns and of one, of which the sheet takes the one that its photos fill better. */
const MEASURES = [
  { x: 24, width: 164 },
  { x: 32, width: 140 },
] as const;
type Measure = (typeof MEASURES)[number];
const GAP = 4;
/** Room under a photo for its week number. */
const NUMBER = 11.5;
const QUOTE = 28;
const NARROWEST_QUOTE = 100;
/** A photo wider or taller than these ratios is cropped to them, at what must be seen of it. */
const [TALLEST, WIDEST] = [0.62, 2];
const HIGHEST_ROW = 150;
const LOWEST_ROW = 24;
/** What a sheet costs for each millimetre that rows grow from one to the next. */
const PRICE_OF_GROWING = 2;
const ABOVE_THE_MIDDLE = 0.42;
// A quote under a dozen characters says nothing by itself; one over 120 takes more than its three lines.
const SHORTEST_QUOTE = 12;
const LONGEST_QUOTE = 120;
const LIKED_QUOTE = 52;

interface Shown {
  readonly week: number;
  readonly photo: BookPhoto;
  readonly ratio: number;
}

export function contactSheet(weeks: readonly SheetWeek[]): ContactSheet {
  const shown = weeks.flatMap(({ week, photos: [photo] }) => {
    if (photo === undefined) return [];
    return [{ week, photo, ratio: Math.min(WIDEST, Math.max(TALLEST, ratioOf(photo))) }];
  });
  const quote = pullQuote(weeks);
  const room = SHEET.height - (quote === null ? 0 : QUOTE);
  const { rows, measure } = rowsOf(shown, room);
  const height = rows.reduce((sum, row) => sum + heightOf(row, measure) + NUMBER, 0);
  let y = SHEET.y + (room - height) * ABOVE_THE_MIDDLE;
  let left: number = measure.x;
  const photos = rows.flatMap((row) => {
    const tall = heightOf(row, measure);
    const wide = row.reduce((sum, { ratio }) => sum + ratio * tall, GAP * (row.length - 1));
    let x = measure.x + (measure.width - wide) / 2;
    left = Math.max(left, x);
    const placed = row.map(({ week, photo, ratio }) => {
      const frame = fill(framed(photo, week), { x, y, width: ratio * tall, height: tall });
      x += ratio * tall + GAP;
      return { week, frame };
    });
    y += tall + NUMBER;
    return placed;
  });
  if (quote === null) return { photos, quote: null };
  const width = Math.max(NARROWEST_QUOTE, measure.width - 2 * (left - measure.x));
  const below = { x: left, y: y + 2, width };
  const place = shown.length === 0 ? { x: 40, y: BOOK_FORMAT.trimHeight * 0.375, width: 130 } : below;
  return { photos, quote: { ...place, text: quoted(prepareLine(quote.highlight)), week: quote.week } };
}

/** The height at which the photos of a row are as wide as the sheet. */
function heightOf(row: readonly Shown[], measure: Measure): number {
  const across = measure.width - GAP * (row.length - 1);
  return Math.min(HIGHEST_ROW, across / row.reduce((sum, { ratio }) => sum + ratio, 0));
}

/** The photos in rows that fill the room best, of all ways to divide them. A season has at most fourteen. */
function rowsOf(shown: readonly Shown[], room: number): { rows: Shown[][]; measure: Measure } {
  let best: { cost: number; rows: Shown[][]; measure: Measure } | null = null;
  for (let ways = 0; ways < 2 ** (shown.length - 1); ways += 1) {
    const rows: Shown[][] = [];
    for (const [index, one] of shown.entries()) {
      const startsRow = index === 0 || Math.floor(ways / 2 ** (index - 1)) % 2 === 1;
      if (startsRow) rows.push([one]);
      else rows.at(-1)?.push(one);
    }
    for (const measure of MEASURES) {
      const heights = rows.map((row) => heightOf(row, measure));
      const cost = costOf(heights, room);
      if (best === null || cost < best.cost) best = { cost, rows, measure };
    }
  }
  return best ?? { rows: [], measure: MEASURES[0] };
}

/** The height that is left over, and whatever rows grow by from one to the next; too high or too low is out. */
function costOf(heights: readonly number[], room: number): number {
  const left = room - heights.reduce((sum, height) => sum + height + NUMBER, 0);
  const grown = heights.reduce((sum, height, index) => {
    return sum + Math.max(0, height - (heights[index - 1] ?? height));
  }, 0);
  const lowest = Math.min(...heights);
  const out = Math.max(0, -left) * 1000 + Math.max(0, LOWEST_ROW - lowest) * 100;
  return Math.max(0, left) + PRICE_OF_GROWING * grown + out;
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
