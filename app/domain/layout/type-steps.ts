/**
 * The type of a week's spread. A short answer is set large and a long one smaller, so that the words of every spread
 * end in the same band of the page. The step is where a week begins; the typesetter measures and only goes down from
 * there, then chooses the line that the words hang from. Sizes are points, leading is from baseline to baseline.
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
  /** From the largest. */
  readonly steps: readonly TypeStep[];
  /** The most words of an answer that begins on each step; more begin on the step after the last of these. */
  readonly beginsBelow: readonly number[];
  /** Sizes of the headline of a quiet spread, the largest that fits. */
  readonly quietHeads: readonly number[];
  /** Two columns of a long answer, from the largest; none where the measure would be too narrow for the type. */
  readonly columns: readonly TypeStep[];
  /** The label on a photo over two pages; null where it would cover too much of the photo. */
  readonly label: TypeStep | null;
  /** A headline on a page of its own. */
  readonly alone: TypeStep;
}

const step = (body: number, leading: number, head: number, headLeading: number, small: number): TypeStep => ({
  body,
  leading,
  head,
  headLeading,
  small,
});

const REGULAR: TypeTable = {
  steps: [
    step(15, 23.5, 33, 38, 11.5),
    step(14, 22, 30, 34.5, 11.25),
    step(13.25, 20.75, 28, 32.5, 11),
    step(12.5, 19.25, 26, 30.5, 10.75),
    step(11.75, 18, 24, 28.5, 10.5),
    step(11, 16.5, 22, 26.5, 10.5),
  ],
  beginsBelow: [50, 90, 140, 220],
  quietHeads: [46, 42, 38, 34, 30],
  columns: [step(11, 16.25, 27, 32, 10.5), step(10.5, 15.25, 27, 32, 10.5)],
  label: step(12.25, 18.5, 23, 27.5, 10.5),
  alone: step(16, 24, 42, 47.5, 12),
};

// The RNIB defines large print as 16 pt, and nothing in this edition is smaller than 14. On 140 mm that is 47 letters
// a line, so two columns and the label of a photo over two pages are not used.
const LARGE: TypeTable = {
  steps: [
    step(20, 29, 36, 42, 15),
    step(18, 26, 32, 37.5, 14.5),
    step(17, 24.5, 29, 34, 14),
    step(16, 22.5, 26, 31, 14),
  ],
  beginsBelow: [30, 60, 90],
  quietHeads: [46, 42, 38, 34, 30],
  columns: [],
  label: null,
  alone: step(20, 29, 42, 47.5, 15),
};

export function typeTable(largePrint: boolean): TypeTable {
  return largePrint ? LARGE : REGULAR;
}

/** The place in the table's steps where an answer of this many words begins. */
export function firstStep(table: TypeTable, words: number): number {
  const place = table.beginsBelow.findIndex((most) => words <= most);
  return place === -1 ? table.beginsBelow.length : place;
}

/** A long headline is set smaller, so that it stays a headline. */
export function headShare(letters: number): number {
  if (letters > 160) return 0.68;
  if (letters > 95) return 0.82;
  return letters > 58 ? 0.92 : 1;
}

/** The lines that words hang from, in millimetres from the head of the page, and the band where they end. */
export const HANGS = {
  /** The first is under the running head. */
  lines: [48, 64, 80, 96, 112],
  /** Beside an upright photo, words sink until they end level with its foot, at most to here. */
  lowest: 150,
  quiet: 84,
  /** The words of a row hang this far under their photos, and this much further under captions. */
  underRow: 16,
  underCaptions: 8,
  columns: 45,
  columnsAlone: 36,
  /** The last line ends as near to `liked` as a hang brings it, and above `to`. */
  liked: 200,
  to: 238,
  /** Above this the largest step that fits is taken; the smallest may go on to `last`. */
  lowestEnd: 232,
  last: 246,
} as const;
