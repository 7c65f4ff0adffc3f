/**
 * The size and limits of the book as the printer makes it. The printer's own template decides, so every
 * measure of the material is in this one record. Lengths are millimetres.
 */
export interface BookFormat {
  readonly trimWidth: number;
  readonly trimHeight: number;
  /** Printed beyond the trim on all four sides and cut away. */
  readonly bleed: number;
  /** Nothing that must be read or seen whole comes closer to the trim than this. */
  readonly safeMargin: number;
  /** The name of the paper, as a printer knows it. */
  readonly paper: string;
  /** Thickness of one leaf (two pages). */
  readonly paperCaliper: number;
  /** The sheets between block and boards, as a printer knows them, and the thickness of one of their leaves. */
  readonly endpapers: string;
  readonly endpaperCaliper: number;
  readonly boardThickness: number;
  /** How far the boards extend beyond the block at head, foot and fore-edge. */
  readonly boardOverhang: number;
  /** The part of the cover that is folded in behind the boards. */
  readonly turnIn: number;
  /** The flexible strip of a board beside the spine. */
  readonly hinge: number;
  readonly narrowestLetteredSpine: number;
  readonly fewestPages: number;
  readonly mostPages: number;
  /** The page count is a multiple of this. */
  readonly pageMultiple: number;
  /** The resolution at which a photo is stored for print, if it has the pixels. */
  readonly printPixelsPerInch: number;
  /** Below this resolution a photo prints visibly soft. */
  readonly softBelowPixelsPerInch: number;
}

/** The pages of a year with all its weeks written, rounded: one page of photos and one of words for each. */
export const PAGES_OF_A_FULL_YEAR = 120;

export const BOOK_FORMAT: BookFormat = {
  // 210 × 280 mm portrait is a size for which makers of photo books stock boards and boxes.
  trimWidth: 210,
  trimHeight: 280,
  // British and German book printers ask for 3 mm.
  bleed: 3,
  // Guillotines deviate by up to 1 mm, bound blocks by 2 more; 8 mm keeps words clear of both.
  safeMargin: 8,
  // The thinnest paper used for double-sided photo pages; 0.145 mm a leaf.
  paper: "170 g/m² satin photo paper",
  paperCaliper: 0.145,
  // Binders use an uncoated sheet, because it is pasted down; 140 g/m² is 0.17 mm a leaf.
  endpapers: "140 g/m² uncoated, white",
  endpaperCaliper: 0.17,
  // Grey board of a case-bound hardback of this size.
  boardThickness: 2.5,
  // Case makers' machines are set to an overhang of 3 mm and a turn-in of 18 mm.
  boardOverhang: 3,
  turnIn: 18,
  hinge: 9,
  // A case may be off centre by 1 mm on either side; 8 mm leaves letters room for that.
  narrowestLetteredSpine: 8,
  // Under 24 pages a hardback spine has nothing to hold; over 300 the block is too thick for its hinge. A year of 52
  // four-page weeks with its chapter openings needs 226.
  fewestPages: 24,
  mostPages: 300,
  // A leaf has two sides.
  pageMultiple: 2,
  // Offset and digital printing takes 300; below 200 the eye sees it at reading distance.
  printPixelsPerInch: 300,
  softBelowPixelsPerInch: 200,
};

const MILLIMETRES_PER_INCH = 25.4;

/** A whole page in pixels, bleed included, at the print resolution: 2,551 by 3,378. */
export function pageInPixels(): { width: number; height: number } {
  const { trimWidth, trimHeight, bleed, printPixelsPerInch } = BOOK_FORMAT;
  const pixels = (trimmed: number) => Math.round(((trimmed + 2 * bleed) / MILLIMETRES_PER_INCH) * printPixelsPerInch);
  return { width: pixels(trimWidth), height: pixels(trimHeight) };
}

/** Whether a block of this many pages can be bound. */
export function canBeBound(
  pageCount: number,
  format: BookFormat = BOOK_FORMAT,
): { ok: true } | { ok: false; reason: "too_few_pages" | "too_many_pages" | "not_a_multiple" } {
  if (pageCount < format.fewestPages) return { ok: false, reason: "too_few_pages" };
  if (pageCount > format.mostPages) return { ok: false, reason: "too_many_pages" };
  if (pageCount % format.pageMultiple !== 0) return { ok: false, reason: "not_a_multiple" };
  return { ok: true };
}
