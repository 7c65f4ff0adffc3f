import type { PDFDocument } from "@cantoo/pdf-lib";
import type { CoverSheet } from "../layout/cover";
import { FILE_RULES } from "./file-rules.server";
import { PAGE_RULES } from "./page-rules.server";
import { type OpenedPdf, openWithoutPhotos } from "./pdf-file.server";
import type { Printer } from "./printer";

/**
 * The last look at a file before it leaves for the printer. It reads the finished file, whatever made it, so that a
 * mistake of ours is found here and not on paper. A file that breaks a rule does not leave.
 */

export interface PreflightFinding {
  /** The name of the rule, as in `FILE_RULES` and `PAGE_RULES`. */
  rule: string;
  /** From 1; null for the whole file. */
  page: number | null;
  /** A sentence for the person at the print desk. */
  detail: string;
}

export interface PreflightReport {
  printer: string;
  condition: string;
  pages: number;
  rules: number;
  /** What stops the file. */
  faults: PreflightFinding[];
  /** What the printer may print, and a person should know. */
  notes: PreflightFinding[];
}

/** What the file should be: the pages of a book, or a cover of these measures. */
export type FileKind =
  | { kind: "interior" }
  | { kind: "cover"; sheet: Pick<CoverSheet, "width" | "height" | "turnIn">; isStamped: boolean };

/** What a rule judges by. */
export interface Inspected extends OpenedPdf {
  document: PDFDocument;
  printer: Printer;
  file: FileKind;
}

/** What a rule says: the fault, or a note that stops nothing. */
export type Said = { detail: string; isNote?: boolean };

/** A sixth of a millimetre, in points, is nothing that a guillotine can cut. */
export const TOLERANCE = 0.5;

/** Checks a finished file by every rule. A file that cannot be read has one fault, "file". */
export async function preflightFile(
  path: string,
  printer: Printer,
  file: FileKind,
): Promise<PreflightReport> {
  const report: PreflightReport = {
    printer: printer.name,
    condition: printer.condition.identifier,
    pages: 0,
    rules: FILE_RULES.length + PAGE_RULES.length,
    faults: [],
    notes: [],
  };
  const note = (rule: string, page: number | null, { detail, isNote }: Said) =>
    (isNote ? report.notes : report.faults).push({ rule, page, detail });
  let inspected: Inspected;
  try {
    inspected = { ...(await openWithoutPhotos(path)), printer, file };
    const pages = inspected.document.getPages();
    report.pages = pages.length;
    for (const { name, judge } of FILE_RULES) for (const said of judge(inspected)) note(name, null, said);
    for (const [index, page] of pages.entries()) {
      for (const { name, judge } of PAGE_RULES) {
        for (const said of judge(page, inspected)) note(name, index + 1, said);
      }
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    note("file", null, { detail: `The file can’t be read: ${why}` });
  }
  return report;
}

/** The faults in one sentence each, for the print desk: "Page 12: a photo has 140 pixels an inch." */
export function describeFaults({ faults }: PreflightReport): string {
  const most = 5;
  const lines = faults
    .slice(0, most)
    .map(({ page, detail }) => (page === null ? detail : `Page ${page}: ${detail}`));
  const more = faults.length - lines.length;
  return [...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
}
