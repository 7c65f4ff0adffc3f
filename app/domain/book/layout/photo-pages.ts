import type { Point } from "~/domain/diary/photos/point-of-interest";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import type { TypeSizes } from "./book-theme";
import { captionsOfBlock, withFullStop } from "./captions";
import { type ComposeOptions, compose, type FramedPhoto, fill, ratioOf, widestSharp } from "./frames";
import type { Box, Caption, Corner, PhotoArrangement } from "./pages";
import { plainLine, prepareLine } from "./prepared-text";

/**
 * The pages of photos. A single photo bleeds off the page; several form a block inside the margins, with their captions
 * joined under it in reading order. A photo with too few pixels for a bleed is set smaller instead.
 */

export interface BookPhoto {
  readonly id: string;
  /** Pixels of the print file, upright. */
  readonly width: number;
  readonly height: number;
  readonly caption: string;
  /** What must be seen of it; missing where nobody has looked. */
  readonly point?: Point;
  /** Missing where it cannot be over two pages. */
  readonly look?: PhotoLook;
}

/** What a photo over two pages shows, measured from its pixels. */
export interface PhotoLook {
  /** The corner with least to see, for the label. */
  readonly corner: Corner;
  /** From cold to warm, -1 to 1. */
  readonly warmth: number;
}

const { trimWidth, trimHeight, bleed } = BOOK_FORMAT;
/** The area of photos that do not bleed: margins of 7.2 % at the sides, 6.2 % at the head, 5.4 % at the foot. */
export const PHOTO_AREA: Box = { x: 15, y: 17, width: 180, height: 248 };
const BLEED_PAGE: Box = {
  x: -bleed,
  y: -bleed,
  width: trimWidth + 2 * bleed,
  height: trimHeight + 2 * bleed,
};
const CAPTION_GAP = 4.5;
/** "Below middle: " */
const LONGEST_PLACE = 14;
const POINT = 25.4 / 72;
/** A photo wider than this ratio is a panorama and is placed in the upper third rather than at the head. */
const PANORAMA = 2;
/** A soft photo is never set narrower than this, however few its pixels. */
const NARROWEST = 90;
/** The lowest edge of photos that share their page with date, highlight and gratitude. */
const LOWEST_ABOVE_WORDS = 162;
const LOWEST_SEVERAL_ABOVE_WORDS = 148;
const WORDS_GAP = 12;

export function framed(photo: BookPhoto, week: number): FramedPhoto {
  const caption = plainLine(photo.caption);
  return {
    id: photo.id,
    width: photo.width,
    height: photo.height,
    alternative: caption === "" ? `Photograph of week ${week}` : caption,
    ...(photo.point && { point: photo.point }),
  };
}

/** The page of a week's photos, one to three of any shape; without photos the arrangement is empty. */
export function arrangePhotos(photos: readonly BookPhoto[], week: number, sizes: TypeSizes): PhotoArrangement {
  const [only, ...others] = photos;
  if (only === undefined) return { frames: [], captions: [] };
  if (others.length === 0) return arrangeOne(only, week, sizes);
  return inset(photos, week, sizes, PHOTO_AREA);
}

function arrangeOne(photo: BookPhoto, week: number, sizes: TypeSizes): PhotoArrangement {
  const leaf = framed(photo, week);
  const ratio = ratioOf(photo);
  const pageRatio = BLEED_PAGE.width / BLEED_PAGE.height;
  const widest = widestSharp(leaf);
  if (widest < Math.min(BLEED_PAGE.width, BLEED_PAGE.height * ratio)) {
    const width = Math.min(PHOTO_AREA.width, Math.max(NARROWEST, widest));
    return inset([photo], week, sizes, { ...PHOTO_AREA, x: (trimWidth - width) / 2, width });
  }
  if (ratio > pageRatio / 0.88) {
    const height = BLEED_PAGE.width / ratio;
    const y = ratio > PANORAMA ? trimHeight / 3 - height / 2 : -bleed;
    const box = { ...BLEED_PAGE, y, height };
    return { frames: [fill(leaf, box)], captions: captionsBelow([photo], [box], y + height, PHOTO_AREA) };
  }
  if (plainLine(photo.caption) !== "") return inset([photo], week, sizes, PHOTO_AREA);
  const width = ratio < pageRatio * 0.88 ? BLEED_PAGE.height * ratio : BLEED_PAGE.width;
  return { frames: [fill(leaf, { ...BLEED_PAGE, width })], captions: [] };
}

export function inset(
  photos: readonly BookPhoto[],
  week: number,
  sizes: TypeSizes,
  area: Box,
  options: ComposeOptions = {},
): PhotoArrangement {
  const room = { ...area, height: area.height - captionHeight(photos, area.width, sizes) };
  const block = compose(
    photos.map((photo) => framed(photo, week)),
    room,
    options,
  );
  const left = Math.min(...block.frames.map((frame) => frame.x));
  const right = Math.max(...block.frames.map((frame) => frame.x + frame.width));
  const under = { x: left, width: Math.max(right - left, NARROWEST) };
  return {
    frames: block.frames,
    captions: captionsBelow(photos, block.frames, block.bottom, under),
  };
}

/** The photos in the upper part of a page, with room for date, highlight and gratitude under them. */
export function arrangeAboveWords(
  photos: readonly BookPhoto[],
  week: number,
  sizes: TypeSizes,
  column: Box,
): { photos: PhotoArrangement; wordsFrom: number } | null {
  const [only, ...others] = photos;
  if (only === undefined) return null;
  const leaf = framed(only, week);
  const captionsTake = captionHeight(photos, column.width, sizes);
  const bleedBottom = BLEED_PAGE.width / ratioOf(only) - bleed;
  const isSharp = widestSharp(leaf) >= BLEED_PAGE.width;
  if (others.length === 0 && isSharp && bleedBottom + captionsTake <= LOWEST_ABOVE_WORDS) {
    const box = { ...BLEED_PAGE, height: BLEED_PAGE.width / ratioOf(only) };
    return {
      photos: { frames: [fill(leaf, box)], captions: captionsBelow(photos, [box], bleedBottom, column) },
      wordsFrom: bleedBottom + captionsTake + WORDS_GAP,
    };
  }
  const lowest = others.length === 0 ? LOWEST_ABOVE_WORDS : LOWEST_SEVERAL_ABOVE_WORDS;
  const width = others.length === 0 ? Math.max(NARROWEST, widestSharp(leaf)) : column.width;
  const block = compose(
    photos.map((photo) => framed(photo, week)),
    {
      ...column,
      y: PHOTO_AREA.y,
      width: Math.min(column.width, width),
      height: lowest - PHOTO_AREA.y - captionsTake,
    },
  );
  // The block aligns with the left edge of the words instead of their middle.
  const left = Math.min(...block.frames.map((frame) => frame.x));
  const frames = block.frames.map((frame) => ({ ...frame, x: frame.x - left + column.x }));
  return {
    photos: { frames, captions: captionsBelow(photos, frames, block.bottom, column) },
    wordsFrom: block.bottom + captionsTake + WORDS_GAP,
  };
}

/** The captions of photos in these frames, in the order of the frames, so that they follow the eye. */
function captionsBelow(
  photos: readonly BookPhoto[],
  frames: readonly (Box & { readonly photoId?: string })[],
  bottom: number,
  under: { x: number; width: number },
): Caption[] {
  const captioned = frames.map((frame, index) => {
    const photo = photos.find(({ id }) => id === frame.photoId) ?? photos[index];
    return { ...frame, caption: photo?.caption ?? "" };
  });
  const text = captionsOfBlock(captioned);
  if (text === "") return [];
  return [{ x: under.x, y: bottom + CAPTION_GAP, width: under.width, text: prepareLine(text), align: "left" }];
}

/** The height kept under a block for its captions; a character of Besley italic is about half its size wide. */
function captionHeight(photos: readonly BookPhoto[], width: number, sizes: TypeSizes): number {
  const lengths = photos.map(({ caption }) => withFullStop(caption).length).filter((length) => length > 0);
  if (lengths.length === 0) return 0;
  const perLine = width / (sizes.caption * 0.52 * POINT);
  const places = photos.length > 1 ? lengths.length * LONGEST_PLACE : 0;
  const lines = Math.ceil(lengths.reduce((sum, length) => sum + length, places) / perLine);
  return CAPTION_GAP + lines * sizes.caption * 1.45 * POINT;
}
