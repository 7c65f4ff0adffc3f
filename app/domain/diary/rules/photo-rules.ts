import { pageInPixels } from "~/domain/kernel/book-format/format";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { HOUR_SECONDS, MINUTE_SECONDS } from "~/domain/kernel/time/durations";

/**
 * The photos of a week: one to three, JPEG, PNG, WebP or HEIC, up to 10 MB and 50 megapixels each. Each is stripped of
 * its metadata (such as place and camera) and so stored as its original, for its owner to see at once and to download,
 * and for whatever is made again; then decoded, rotated upright, converted to sRGB and stored in four sizes.
 */

export const PHOTOS_A_WEEK = 3;
export const LARGEST_PHOTO_MEGABYTES = 10;
export const LARGEST_PHOTO_BYTES = LARGEST_PHOTO_MEGABYTES * 1024 * 1024;
export const LARGEST_PHOTO_MEGAPIXELS = 50;
export const LARGEST_PHOTO_PIXELS = LARGEST_PHOTO_MEGAPIXELS * 1_000_000;

/** Large enough to fill a whole page of the book with its bleed, in either orientation. */
const { width: PRINT_SHORT_EDGE, height: PRINT_LONG_EDGE } = pageInPixels();
export const SCREEN_LONG_EDGE = 1600;
/** About as wide as a page of the book on a phone, which has three pixels to each of 390. */
export const MEDIUM_LONG_EDGE = 1100;
export const THUMB_EDGE = 320;

/** The kinds of file that are decoded, as browsers name them; a phone asked for HEIC sends the photo as it took it. */
const PHOTO_TYPES = "image/jpeg,image/png,image/webp,image/heic,image/heif";
/** For a file field: most computers know HEIC by its ending alone, as which cameras write .HIF. */
export const PHOTO_FILES = `${PHOTO_TYPES},.heic,.heif,.hif,.heics,.heifs,.jfif`;

export type PhotoRefusal =
  | "too_large"
  | "too_many_pixels"
  | "not_a_photo"
  | "other_kind"
  | "incomplete"
  | "too_many"
  | "too_much_today"
  | "failed"
  | "busy"
  | "at_once"
  | "no_room"
  | "stopped";

export const PHOTO_MESSAGES: Record<PhotoRefusal, string> = {
  too_large: `That photo is larger than ${LARGEST_PHOTO_MEGABYTES} MB. Please choose a smaller one`,
  too_many_pixels: `That photo has more than ${LARGEST_PHOTO_MEGAPIXELS} megapixels. Please choose a smaller one`,
  not_a_photo: "That file isn’t a photo. Please choose a JPG, PNG, WebP or HEIC",
  other_kind: "We can’t print that kind of file. Please save it as a JPG, PNG, WebP or HEIC, and choose that",
  incomplete: "Part of that photo is missing or damaged. Please send it again from the phone or camera that took it",
  too_many: `A week can have up to ${PHOTOS_A_WEEK} photos. Please remove one first`,
  too_much_today: `That’s more than ${LIMITS.photo_megabytes.most} MB of photos in a day. Please add this one tomorrow`,
  failed: "We couldn’t save the photo just now. Please add it again in a few minutes",
  busy: "Many photos are coming in just now. Please add this one again in a minute",
  at_once: "You’re sending many photos at the same time. Please add this one again in a minute",
  no_room: "We have no room for more photos just now. Please add this one again in an hour",
  stopped: "We couldn’t finish reading that photo. Please try it again, or choose another one",
};

export const isPhotoRefusal = (word: string | null): word is PhotoRefusal =>
  word !== null && Object.hasOwn(PHOTO_MESSAGES, word);

/** Refusals that say nothing about the photo: the same file may be taken a little later. */
export function isWorthRetrying(reason: PhotoRefusal): boolean {
  return reason in RETRY_SECONDS;
}

/** After how many seconds such a photo can be sent again. */
export const RETRY_SECONDS: Partial<Record<PhotoRefusal, number>> = {
  failed: 5 * MINUTE_SECONDS,
  busy: MINUTE_SECONDS,
  at_once: MINUTE_SECONDS,
  no_room: HOUR_SECONDS,
};

/** The pixel size a photo is printed at: enough for a whole page, and never larger than the photo. */
export function printSize(width: number, height: number): { width: number; height: number } {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  const scale = Math.min(1, Math.max(PRINT_LONG_EDGE / long, PRINT_SHORT_EDGE / short));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The pixel size of a photo that is printed over two pages: enough for both, and never larger than the photo. */
export function doublePageSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, Math.max((PRINT_SHORT_EDGE * 2) / width, PRINT_LONG_EDGE / height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Whether a print file is smaller than it could be, because it was made for an earlier page size. */
export function isPrintTooSmall(photo: {
  width: number;
  height: number;
  printWidth: number;
  printHeight: number;
}): boolean {
  const { width, height } = printSize(photo.width, photo.height);
  return photo.printWidth < width || photo.printHeight < height;
}

/** The promise about each file that we keep of a photo, the original too (`metadata-removal.server.ts`). */
export const NO_PLACE =
  "When you add a photo, we remove the record of where it was taken, and of the camera that took it.";
