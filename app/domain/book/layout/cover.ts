import type { Binding } from "~/domain/kernel/book-format/bindings";
import { BOOK_FORMAT, type BookFormat } from "~/domain/kernel/book-format/format";

/**
 * The cover of the book: one sheet that wraps around back board, spine and front board and is folded in behind them.
 * The spine is as thick as the block, so the sheet is measured from the counted pages.
 */

/** In millimetres, from the corner of the back board at the foot and the fore-edge. */
export interface BarcodeArea {
  readonly fromForeEdge: number;
  readonly fromFoot: number;
  readonly width: number;
  readonly height: number;
}

/** Lengths are millimetres from the left edge of the whole sheet. */
export interface CoverSheet {
  readonly width: number;
  readonly height: number;
  readonly turnIn: number;
  readonly panelWidth: number;
  readonly panelHeight: number;
  readonly spineWidth: number;
  readonly backLeft: number;
  readonly spineLeft: number;
  readonly frontLeft: number;
  /** The strip where a board bends near the spine; it stays empty. */
  readonly hinge: number;
  /** A thin spine carries no words, because they could slip onto a board. */
  readonly hasSpineWords: boolean;
}

/** An endpaper at each end is a folded sheet: one leaf is pasted to the board, the other is free. */
const ENDPAPER_LEAVES = 4;

/** What a spine covers besides the pages. */
function besideBlock({ endpaperCaliper, boardThickness }: BookFormat): number {
  return ENDPAPER_LEAVES * endpaperCaliper + 2 * boardThickness;
}

/** What the typesetter needs to know of a cover. */
export interface DescribedCover extends CoverSheet {
  binding: Binding;
  /** Stamped in ink, where gold would not show on the cloth. */
  isInked: boolean;
  barcode: SheetArea | null;
}

/**
 * Measures the sheet for a block of this many pages.
 * @throws Error for a count under 2 or an odd one, because a leaf has two pages.
 */
export function measureCover(pageCount: number, format: BookFormat = BOOK_FORMAT): CoverSheet {
  if (!Number.isSafeInteger(pageCount) || pageCount < 2 || pageCount % 2 !== 0) {
    throw new Error(`A book of ${pageCount} pages cannot be bound.`);
  }
  const spineWidth = round((pageCount / 2) * format.paperCaliper + besideBlock(format));
  const panelWidth = format.trimWidth + format.boardOverhang;
  const panelHeight = format.trimHeight + 2 * format.boardOverhang;
  const backLeft = format.turnIn;
  const spineLeft = backLeft + panelWidth;
  const frontLeft = round(spineLeft + spineWidth);
  return {
    width: round(frontLeft + panelWidth + format.turnIn),
    height: panelHeight + 2 * format.turnIn,
    turnIn: format.turnIn,
    panelWidth,
    panelHeight,
    spineWidth,
    backLeft,
    spineLeft,
    frontLeft,
    hinge: format.hinge,
    hasSpineWords: spineWidth >= format.narrowestLetteredSpine,
  };
}

/** Pages from which the spine is wide enough for a title. */
export const FEWEST_SPINE_PAGES =
  2 * Math.ceil(round((BOOK_FORMAT.narrowestLetteredSpine - besideBlock(BOOK_FORMAT)) / BOOK_FORMAT.paperCaliper));

/** For pages that sell a book whose pages nobody knows yet. */
export const SPINE_RULE = `Your title is on the front, and on the spine too if the book has ${FEWEST_SPINE_PAGES} pages or more and the title fits.`;

/**
 * Of a book whose spine carries no title; null of others. A proof of fewer pages than can be bound is filled up to
 * print.
 */
export function formatBareSpine(pageCount: number): string | null {
  if (pageCount >= FEWEST_SPINE_PAGES) return null;
  const { spineWidth } = measureCover(Math.max(BOOK_FORMAT.fewestPages, pageCount + (pageCount % 2)));
  return `The spine will be ${formatMillimetres(spineWidth)}, too narrow for your title. It needs ${FEWEST_SPINE_PAGES} pages or more.`;
}

/** "6.7 mm" */
function formatMillimetres(length: number): string {
  return `${Math.floor(length * 10) / 10} mm`;
}

/** A place on the sheet, in millimetres from its upper left corner. */
export interface SheetArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where a printer's barcode lies on the sheet: the fore-edge of the back board is its left. */
export function placeBarcode(sheet: CoverSheet, barcode: BarcodeArea): SheetArea {
  const { width, height, fromForeEdge, fromFoot } = barcode;
  return {
    left: sheet.backLeft + fromForeEdge,
    top: sheet.turnIn + sheet.panelHeight - fromFoot - height,
    width,
    height,
  };
}

/** A hundredth of a millimetre is finer than any board is cut. */
function round(length: number): number {
  return Math.round(length * 100) / 100;
}
