import { BOOK_FORMAT, type BookFormat } from "~/domain/kernel/book-format/format";
import type { BarcodeArea } from "../layout/cover";

/**
 * What one printer asks for. The measures of the material are in the book format; here is how its files are made, so
 * that a second printer is a second record.
 */
export interface Printer {
  readonly name: string;
  readonly format: BookFormat;
  /** The printing condition that the colours are meant for. */
  readonly condition: PrintingCondition;
  /** The most ink on one spot, all four plates together, in percent. */
  readonly mostInk: number;
  /**
   * Whether the pages' warm white is printed. Under three percent of three inks, a digital press shows it as a band and
   * charges for it, so it is for printers who say they can hold it.
   */
  readonly printsPageTint: boolean;
  /** The resolution under which a photo stops the file; null where soft photos print, since the proof warned of them. */
  readonly fewestPixelsPerInch: number | null;
  /** Where the printer puts its own barcode on the back cover, or null; it is left empty. */
  readonly barcode: BarcodeArea | null;
}

export interface PrintingCondition {
  /** As listed in the ICC's characterisation data registry. */
  readonly identifier: string;
  readonly description: string;
  /** The name of the ICC output profile in `profiles`. */
  readonly profile: string;
}

/** The printer until one is under contract: offset on coated paper, by the condition most European printers print to. */
export const PRINTER: Printer = {
  name: "Offset, coated paper",
  format: BOOK_FORMAT,
  condition: {
    identifier: "FOGRA39",
    description: "ISO Coated v2 300% (basICColor), offset on coated paper, ISO 12647-2:2004, FOGRA39",
    profile: "iso-coated-v2-300.icc",
  },
  // The profile's own limit, in its name.
  mostInk: 300,
  printsPageTint: false,
  fewestPixelsPerInch: null,
  // Print-on-demand printers glue or print a job's barcode into this corner.
  barcode: { fromForeEdge: 10, fromFoot: 10, width: 50, height: 25 },
};
