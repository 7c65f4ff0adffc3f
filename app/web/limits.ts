import { LARGEST_PHOTO_BYTES } from "~/domain/diary/rules/photo-rules";

/** How much one form may send. Counted while it streams in, so that a larger body is never held in memory. */
export interface FormLimits {
  /** The whole body, in bytes. Beyond it the response is 413. */
  bodyBytes: number;
  /** One text field, in bytes; a longer one is cut there and reported. */
  fieldBytes: number;
  /** All text fields together, in bytes. */
  textBytes: number;
  /** Fields and files together. */
  parts: number;
  files: number;
  /** One file, in bytes; a longer one is dropped and reported, the text beside it is kept. */
  fileBytes: number;
}

/** The window in which requests of one client are counted. */
export const REQUEST_WINDOW_SECONDS = 60;

const KIB = 1024;
const MIB = 1024 * KIB;

/** Ordinary forms: 100 KiB is far above the longest legitimate one. */
export const FORM_LIMITS: FormLimits = {
  bodyBytes: 100 * KIB,
  fieldBytes: 64 * KIB,
  textBytes: 100 * KIB,
  parts: 200,
  files: 0,
  fileBytes: 0,
};

/** Staff's form with a list of rows, typed or as one file. */
export const SHEET_LIMITS: FormLimits = {
  bodyBytes: MIB,
  fieldBytes: 256 * KIB,
  textBytes: MIB,
  parts: 20,
  files: 1,
  fileBytes: 512 * KIB,
};

/**
 * A week's entry: three photos of 10 MiB and the text. The limits leave room for a text far longer than any week, which
 * returns to its writer, and for three photos of 30 MB or seventeen too many, which are refused on their own while the
 * text is kept.
 */
export const ENTRY_LIMITS: FormLimits = {
  bodyBytes: 90 * MIB,
  fieldBytes: 512 * KIB,
  textBytes: MIB,
  parts: 50,
  files: 20,
  fileBytes: LARGEST_PHOTO_BYTES,
};
