import { BOOK_FORMAT } from "../book-format/format";
import type { TypeSizes } from "./book-theme";
import type { Page, WeekWords } from "./pages";
import type { Arrangement } from "./photo-warnings";
import { type Paragraph, textOf } from "./prepared-text";
import { WORDS_COLUMN } from "./weeks";

/**
 * Estimates the printed length of a week's words from the widths of their letters. Only the typesetter knows the line
 * breaks, and it decides what prints; the estimate serves the writer who has just saved a week, without typesetting a
 * book. Measures are points; those of a week's parts match the templates (`weeks.typ`).
 */

const POINTS = 72 / 25.4;
const WIDTH = WORDS_COLUMN.width * POINTS;
const TALL = WORDS_COLUMN.height * POINTS;
/** The height of the stitched rule above an answer, with its space. */
const RULE = 14.5 * POINTS;
/** The average share of a line that stays empty because the next word does not fit. */
const LOST_OF_A_LINE = 0.02;
/** The lines that may stay empty on a page so that no line of a paragraph is left alone. */
const LINES_LOST_TO_A_BREAK = 2;

/** The widths of Besley's letters from the space to the tilde, in hundredths of their size. */
const BESLEY =
  "30 32 38 66 66 100 87 20 45 45 64 53 25 46 23 52 59 53 57 53 54 52 55 52 53 55 23 25 56 56 56 55 106 86 75 81 82 76 72 87 89 41 59 87 73 103 88 83 69 83 77 67 78 84 86 118 87 79 76 33 52 33 55 56 40 56 64 54 64 55 39 60 66 33 29 61 31 92 67 57 64 63 48 50 35 66 58 86 58 62 54 27 30 27 69"
    .split(" ")
    .map((width) => Number(width) / 100);
/** The widths of other characters by kind. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[’‘“”]/u, 0.3],
  [/[\p{M}\p{Cf}]/u, 0],
  [/\p{Extended_Pictographic}/u, 1.15],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u, 1],
  [/\p{Script=Arabic}/u, 0.42],
  [/\p{Lu}|[—…]/u, 0.8],
];
const USUAL_WIDTH = 0.56;

export interface MeasuredWeek {
  readonly setAs: Arrangement;
  /** The pages its words take; null when they fit on the page that faces its photos. */
  readonly runsOver: number | null;
}

type PhotoPage = Omit<Extract<Page, { kind: "week-photos" }>, "side">;

/** How a week is set, and whether its words run over; mirrors `week-spread` and `planned` in weeks.typ. */
export function measureWeek(page: PhotoPage, words: WeekWords, sizes: TypeSizes): MeasuredWeek {
  const frames = page.photos.frames.length;
  const opening = openingHeight(words, sizes, frames > 0);
  const shownOpening = openingHeight(words, sizes, true);
  const [normal, compact] = [
    answerHeight(words, sizes.body, sizes.leading),
    answerHeight(words, sizes.compactBody, sizes.compactLeading),
  ];
  const shortest = Math.min(normal, compact);
  if (opening + shortest <= TALL) return { setAs: "usual", runsOver: null };
  const length = opening + normal;
  const wordsFrom = frames === 0 ? WORDS_COLUMN.y : page.long.besideAnswer?.wordsFrom;
  const isWorthAPage = frames > 1 && length - TALL > TALL / 3;
  let room: number | null = null;
  if (
    wordsFrom !== undefined &&
    !isWorthAPage &&
    shownOpening <= (BOOK_FORMAT.trimHeight - 20 - wordsFrom) * POINTS
  ) {
    room = (WORDS_COLUMN.y - wordsFrom) * POINTS + TALL - LINES_LOST_TO_A_BREAK * sizes.leading;
    const isFacing = frames > 0 && shortest - RULE <= TALL;
    if (isFacing || shownOpening + shortest <= room + TALL) return { setAs: "beside", runsOver: null };
  }
  const others = page.long.after === null ? 1 : 2;
  const plans: Plan[] = [
    planFor("long", length, others, 0),
    planFor("usual", length, 1, 0),
    planFor("usual", normal - RULE, 2, 1),
    ...(room === null ? [] : [planFor("beside", length - room, 1, 1)]),
  ];
  const [best] = plans.sort((one, other) => one.cost - other.cost);
  return best ?? { setAs: "long", runsOver: null };
}

interface Plan extends MeasuredWeek {
  readonly cost: number;
}

function planFor(setAs: Arrangement, words: number, others: number, wordPagesBefore: number): Plan {
  const count = Math.max(1, Math.ceil(words / TALL));
  const pages = count + others;
  const ornaments = pages % 2;
  const isNearlyEmpty = words / TALL - (count - 1) < 1 / 4;
  return {
    setAs,
    runsOver: count + wordPagesBefore,
    cost: 100 * (pages + ornaments) + (isNearlyEmpty ? 10 : 0) + 5 * ornaments,
  };
}

function openingHeight(words: WeekWords, sizes: TypeSizes, showsHighlight: boolean): number {
  const highlight = showsHighlight ? words.highlight : null;
  let height = 16.5 * POINTS;
  if (words.title) {
    const size = highlight === null ? headlineSize(words.title, sizes) : sizes.entryTitle;
    height += 10 * POINTS + heightOf([words.title], size, size * 1.28);
  }
  if (highlight) {
    const size = headlineSize(highlight, sizes);
    height += (words.title ? 3.6 : 11) * POINTS + heightOf([highlight], size, size * 1.25);
  }
  if (words.gratitude.length > 0) {
    height += 8.5 * POINTS + sizes.leading + heightOf(words.gratitude, sizes.body, sizes.leading);
  }
  return height;
}

function headlineSize(paragraph: Paragraph, sizes: TypeSizes): number {
  const { length } = textOf(paragraph);
  if (length > 200) return sizes.highlight * 0.72;
  return length > 110 ? sizes.highlight * 0.84 : sizes.highlight;
}

function answerHeight({ prompt, answer, learned }: WeekWords, size: number, leading: number): number {
  if (answer.length + learned.length === 0) return 0;
  let height = RULE + heightOf(answer, size, leading);
  if (prompt && answer.length > 0) height += heightOf([prompt], size, leading) + 3.6 * POINTS;
  if (learned.length > 0) height += 5 * POINTS + leading + heightOf(learned, size, leading);
  return height;
}

/** The height from the top of the first line to the bottom of the last. */
function heightOf(paragraphs: readonly Paragraph[], size: number, leading: number): number {
  return Math.max(0, linesOf(paragraphs, size) * leading - (leading - size));
}

function linesOf(paragraphs: readonly Paragraph[], size: number): number {
  const room = (WIDTH / size) * (1 - LOST_OF_A_LINE);
  return paragraphs
    .flatMap(({ runs }) =>
      runs
        .map((run) => (run.kind === "break" ? "\n" : run.text))
        .join("")
        .split("\n"),
    )
    .reduce((lines, line) => lines + Math.max(1, Math.ceil(widthOf(line) / room)), 0);
}

function widthOf(line: string): number {
  let width = 0;
  for (const letter of line) {
    width +=
      BESLEY[(letter.codePointAt(0) ?? 0) - 0x20] ??
      WIDTHS.find(([letters]) => letters.test(letter))?.[1] ??
      USUAL_WIDTH;
  }
  return width;
}
