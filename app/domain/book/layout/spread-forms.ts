import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import type { TypeSizes } from "./book-theme";
import { hiddenShare, pixelsPerInch, type Size } from "./frames";
import type { SpreadForm, WeekWords } from "./pages";
import type { BookPhoto } from "./photo-pages";
import { plainLine } from "./prepared-text";
import { FULL_PAGE, footBlock, footFrame, QUIET, rowOf } from "./spread-photos";
import {
  answerHeight,
  codaHeight,
  headlineHeight,
  lengthInWords,
  tellingHeight,
  wholeHeight,
} from "./text-measurement";
import { bandFrame, DOUBLE, PANORAMA } from "./two-page-photos";
import { HANGS, type TypeStep, type TypeTable } from "./type-steps";

/**
 * The forms that a week's spread can take, by the length of its words and the number, shapes and pixels of its photos,
 * each with its own cost. Which of them a week gets is decided over the whole year (`rhythm.ts`).
 *
 * - `full`: one upright photo bleeds off its whole page. `foot`: a wide or square photo bleeds off the foot of its page.
 *   `plate`: a photo of any shape inside the margins, as wide as the column, or half of it where its pixels are few.
 * - `double-label`: a photo over both pages, with the words on a label. `double-words`: the photo over both pages, then
 *   the words on the next two. `band`: a panorama over the head of both pages, the words under it.
 * - `quiet`: a small picture near the fold and few, large words.
 * - `row`: two or three photos in a row over both pages. `block`: several photos as one block on a page, for more words
 *   than fit under a row, or shapes that make no row.
 * - `long`: more than 320 words in two columns. `words`: no photo; the highlight alone on its page, or beside the ring.
 * - `flowing`: words that fit no other form take as many pages as they need.
 */
/** A week as the forms see it. */
export interface FormWeek {
  readonly week: number;
  readonly photos: readonly BookPhoto[];
  readonly words: WeekWords;
  readonly length: number;
}

export function asFormWeek(week: number, photos: readonly BookPhoto[], words: WeekWords): FormWeek {
  return { week, photos, words, length: lengthInWords(words.answer) };
}

/** The most words of an answer in each form. */
const MOST_WORDS = { quiet: 45, label: 60, row: 220, doubleWords: 220, square: 190, one: 320, head: 360 };
/** A photo that is sharp enough for its frame has so many pixels to the inch. */
const SHARP = 200;
const SHARP_OVER_TWO_PAGES = 180;
const PRICE_OF_FEW_PIXELS = 0.8;
/** The most of a photo that a frame hides, and a frame over two pages. */
const HIDDEN = 0.12;
const HIDDEN_OVER_TWO_PAGES = 0.16;
const NARROWEST_DOUBLE = 1.25;
/** What must be seen lies so near an edge of the photo, as a share of it, that the trim of a bleed would take some. */
const NEAR_EDGE = 0.1;
const COLUMN = 140;
const LABEL_WIDTH = 94;
const COLUMNS_WIDTH = 164;
const HALF_COLUMN = 78;
/** Words whose estimate is this close to a limit are not trusted to fit. */
const DOUBT = 0.97;

export const COSTS: Readonly<Record<SpreadForm, number>> = {
  /** A panorama is made for it. */
  band: -1.5,
  "full-left": 0,
  "double-label": 0,
  row: 0,
  "long-left": 0,
  "foot-left": 0.1,
  "words-opposite": 0.1,
  "long-right": 0.3,
  "double-words": 0.3,
  "full-right": 0.35,
  "words-ring": 0.35,
  "block-left": 0.35,
  "foot-right": 0.4,
  "plate-left": 0.45,
  quiet: 0.55,
  "block-right": 0.6,
  "plate-right": 0.7,
  flowing: 6,
};

/** The forms that this week can take, each with its cost; never none. */
export function formsFor(week: FormWeek, type: TypeTable): Map<SpreadForm, number> {
  const able: SpreadForm[] = [];
  const { photos, length } = week;
  const [only, ...others] = photos;
  if (only === undefined) able.push(...withoutPhoto(week, type));
  else if (others.length > 0) able.push(...withSeveral(week, type));
  else able.push(...withOne(week, only, type));
  const isLong = length > MOST_WORDS.one || able.length === 0;
  if (isLong && fitsLong(week, type) !== null) able.push("long-left", "long-right");
  if (able.length === 0) able.push("flowing");
  return new Map(able.map((form) => [form, COSTS[form] + (others.length > 0 ? 0 : priceOfPixels(form, only))]));
}

/** A bleed for which a photo has fewer pixels than print shows is dearer than a plate, for which it has them. */
function priceOfPixels(form: SpreadForm, photo: BookPhoto | undefined): number {
  const isBleed = form.startsWith("full") || form.startsWith("foot");
  if (photo === undefined || !isBleed) return 0;
  const frame = form.startsWith("full") ? FULL_PAGE : footFrame(photo);
  return Math.round(pixelsPerInch(photo, frame)) < BOOK_FORMAT.printPixelsPerInch ? PRICE_OF_FEW_PIXELS : 0;
}

/** Whether a long week fits its two columns under its highlight, or has to put that over its photos; or neither. */
export function fitsLong(week: FormWeek, type: TypeTable): "under" | "over-photos" | null {
  const step = type.columns;
  if (step === null) return null;
  const { words, length } = week;
  const question = tellingHeight(words, step, COLUMNS_WIDTH) - answerHeight(words.answer, step, COLUMNS_WIDTH);
  const columns = answerHeight(words.answer, step, HALF_COLUMN) / 2 + 6;
  const under = headlineHeight(words, step, 150) + 13.5 + question + columns;
  if (length <= MOST_WORDS.head && isTrusted(HANGS.columns + under, HANGS.to)) return "under";
  if (HANGS.columnsAlone + question + columns <= HANGS.last) return "over-photos";
  if (longBleed(week, true) !== "foot") return null;
  // Beside a wide photo, what follows the answer ends the second column.
  const asked = question - codaHeight(words, step, COLUMNS_WIDTH);
  const all = (answerHeight(words.answer, step, HALF_COLUMN) + codaHeight(words, step, HALF_COLUMN)) / 2 + 6;
  return HANGS.columnsFull + asked + all <= HANGS.lastFull ? "over-photos" : null;
}

function withoutPhoto(week: FormWeek, type: TypeTable): SpreadForm[] {
  const { words, length } = week;
  const able: SpreadForm[] = [];
  if (isQuiet(week, type)) able.push("quiet");
  if (length > MOST_WORDS.one && type.columns !== null) return able;
  if (words.highlight !== null && words.answer.length > 0 && fitsTelling(words, type, HANGS.highest)) {
    able.push("words-opposite");
  }
  if (fitsWhole(words, type)) able.push("words-ring");
  return able;
}

function withOne(week: FormWeek, photo: BookPhoto, type: TypeTable): SpreadForm[] {
  const { words, length } = week;
  const able: SpreadForm[] = [];
  if (length > MOST_WORDS.one && type.columns !== null) return able;
  const isCaptioned = plainLine(photo.caption) !== "";
  const isWhole = fitsWhole(words, type);
  if (!isCaptioned && isWhole && isFit(photo, FULL_PAGE) && !isNearEdge(photo)) able.push("full-left", "full-right");
  if (!isCaptioned && canBleedOffFoot(photo)) {
    const { y } = footFrame(photo);
    const isSquare = isSquareFoot(photo);
    const isAble = isSquare
      ? length <= MOST_WORDS.square && fitsWhole(words, type, y)
      : fitsTelling(words, type, y) || fitsTelling(words, type, HANGS.highest);
    if (isAble && (isSquare || fitsOverFoot(words, type, y))) able.push("foot-left", "foot-right");
  }
  if (isWhole) able.push("plate-left", "plate-right");
  if (isQuiet(week, type)) able.push("quiet");
  return able;
}

function withSeveral(week: FormWeek, type: TypeTable): SpreadForm[] {
  const { words, photos, length } = week;
  const able: SpreadForm[] = [];
  if (length > MOST_WORDS.one && type.columns !== null) return able;
  const row = rowOf(photos, week.week);
  if (row !== null && length <= MOST_WORDS.row && fitsRow(words, type, row.height, hasCaptions(photos))) {
    able.push("row");
  }
  const [first] = footBlock(photos, week.week)?.frames ?? [];
  if (first && fitsTelling(words, type, HANGS.line) && fitsOverFoot(words, type, first.y)) {
    able.push("foot-left", "foot-right");
  }
  if (fitsWhole(words, type)) able.push("block-left", "block-right");
  return able;
}

/** The forms over two pages that the pixels and the words of this week allow. */
export function doublePagePhotosFor(week: FormWeek, type: TypeTable): SpreadForm[] {
  const { photos, words, length } = week;
  const [photo, ...others] = photos;
  if (photo === undefined || others.length > 0 || !canSpanTwoPages(photo)) return [];
  const able: SpreadForm[] = [];
  const isPlain = words.answer.every(({ passage }) => passage === undefined);
  if (type.label !== null && length <= MOST_WORDS.label && isPlain && words.learned.length === 0) {
    const label =
      headlineHeight(words, type.label, LABEL_WIDTH) + 12 + 18 + tellingHeight(words, type.label, LABEL_WIDTH);
    if (label <= 190) able.push("double-label");
  }
  if (length <= MOST_WORDS.doubleWords && words.answer.length > 0 && words.highlight !== null) {
    if (fitsTelling(words, type, HANGS.line)) able.push("double-words");
  }
  return able;
}

/** Whether a week has a panorama, and words that fit under it. */
export function canBeBand({ photos, words, length }: FormWeek, type: TypeTable): boolean {
  const [photo, ...others] = photos;
  if (photo === undefined || others.length > 0 || photo.width / photo.height < PANORAMA) return false;
  const frame = bandFrame(photo);
  const isShown = hiddenShare(photo, frame) <= HIDDEN_OVER_TWO_PAGES;
  const isSharp = pixelsPerInch(photo, frame) >= SHARP_OVER_TWO_PAGES;
  const caption = plainLine(photo.caption) === "" ? 0 : HANGS.underCaptions;
  return isShown && isSharp && length <= MOST_WORDS.row && fitsRow(words, type, frame.height - 23 + caption);
}

/** Whether a photo has the shape and the pixels to be over two pages; a caption would have no place there. */
export function canSpanTwoPages(photo: BookPhoto): boolean {
  return (
    plainLine(photo.caption) === "" &&
    photo.width / photo.height >= NARROWEST_DOUBLE &&
    hiddenShare(photo, DOUBLE) <= HIDDEN_OVER_TWO_PAGES &&
    pixelsPerInch(photo, DOUBLE) >= SHARP_OVER_TWO_PAGES
  );
}

function isFit(photo: BookPhoto, frame: Size): boolean {
  return hiddenShare(photo, frame) <= HIDDEN && pixelsPerInch(photo, frame) >= SHARP;
}

function canBleedOffFoot(photo: BookPhoto): boolean {
  return photo.width / photo.height >= 0.95 && isFit(photo, footFrame(photo)) && !isNearEdge(photo);
}

/** Whether the trim of a bleed would take some of what must be seen. */
export function isNearEdge({ point }: Pick<BookPhoto, "point">, near = NEAR_EDGE): boolean {
  return point !== undefined && [point.x, point.y].some((share) => Math.min(share, 1 - share) < near);
}

/** Whether a photo that bleeds off the foot leaves no room for the highlight above it. */
export function isSquareFoot(photo: BookPhoto): boolean {
  return footFrame(photo).y < 100;
}

/** Whether the photos of a long week leave a bleed off their page; otherwise they are a block in the column. */
export function longBleed({ photos }: FormWeek, isLineOver: boolean): "full" | "foot" | null {
  const [photo, ...others] = photos;
  if (photo === undefined || others.length > 0 || plainLine(photo.caption) !== "") return null;
  if (!isLineOver && isFit(photo, FULL_PAGE)) return "full";
  return canBleedOffFoot(photo) && (!isLineOver || !isSquareFoot(photo)) ? "foot" : null;
}

function hasCaptions(photos: readonly BookPhoto[]): boolean {
  return photos.some(({ caption }) => plainLine(caption) !== "");
}

function isQuiet({ words, photos, length }: FormWeek, type: TypeTable): boolean {
  const [photo, ...others] = photos;
  if (others.length > 0 || length > MOST_WORDS.quiet) return false;
  if (photo !== undefined && pixelsPerInch(photo, QUIET) < SHARP) return false;
  if (photo !== undefined && photo.width / photo.height >= PANORAMA) return false;
  if (words.answer.some(({ passage }) => passage !== undefined)) return false;
  const [smallest = 0] = type.quietHeads.slice(-1);
  const [step] = type.steps;
  const set = { ...step, head: smallest, headLeading: smallest * 1.12 };
  return isTrusted(HANGS.quiet + headlineHeight(words, set, COLUMN) + 16.5 + tellingHeight(words, set, 122), 226);
}

/** Whether words whose estimated end is there are trusted to end before the limit. */
function isTrusted(end: number, limit: number): boolean {
  return end <= limit * DOUBT;
}

function smallestOf({ steps }: TypeTable): TypeStep {
  return steps[1];
}

function fitsWhole(words: WeekWords, type: TypeTable, from: number = HANGS.highest): boolean {
  return isTrusted(from + wholeHeight(words, smallestOf(type), COLUMN), HANGS.last);
}

function fitsTelling(words: WeekWords, type: TypeTable, from: number): boolean {
  return isTrusted(from + tellingHeight(words, smallestOf(type), COLUMN), HANGS.last);
}

/** Whether the highlight has room between the running head and a photo that bleeds off the foot. */
function fitsOverFoot(words: WeekWords, type: TypeTable, top: number): boolean {
  return headlineHeight(words, smallestOf(type), COLUMN) <= Math.min(top - 13 - 42, 62);
}

/** Whether the words fit under a row of this height, or under a band that ends there. */
function fitsRow(words: WeekWords, type: TypeTable, height: number, isCaptioned = false): boolean {
  const smallest = smallestOf(type);
  const top = 20 + height + HANGS.underRow + (isCaptioned ? HANGS.underCaptions : 0);
  const right = tellingHeight(words, smallest, COLUMN, { withGratitude: false });
  const left = 25.5 + headlineHeight(words, smallest, 128) + codaHeight({ ...words, learned: [] }, smallest, COLUMN);
  return isTrusted(top + Math.max(left, right), HANGS.last);
}

/**
 * The pages that the words of a week would take if it has to flow over more than its spread; null where a form holds
 * them, or its photos leave room for their beginning.
 */
export function runsOver(week: FormWeek, sizes: TypeSizes, type: TypeTable): number | null {
  const forms = formsFor(week, type);
  if (!forms.has("flowing")) return null;
  const { body, leading, highlight } = sizes;
  const step = { body, leading, head: highlight, headLeading: highlight * 1.25, small: sizes.label };
  const telling = tellingHeight(week.words, step, COLUMN, { withGratitude: false });
  if (telling <= PAGE) return null;
  return Math.max(2, Math.ceil((telling + 70) / PAGE));
}

/** The height of the words on a page. */
const PAGE = 236;
