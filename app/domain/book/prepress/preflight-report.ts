import type { CoverSheet } from "../layout/cover";

/** What the last look at a printer's file says. */

export interface PreflightFinding {
  /** The name of the rule, as in `FILE_RULES` and `PAGE_RULES`. */
  rule: string;
  /** From 1; null for the whole file. */
  page: number | null;
  /** A sentence for the staff of the print queue. */
  detail: string;
}

export interface PreflightReport {
  printer: string;
  condition: string;
  pages: number;
  rules: number;
  /** Of its photos, the lowest resolution at the size they print; null of a file without any. */
  lowestPixelsPerInch: number | null;
  /** What stops the file. */
  faults: PreflightFinding[];
  /** What the printer may print, and a person should know. */
  notes: PreflightFinding[];
}

/** What the file should be: the pages of a book, or a cover of these measures. */
export type FileKind =
  | { kind: "interior" }
  | { kind: "cover"; sheet: Pick<CoverSheet, "width" | "height" | "turnIn">; isStamped: boolean };

/** The faults in one sentence each, for the print queue: "Page 12: a photo has 140 pixels an inch." */
export function describeFaults({ faults }: PreflightReport): string {
  const most = 5;
  const lines = faults.slice(0, most).map(({ page, detail }) => (page === null ? detail : `Page ${page}: ${detail}`));
  const more = faults.length - lines.length;
  return [...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
}
