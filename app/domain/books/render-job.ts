import type { Binding } from "../layout/cover";
import type { BookLayout, BookWarning } from "../layout/pages";
import type { BookArtwork } from "../typesetting/print-artwork";

/** What passes between whoever wants a book and the press, a process of its own. */

export interface RenderJob {
  kind: "print";
  layout: BookLayout;
  photos: { id: string; printFile: string }[];
  artwork: BookArtwork;
  /** Everything the press reads or writes of this book lies in here. */
  workFolder: string;
  outputFile: string;
  /** Where the pages go as pictures: a gzip of a JSON list of PagePicture. */
  picturesFile: string;
  opensTrimmed: boolean;
  /** The case to make for it, where one is wanted. */
  cover: { binding: Binding; outputFile: string } | null;
}

/** A book to be set and counted, of which nothing is kept. */
export interface CountOrder {
  kind: "count";
  layout: BookLayout;
  artwork: BookArtwork;
  workFolder: string;
}

export type RenderResult =
  | {
      ok: true;
      pageCount: number;
      bytes: number;
      sha256: string;
      cover: { bytes: number; sha256: string; spineWidth: number } | null;
      /** Characters no typeface draws, which were left out, in plain words. */
      warnings: string[];
      /** What its owner should know before it is printed. */
      notes: BookWarning[];
    }
  | { ok: false; reason: "glyph_missing" | "photo_unreadable" | "failed"; detail: string };

export type RenderMessage =
  | { kind: "step"; done: number; total: number }
  | { kind: "finished"; result: RenderResult }
  | { kind: "counted"; pageCount: number };
