import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { type FramedPhoto, fill, ratioOf, type Size } from "./frames";
import type { Frame, PhotoArrangement } from "./pages";
import { type BookPhoto, framed } from "./photo-pages";

/** Photos over two pages: the whole of both, or a band over their heads. */

const { trimWidth, trimHeight, bleed } = BOOK_FORMAT;

export const DOUBLE: Size = { width: 2 * trimWidth + 2 * bleed, height: trimHeight + 2 * bleed };
/** A photo so much wider than high is a band over both pages. */
export const PANORAMA = 2;
/** A band leaves the lower part of both pages to the words. */
const TALLEST_BAND = 150;
/** A panorama bleeds off the head and both sides. */
export function bandFrame(photo: Size): Size {
  return { width: DOUBLE.width, height: Math.min(TALLEST_BAND + bleed, DOUBLE.width / ratioOf(photo)) };
}

/** A photo over two pages as one frame; what must be seen is on one of them, not on the fold. */
export function wholeOverTwoPages(photo: FramedPhoto, frame: Size): Frame {
  const aim = { x: (photo.point?.x ?? 0) < 0.5 ? 0.25 : 0.75, y: 0.5 };
  return fill(photo, { x: -bleed, y: -bleed, ...frame }, aim);
}

/** A head is at most so much of a photo's height to either side of the point that must be seen. */
const HALF_A_HEAD = 0.2;

/** Whether what must be seen would lie on the fold, or nobody has looked. */
export function isOnTheFold(photo: BookPhoto, frame: Size): boolean {
  if (!photo.point) return true;
  const { picture } = wholeOverTwoPages(framed(photo, 0), frame);
  const seen = picture.x + photo.point.x * picture.width;
  return Math.abs(seen - frame.width / 2) < HALF_A_HEAD * picture.height;
}

/** The halves of a photo over two pages, each on its own. */
export function overTwoPages(photo: FramedPhoto, frame: Size): { left: PhotoArrangement; right: PhotoArrangement } {
  const whole = wholeOverTwoPages(photo, frame);
  const half = (shift: number): PhotoArrangement => ({
    frames: [
      {
        ...whole,
        width: trimWidth + 2 * bleed,
        picture: { ...whole.picture, x: Math.round((whole.picture.x - shift) * 1000) / 1000 },
      },
    ],
    captions: [],
  });
  return { left: half(0), right: half(trimWidth) };
}
