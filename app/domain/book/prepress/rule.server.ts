import type { OpenedPdf } from "./pdf-file.server";
import type { FileKind } from "./preflight-report";
import type { Printer } from "./printer";

/** What a rule checks against. */
export interface Inspected extends OpenedPdf {
  printer: Printer;
  file: FileKind;
}

/** What a rule says: the fault, or a note that stops nothing. */
export type Said = { detail: string; isNote?: boolean };

/** A sixth of a millimetre, in points, is nothing that a guillotine can cut. */
export const TOLERANCE = 0.5;
