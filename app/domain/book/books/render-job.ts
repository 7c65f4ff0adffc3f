import type { Binding } from "~/domain/kernel/book-format/bindings";
import type { BookFormat } from "~/domain/kernel/book-format/format";
import type { DescribedCover } from "../layout/cover";
import type { BookInput } from "../layout/layout";
import type { BookWarning, DoublePage, FilledPages } from "../layout/pages";
import type { PreflightReport } from "../prepress/preflight-report";
import type { Printer } from "../prepress/printer";
import type { BookArtwork } from "../typesetting/print-artwork";

/** The messages between the book renderer and its render process. */

export interface RenderJob {
  kind: "print";
  input: BookInput;
  photos: { id: string; printFile: string }[];
  artwork: BookArtwork;
  /** The render process reads and writes files of this book only in this folder. */
  workFolder: string;
  outputFile: string;
  /** The path for the pages as pictures; their list goes beside it, see `storePictures`. */
  picturesFile: string;
  opensTrimmed: boolean;
  /** Makes the files for this printer; null for everybody else. */
  printer: Printer | null;
  /** The cover to make, if any. */
  cover: { binding: Binding; outputFile: string } | null;
}

/** A book to typeset only for its page count. */
export interface CountJob {
  kind: "count";
  input: BookInput;
  artwork: BookArtwork;
  workFolder: string;
}

/** A book to lay out only to learn which photos may be over two pages. */
export interface LayoutJob {
  kind: "layout";
  input: BookInput;
  workFolder: string;
}

/** What follows once the pages of a book are made: its cover, and the checks of a printer's files. */
export interface FinishJob {
  kind: "finish";
  workFolder: string;
  printer: Printer | null;
  pagesFile: string;
  cover: { sheet: DescribedCover; outputFile: string; fontFiles: string[]; format: BookFormat } | null;
}

export type RenderProcessJob = RenderJob | CountJob | LayoutJob | FinishJob;

export type RenderedPages =
  | {
      ok: true;
      /** As the book names itself. */
      title: string;
      pageCount: number;
      bytes: number;
      sha256: string;
      /** Of what the pages show, which a proof and a printer's file have in common. */
      pagesSha256: string;
      /** Sentences about characters that no typeface draws, which were left out. */
      warnings: string[];
      /** What the owner should know before it is printed. */
      notes: BookWarning[];
      doublePagePhotos: readonly DoublePage[];
      /** None where the book needs no filling. */
      filled: readonly FilledPages[];
    }
  | Refusal;

export interface Refusal {
  ok: false;
  /** `too_large` says in its detail, for the book's owner, what it needs too much of. */
  reason: "glyph_missing" | "photo_unreadable" | "too_large" | "failed";
  detail: string;
}

export interface Finished {
  ok: true;
  cover: { bytes: number; sha256: string; spineWidth: number; preflight: PreflightReport | null } | null;
  /** Of the pages; made for a printer only. */
  preflight: PreflightReport | null;
}

export type RenderResult = (Extract<RenderedPages, { ok: true }> & Finished) | Refusal;

export type RenderMessage =
  | { kind: "step"; done: number; total: number }
  | { kind: "rendered"; pages: RenderedPages; next: FinishJob | null }
  | { kind: "finished"; made: Finished | Refusal }
  | { kind: "counted"; pageCount: number }
  | { kind: "laid_out"; doublePagePhotos: readonly DoublePage[] };
