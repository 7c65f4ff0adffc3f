import { BOOK_FORMAT } from "../book-format/format";
import type { TypeSizes } from "./book-theme";
import { withFullStop } from "./captions";
import { type FramedPhoto, fill, hiddenShare, pixelsPerInch, ratioOf, type Size } from "./frames";
import type { Box, Caption, PhotoArrangement, SpreadForm } from "./pages";
import { type BookPhoto, framed, inset } from "./photo-pages";
import { plainLine, prepareLine } from "./prepared-text";

/**
 * The photos of each form in their frames. There are two widths: the bleed and the column; within the column its half,
 * or a row of one height. A photo is never set in a frame for which it has too few pixels while a smaller one is left.
 */

const { trimWidth, trimHeight, bleed } = BOOK_FORMAT;
const MARGINS = { inner: 32, outer: 38 };
const COLUMN = 140;
const HALF = 68;
const GAP = 4;
const HEAD = 20;
const ROW = 98;
/** A row is never set lower than this. */
const LOWEST_ROW = 66;
const TALLEST_PLATE = 186.7;
const TALLEST_QUIET = 90.7;
const SHALLOWEST_FOOT = 144;
const HIDDEN = 0.12;
const FIRST_HANG = 48;
const QUIET_HANG = 86;
const CAPTION_GAP = { plate: 4.5, row: 3.5 };
const LINE_OVER_PHOTOS = 88;

export const FULL_PAGE: Box = {
  x: -bleed,
  y: -bleed,
  width: trimWidth + 2 * bleed,
  height: trimHeight + 2 * bleed,
};
export const DOUBLE: Size = { width: 2 * trimWidth + 2 * bleed, height: FULL_PAGE.height };
/** The widest a quiet picture is. */
export const QUIET: Size = { width: HALF, height: 1 };

type Side = "left" | "right";

/** The left edge of the column on a page. */
export function columnX(side: Side): number {
  return side === "right" ? MARGINS.inner : MARGINS.outer;
}

/** A wide or square photo that bleeds off the foot of its page. */
export function footFrame(photo: Size): Box {
  const height = Math.max(SHALLOWEST_FOOT, FULL_PAGE.width / ratioOf(photo));
  return { x: -bleed, y: trimHeight + bleed - height, width: FULL_PAGE.width, height };
}

/** A photo as wide as the column, whole unless it is hardly cropped; half as wide where its pixels are few. */
export function plateFrame(photo: Size, side: Side): Box {
  const tallest = Math.min(TALLEST_PLATE, COLUMN / ratioOf(photo));
  const column = { width: COLUMN, height: tallest };
  const frame =
    hiddenShare(photo, column) <= HIDDEN ? column : { width: tallest * ratioOf(photo), height: tallest };
  const isSharp = pixelsPerInch(photo, frame) >= BOOK_FORMAT.softBelowPixelsPerInch;
  const shown = isSharp ? frame : small(photo);
  // A narrow plate is by the fold, beside its words.
  const x = side === "left" ? columnX(side) + COLUMN - shown.width : columnX(side);
  return { x, y: FIRST_HANG, ...shown };
}

function small(photo: Size): Size {
  const height = Math.min(TALLEST_QUIET, HALF / ratioOf(photo));
  return hiddenShare(photo, { width: HALF, height }) <= HIDDEN
    ? { width: HALF, height }
    : { width: height * ratioOf(photo), height };
}

/** The resolution of a photo in the smallest frame that any form has for it alone. */
export function smallestFrameResolution(photo: Size): number {
  return pixelsPerInch(photo, small(photo));
}

/** The frames of a form on its left and right page. */
export function arrangeForm(
  form: SpreadForm,
  photos: readonly BookPhoto[],
  week: number,
  sizes: TypeSizes,
  long: { bleed: "full" | "foot" | null; isLineOver: boolean },
): { left: PhotoArrangement; right: PhotoArrangement } {
  const none: PhotoArrangement = { frames: [], captions: [] };
  const [photo] = photos;
  if (photo === undefined) return { left: none, right: none };
  const on = (side: Side, arrangement: PhotoArrangement) => ({
    left: none,
    right: none,
    [side]: arrangement,
  });
  const side: Side = form.endsWith("-right") ? "right" : "left";
  const bare = (box: Box) => ({ frames: [fill(framed(photo, week), box)], captions: [] });
  switch (form) {
    case "full-left":
    case "full-right":
      return on(side, bare(FULL_PAGE));
    case "foot-left":
    case "foot-right":
      return on(side, bare(footFrame(photo)));
    case "plate-left":
    case "plate-right":
      return on(side, captioned(photo, plateFrame(photo, side), week));
    case "quiet": {
      const shown = small(photo);
      const box = { x: columnX("left") + COLUMN - shown.width, y: QUIET_HANG, ...shown };
      return on("left", captioned(photo, box, week));
    }
    case "double-label":
    case "double-words":
      return overTwoPages(framed(photo, week));
    case "row":
      return rowOf(photos, week)?.pages ?? on("left", block(photos, week, sizes, side));
    case "long-left":
    case "long-right":
      if (long.bleed === "full") return on(side, bare(FULL_PAGE));
      if (long.bleed === "foot") return on(side, bare(footFrame(photo)));
      return on(side, block(photos, week, sizes, side, long.isLineOver ? LINE_OVER_PHOTOS : undefined));
    default:
      return on(side, block(photos, week, sizes, side));
  }
}

/** Several photos as one block in the column; narrower where their pixels are few. */
function block(
  photos: readonly BookPhoto[],
  week: number,
  sizes: TypeSizes,
  side: Side,
  top: number = HEAD + 10,
): PhotoArrangement {
  const set = (width: number) => {
    const area = { x: columnX(side), y: top, width, height: 250 - top };
    const made = inset(photos, week, sizes, area);
    const left = Math.min(...made.frames.map(({ x }) => x));
    const shift = area.x - left;
    return {
      frames: made.frames.map((frame) => ({ ...frame, x: frame.x + shift })),
      captions: made.captions.map((caption) => ({ ...caption, x: caption.x + shift })),
    };
  };
  const isSharp = ({ frames }: PhotoArrangement) =>
    frames.every((frame) => frame.pixelsPerInch >= BOOK_FORMAT.softBelowPixelsPerInch);
  const made = [COLUMN, 104, HALF].map(set);
  return made.find(isSharp) ?? made.at(-1) ?? set(HALF);
}

function captioned(photo: BookPhoto, box: Box, week: number): PhotoArrangement {
  return { frames: [fill(framed(photo, week), box)], captions: captionUnder(photo, box, CAPTION_GAP.plate) };
}

function captionUnder(photo: BookPhoto, box: Box, gap: number): Caption[] {
  if (plainLine(photo.caption) === "") return [];
  const text = prepareLine(withFullStop(photo.caption));
  return [{ x: box.x, y: box.y + box.height + gap, width: box.width, text, align: "left" }];
}

function overTwoPages(photo: FramedPhoto): { left: PhotoArrangement; right: PhotoArrangement } {
  const whole = fill(photo, { x: -bleed, y: -bleed, ...DOUBLE });
  const half = (shift: number): PhotoArrangement => ({
    frames: [
      {
        ...whole,
        width: FULL_PAGE.width,
        picture: { ...whole.picture, x: Math.round((whole.picture.x - shift) * 1000) / 1000 },
      },
    ],
    captions: [],
  });
  return { left: half(0), right: half(trimWidth) };
}

export interface PhotoRow {
  readonly height: number;
  readonly pages: { readonly left: PhotoArrangement; readonly right: PhotoArrangement };
}

/** Two or three photos in a row over both pages, each with its own caption; null where their shapes make none. */
export function rowOf(photos: readonly BookPhoto[], week: number): PhotoRow | null {
  if (photos.length < 2) return null;
  let best: { height: number; at: number } | null = null;
  // The first photos are on the left page, and one page may hold two.
  for (let at = 1; at < photos.length; at += 1) {
    const height = Math.min(...[photos.slice(0, at), photos.slice(at)].map(heightInColumn));
    if (best === null || height > best.height) best = { height, at };
  }
  if (best === null || best.height < LOWEST_ROW) return null;
  const { height, at } = best;
  const pages = {
    left: rowOn("left", photos.slice(0, at), week, height),
    right: rowOn("right", photos.slice(at), week, height),
  };
  const frames = [...pages.left.frames, ...pages.right.frames];
  const isSharp = frames.every((frame) => frame.pixelsPerInch >= BOOK_FORMAT.softBelowPixelsPerInch);
  return isSharp ? { height, pages } : null;
}

/** The width of a photo in a row: one of three, or its own where that would hide too much of it. */
function widthInRow(photo: Size, height: number): number {
  const ratio = ratioOf(photo);
  const width = (height / ROW) * (ratio > 1.2 ? COLUMN : ratio > 0.88 ? ROW : HALF);
  return hiddenShare(photo, { width, height }) <= HIDDEN ? width : height * ratio;
}

function heightInColumn(photos: readonly BookPhoto[]): number {
  const gaps = GAP * (photos.length - 1);
  const widths = photos.reduce((sum, photo) => sum + widthInRow(photo, ROW), 0);
  return ROW * Math.min(1, (COLUMN - gaps) / widths);
}

function rowOn(side: Side, photos: readonly BookPhoto[], week: number, height: number): PhotoArrangement {
  let x = columnX(side);
  const placed = photos.map((photo) => {
    const box = { x, y: HEAD, width: widthInRow(photo, height), height };
    x += box.width + GAP;
    return { frame: fill(framed(photo, week), box), captions: captionUnder(photo, box, CAPTION_GAP.row) };
  });
  return { frames: placed.map(({ frame }) => frame), captions: placed.flatMap(({ captions }) => captions) };
}
