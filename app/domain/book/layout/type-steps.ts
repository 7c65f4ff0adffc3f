/**
 * The type of a book: one size for its words and a smaller one for its long weeks, chosen once from all of its weeks, so
 * that type is as large on one page as on the next. The typesetter measures and takes the smaller where a week does not
 * fit in the larger. All lines of a spread are on one grid, which begins at the line that titles hang from. Sizes are
 * points, leading is from baseline to baseline.
 */

export interface TypeStep {
  readonly body: number;
  readonly leading: number;
  /** The highlight, as a headline. */
  readonly head: number;
  readonly headLeading: number;
  readonly small: number;
}

export interface TypeTable {
  /** The size of the book, and that of its long weeks. */
  readonly steps: readonly [TypeStep, TypeStep];
  /** Sizes of the headline of a quiet spread, the largest that fits. */
  readonly quietHeads: readonly number[];
  /** Two columns of a long answer; null where the measure would be too narrow for the type. */
  readonly columns: TypeStep | null;
  /** The label on a photo over two pages; null where it would cover too much of the photo. */
  readonly label: TypeStep | null;
  /** A headline on a page of its own. */
  readonly alone: TypeStep;
}

interface Edition {
  /** From the largest, each for books whose usual week has at most so many words. */
  readonly sizes: readonly { readonly most: number; readonly step: TypeStep }[];
  readonly small: TypeStep;
  readonly hasColumns: boolean;
}

const step = (body: number, leading: number, head: number, headLeading: number, small: number): TypeStep => ({
  body,
  leading,
  head,
  headLeading,
  small,
});

const REGULAR: Edition = {
  sizes: [
    { most: 90, step: step(14, 21.5, 32, 37, 10) },
    { most: 180, step: step(13, 20, 30, 34.5, 10) },
    { most: Number.POSITIVE_INFINITY, step: step(12, 18.5, 28, 32.5, 10) },
  ],
  small: step(10.5, 15.25, 24, 28.5, 10),
  hasColumns: true,
};

// The RNIB defines large print as 16 pt, and nothing in this edition is smaller than 14. On 140 mm that is 47 letters
// a line, so two columns and the label of a photo over two pages are not used.
const LARGE: Edition = {
  sizes: [
    { most: 40, step: step(20, 29, 36, 42, 14) },
    { most: Number.POSITIVE_INFINITY, step: step(18, 26, 32, 37.5, 14) },
  ],
  small: step(16, 22.5, 28, 33, 14),
  hasColumns: false,
};

/** A week of more words is a long one, which the book's size is not chosen by. */
const LONG_WEEK = 320;
/** The share of weeks that must not be longer than the book's size is for. */
const USUAL = 0.8;
/** Of a week alone, where nobody knows the book yet. */
const UNKNOWN = 100;

/** The type of an edition for weeks of these lengths in words. */
export function typeTable(largePrint: boolean, lengths: readonly number[] = []): TypeTable {
  const { sizes, small, hasColumns } = largePrint ? LARGE : REGULAR;
  const sorted = lengths.filter((length) => length > 0 && length <= LONG_WEEK).sort((one, other) => one - other);
  const usual = sorted[Math.floor(sorted.length * USUAL)] ?? UNKNOWN;
  const main = sizes.find(({ most }) => usual <= most)?.step ?? small;
  return {
    steps: [main, small],
    quietHeads: [46, 42, 38, 34, 30],
    columns: hasColumns ? { ...small, head: 27, headLeading: 32 } : null,
    label: hasColumns ? { ...main, head: 23, headLeading: 27.5 } : null,
    alone: { ...main, head: 42, headLeading: 47.5 },
  };
}

/** A long headline is set smaller, so that it stays a headline. */
export function headShare(letters: number): number {
  if (letters > 160) return 0.68;
  if (letters > 95) return 0.82;
  return letters > 58 ? 0.92 : 1;
}

/** Where words hang from and end, in millimetres from the head of the page. */
export const HANGS = {
  /** Titles, and questions without a title, hang from here; those of a page that is full, from some lines higher. */
  line: 64,
  highest: 46,
  /** Words and pictures that would end above `high` hang from here, the head of a wide photo that bleeds off the foot. */
  low: 119,
  high: 160,
  quiet: 84,
  /** The words of a row hang this far under their photos, and this much further under captions. */
  underRow: 16,
  underCaptions: 8,
  columns: 45,
  columnsAlone: 36,
  /** Columns that hold all words of a week but its headline, and where they may end. */
  columnsFull: 28,
  lastFull: 252,
  to: 238,
  /** Above this the larger size is taken; the smaller may go on to `last`. */
  lowestEnd: 232,
  last: 246,
} as const;
