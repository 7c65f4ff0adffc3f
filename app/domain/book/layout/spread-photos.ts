import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import type { TypeSizes } from "./book-theme";
import { withFullStop } from "./captions";
import { compose, fill, hiddenShare, isClosed, pixelsPerInch, ratioOf, type Size } from "./frames";
import type { Box, Caption, PhotoArrangement, SpreadForm } from "./pages";
import { type BookPhoto, framed, inset } from "./photo-pages";
import { plainLine, prepareLine } from "./prepared-text";
import { bandFrame, DOUBLE, overTwoPages, PANORAMA } from "./two-page-photos";

/**
 * The photos of each form in their frames. There are two widths: the bleed and the column; within the column its half,
 * or a row of one height. Panoramas alone have the measure of two columns. A photo is never set in a frame for which it
 * has too few pixels while a smaller one is left.
 */

const { trimWidth, trimHeight, bleed } = BOOK_FORMAT;
const MARGINS = { inner: 32, outer: 38 };
const COLUMN = 140;
const HALF = 68;
/** The measure of a long week, and where it begins on a recto. */
const TWO_COLUMNS = 164;
const TWO_COLUMNS_FROM = 24;
const GAP = 4;
const HEAD = 20;
/** The heights of a row, and of several photos that bleed off a foot. */
const LOWEST_ROW = 66;
const HIGHEST_ROW = 124;
const LOWEST_FOOT = 84;
const HIGHEST_FOOT = 172;
const TALLEST_PLATE = 186.7;
/** A mount ends where words do. */
const TALLEST_MOUNT = 190;
const TALLEST_QUIET = 90.7;
const SHALLOWEST_FOOT = 144;
const HIDDEN = 0.12;
const FIRST_HANG = 48;
/** A photo nearly as wide as the column needs no mount. */
const NARROWEST_MARGIN = 1;
const WIDEST_MARGIN = 24;
const WIDEST_MOUNTED = 130;
const BLOCK_MARGIN = 12;
/** A block lower than this is a strip. */
const LOWEST_BLOCK = 80;
/** The width of a mounted block of photos with few pixels. */
const NARROW_BLOCK = 84;
const WIDEST_QUIET = 92;
const TALLEST_QUIET_MOUNTED = 122;
const NARROWEST_MOUNTED = 104;
const CAPTION_GAP = { plate: 4.5, row: 3.5 };
const LINE_OVER_PHOTOS = 88;

export const FULL_PAGE: Box = {
  x: -bleed,
  y: -bleed,
  width: trimWidth + 2 * bleed,
  height: trimHeight + 2 * bleed,
};
/** The widest a quiet picture is. */
export const QUIET: Size = { width: HALF, height: 1 };

type Side = "left" | "right";

/** The left edge of the column on a page. */
export function columnX(side: Side): number {
  return side === "right" ? MARGINS.inner : MARGINS.outer;
}

/** A wide or square photo that bleeds off the foot of its page; one too wide for that height is lower, and whole. */
export function footFrame(photo: Size): Box {
  const whole = FULL_PAGE.width / ratioOf(photo);
  const shallowest = whole < SHALLOWEST_FOOT * (1 - HIDDEN) ? LOWEST_FOOT : SHALLOWEST_FOOT;
  const height = Math.max(shallowest, whole);
  return { x: -bleed, y: trimHeight + bleed - height, width: FULL_PAGE.width, height };
}

/** The largest frame in the column for a photo, whole unless it is hardly cropped; smaller where its pixels are few. */
function plateSize(photo: Size): Size {
  const tallest = Math.min(TALLEST_PLATE, COLUMN / ratioOf(photo));
  const column = { width: COLUMN, height: tallest };
  const frame = hiddenShare(photo, column) <= HIDDEN ? column : { width: tallest * ratioOf(photo), height: tallest };
  const { printPixelsPerInch, softBelowPixelsPerInch } = BOOK_FORMAT;
  const widthAt = (wanted: number) => (frame.width * pixelsPerInch(photo, frame)) / wanted;
  if (widthAt(printPixelsPerInch) >= frame.width) return withinMount(frame);
  // As wide as prints at its best; of few pixels a little more, while nothing of it is soft.
  const width = Math.min(
    ...[frame.width, WIDEST_MOUNTED, widthAt(softBelowPixelsPerInch)],
    Math.max(widthAt(printPixelsPerInch), NARROWEST_MOUNTED),
  );
  return width < small(photo).width
    ? small(photo)
    : withinMount({ width, height: (frame.height * width) / frame.width });
}

/** The same, or smaller where its mount would go on beyond the words. */
function withinMount({ width, height }: Size): Size {
  const margin = (COLUMN - width) / 2;
  if (margin <= NARROWEST_MARGIN || height + 2 * Math.min(margin, WIDEST_MARGIN) <= TALLEST_MOUNT) {
    return { width, height };
  }
  const lower = TALLEST_MOUNT - 2 * WIDEST_MARGIN;
  return { width: (width * lower) / height, height: lower };
}

/** A panorama with pixels enough is as wide as two columns of words. */
function plate(photo: BookPhoto, side: Side, week: number): PhotoArrangement {
  const [width, height] = [TWO_COLUMNS, TWO_COLUMNS / ratioOf(photo)];
  const x = side === "right" ? TWO_COLUMNS_FROM : trimWidth - TWO_COLUMNS_FROM - TWO_COLUMNS;
  const box = { x, y: FIRST_HANG, width, height };
  const isSharp = pixelsPerInch(photo, box) >= BOOK_FORMAT.printPixelsPerInch;
  if (ratioOf(photo) <= PANORAMA || !isSharp) {
    return mounted(photo, plateSize(photo), { side, y: FIRST_HANG, week });
  }
  return { frames: [fill(framed(photo, week), box)], captions: captionUnder(photo, box, CAPTION_GAP.plate) };
}

/** A photo on its page, and, where it is narrower than the column, the mount that fills it, with equal margins. */
function mounted(photo: BookPhoto, shown: Size, at: { side: Side; y: number; week: number }): PhotoArrangement {
  const x = columnX(at.side);
  const margin = (COLUMN - shown.width) / 2;
  const isMounted = margin > NARROWEST_MARGIN;
  const edge = isMounted ? Math.min(margin, WIDEST_MARGIN) : 0;
  const mount = { x, y: at.y, width: COLUMN, height: shown.height + 2 * edge };
  const box = { x: x + margin, y: at.y + edge, ...shown };
  return {
    frames: [fill(framed(photo, at.week), box)],
    captions: captionUnder(photo, mount, CAPTION_GAP.plate),
    ...(isMounted && { mounts: [mount] }),
  };
}

/** A quiet picture is small on a wide mount, and no smaller than its pixels ask for. */
function quietSize(photo: Size): Size {
  const width = Math.min(WIDEST_QUIET, TALLEST_QUIET_MOUNTED * ratioOf(photo));
  const shown = { width, height: width / ratioOf(photo) };
  return pixelsPerInch(photo, shown) < BOOK_FORMAT.softBelowPixelsPerInch ? small(photo) : shown;
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
      return on(side, footBlock(photos, week) ?? bare(footFrame(photo)));
    case "plate-left":
    case "plate-right":
      return on(side, plate(photo, side, week));
    case "quiet":
      return on("left", mounted(photo, quietSize(photo), { side: "left", y: FIRST_HANG, week }));
    case "double-label":
    case "double-words":
      return overTwoPages(framed(photo, week), DOUBLE);
    case "band": {
      const { left, right } = overTwoPages(framed(photo, week), bandFrame(photo));
      const under = { x: columnX("left"), y: 0, width: COLUMN, height: bandFrame(photo).height - bleed };
      return { left: { ...left, captions: captionUnder(photo, under, CAPTION_GAP.row) }, right };
    }
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

/**
 * Several photos as one block, as wide as the column. Where their shapes leave only a low strip of it, or their pixels
 * less than its width, they are mounted.
 */
function block(
  photos: readonly BookPhoto[],
  week: number,
  sizes: TypeSizes,
  side: Side,
  top: number = HEAD + 10,
): PhotoArrangement {
  const set = (width: number): PhotoArrangement => {
    const edge = width < COLUMN ? BLOCK_MARGIN : 0;
    const area = { x: columnX(side), y: top + edge, width, height: 250 - top - 2 * edge };
    const made = inset(photos, week, sizes, area, edge === 0 ? { fillsWidth: true } : { mostHidden: 0 });
    return edge === 0 ? made : mountBlock(made, columnX(side), top);
  };
  const isSharp = ({ frames }: PhotoArrangement) =>
    frames.every((frame) => frame.pixelsPerInch >= BOOK_FORMAT.softBelowPixelsPerInch);
  const [whole, inside, narrow] = [set(COLUMN), set(COLUMN - 2 * BLOCK_MARGIN), set(NARROW_BLOCK)];
  const isStrip = tallOf(whole) < LOWEST_BLOCK && tallOf(inside) > 2 * tallOf(whole);
  const made = [...(isStrip ? [inside, narrow, whole] : [whole, inside]), set(HALF)];
  const closed = made.filter(({ frames }) => isClosed(frames));
  return closed.find(isSharp) ?? made.find(isSharp) ?? made.at(-1) ?? whole;
}

function tallOf({ frames }: PhotoArrangement): number {
  return Math.max(...frames.map(({ y, height }) => y + height)) - Math.min(...frames.map(({ y }) => y));
}

/** A block in the middle of a mount as wide as the column, with its captions under that. */
function mountBlock({ frames, captions }: PhotoArrangement, x: number, y: number): PhotoArrangement {
  const left = Math.min(...frames.map((frame) => frame.x));
  const width = Math.max(...frames.map((frame) => frame.x + frame.width)) - left;
  const shift = x + (COLUMN - width) / 2 - left;
  const mount = { x, y, width: COLUMN, height: tallOf({ frames, captions }) + 2 * BLOCK_MARGIN };
  return {
    frames: frames.map((frame) => ({ ...frame, x: frame.x + shift })),
    captions: captions.map((caption) => ({
      ...{ ...caption, x, width: COLUMN },
      y: y + mount.height + CAPTION_GAP.plate,
    })),
    mounts: [mount],
  };
}

function captionUnder(photo: BookPhoto, box: Box, gap: number): Caption[] {
  if (plainLine(photo.caption) === "") return [];
  const text = prepareLine(withFullStop(photo.caption));
  return [{ x: box.x, y: box.y + box.height + gap, width: box.width, text, align: "left" }];
}

export interface PhotoRow {
  readonly height: number;
  readonly pages: { readonly left: PhotoArrangement; readonly right: PhotoArrangement };
}

/**
 * Two or three photos in a row over both pages, each with its own caption: all of one height, and both columns filled to
 * their edges. Null where their shapes make no such row.
 */
export function rowOf(photos: readonly BookPhoto[], week: number): PhotoRow | null {
  if (photos.length < 2) return null;
  let best: { height: number; at: number } | null = null;
  // The first photos are on the left page, and one page may hold two.
  for (let at = 1; at < photos.length; at += 1) {
    const natural = [photos.slice(0, at), photos.slice(at)].map((part) => heightOver(COLUMN, part));
    const [lowest, highest] = [Math.max(...natural) * (1 - HIDDEN), Math.min(...natural) / (1 - HIDDEN)];
    const even = natural.reduce((product, one) => product * one, 1) ** 0.5;
    const height = Math.max(lowest, Math.min(highest, even, HIGHEST_ROW));
    if (height > highest || height > HIGHEST_ROW || height < LOWEST_ROW) continue;
    if (best === null || height > best.height) best = { height, at };
  }
  if (best === null) return null;
  const { height, at } = best;
  const pages = {
    left: rowOn("left", photos.slice(0, at), week, height),
    right: rowOn("right", photos.slice(at), week, height),
  };
  const frames = [...pages.left.frames, ...pages.right.frames];
  const isSharp = frames.every((frame) => frame.pixelsPerInch >= BOOK_FORMAT.softBelowPixelsPerInch);
  return isSharp ? { height, pages } : null;
}

/** The height at which photos side by side, whole, are as wide as this. */
function heightOver(width: number, photos: readonly BookPhoto[]): number {
  return (width - GAP * (photos.length - 1)) / photos.reduce((sum, photo) => sum + ratioOf(photo), 0);
}

function rowOn(side: Side, photos: readonly BookPhoto[], week: number, height: number): PhotoArrangement {
  const stretch = heightOver(COLUMN, photos);
  let x = columnX(side);
  const placed = photos.map((photo) => {
    const box = { x, y: HEAD, width: ratioOf(photo) * stretch, height };
    x += box.width + GAP;
    return { frame: fill(framed(photo, week), box), captions: captionUnder(photo, box, CAPTION_GAP.row) };
  });
  return { frames: placed.map(({ frame }) => frame), captions: placed.flatMap(({ captions }) => captions) };
}

/** Several photos without captions as one block that bleeds off the foot of its page, as wide as it. */
export function footBlock(photos: readonly BookPhoto[], week: number): PhotoArrangement | null {
  if (photos.length < 2 || photos.some(({ caption }) => plainLine(caption) !== "")) return null;
  const { width } = FULL_PAGE;
  const area = { x: -bleed, y: 0, width, height: HIGHEST_FOOT };
  const { frames, bottom } = compose(
    photos.map((photo) => framed(photo, week)),
    area,
    { fillsWidth: true },
  );
  const isWide = Math.max(...frames.map((frame) => frame.x + frame.width)) >= trimWidth + bleed - 0.01;
  const isSharp = frames.every((frame) => frame.pixelsPerInch >= BOOK_FORMAT.softBelowPixelsPerInch);
  if (!isWide || !isSharp || !isClosed(frames) || bottom < LOWEST_FOOT) return null;
  const down = trimHeight + bleed - bottom;
  return { frames: frames.map((frame) => ({ ...frame, y: frame.y + down })), captions: [] };
}
