import { doublePageSize, type PhotoRefusal, printSize } from "../rules/photo-rules";
import type { ImageKind } from "./image-kinds";
import type { Point } from "./point-of-interest";

/** What a photo process is asked, one order at a time, and what it replies. Files are named by their paths. */

/** The sizes a print file can have, each from the whole photo's. */
export const PRINT_SIZES = { page: printSize, double_page: doublePageSize } as const;
export type PrintSize = keyof typeof PRINT_SIZES;

export type PhotoOrder =
  /** Writes the file without its metadata. */
  | { does: "strip"; from: string; to: string }
  /** Writes the print file and, unless only that is wanted, the small sizes into `folder`. */
  | {
      does: "render";
      from: string;
      folder: string;
      quarterTurns: number;
      size: PrintSize;
      printOnly: boolean;
    };

export interface RenderedSizes {
  width: number;
  height: number;
  printWidth: number;
  printHeight: number;
  /** The guess of what must be seen; null where only the print file was made. */
  point: Point | null;
}

/** A file without its metadata, and what its beginning says of it; nothing of it was decoded. */
export interface StrippedPhoto {
  kind: ImageKind;
  /** Of the picture as it is seen, upright. */
  width: number;
  height: number;
  sha256: string;
}

export type PhotoReply =
  | { ok: true; stripped: StrippedPhoto }
  | { ok: true; sizes: RenderedSizes }
  | { ok: false; reason: PhotoRefusal }
  /** The operating system refused a file, which says nothing about the photo. */
  | { ok: false; reason: "system"; code: string; message: string };

/** A reply, with the memory of the process after it. */
export type PhotoMessage = PhotoReply & { megabytes: number };

/** The files of the sizes, in the folder of their order. */
export const SIZE_FILES = {
  print: "print.jpg",
  screen: "screen.jpg",
  medium: "medium.jpg",
  thumb: "thumb.jpg",
} as const;

export type PhotoSize = keyof typeof SIZE_FILES;
export const PHOTO_SIZES = Object.keys(SIZE_FILES) as readonly PhotoSize[];

export function isPhotoSize(size: string | undefined): size is PhotoSize {
  return size !== undefined && Object.hasOwn(SIZE_FILES, size);
}
