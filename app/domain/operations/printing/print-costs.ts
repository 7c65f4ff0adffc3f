import { readPounds } from "~/domain/kernel/money/pounds";

/** What printing costs: of a shipment, of a book, and on a printer's invoice. Sums are whole pence. */

export const REPRINT_CAUSES = ["came_back", "damaged", "printers_mistake", "lost", "our_mistake", "other"] as const;
export type ReprintCause = (typeof REPRINT_CAUSES)[number];

/** Who pays for a book that is printed again. */
export const REPRINT_PAYERS = ["us", "printer", "carrier", "customer"] as const;
export type ReprintPayer = (typeof REPRINT_PAYERS)[number];

/** How often one person may have a book printed again. */
export const REPRINTS_ALONE = 1;

/** How many months are counted back. */
export const COUNTED_MONTHS = 12;

interface KnownCosts {
  readonly quotedPence: number | null;
  readonly chargedPence: number | null;
  readonly typedPence: number | null;
}

/** What a shipment cost: as somebody typed it, else as the printer charged it, else as it was quoted; null if unknown. */
export function costOf(known: KnownCosts | null | undefined): number | null {
  return known?.typedPence ?? known?.chargedPence ?? known?.quotedPence ?? null;
}

/** The cost of one book in whole pence, halves up; null without books. */
export function costPerBook(totalPence: number, books: number): number | null {
  return books > 0 ? Math.floor((2 * totalPence + books) / (2 * books)) : null;
}

/**
 * What is wrong with a line of an invoice, or nothing. `unknown`: no shipment of ours has this number. `twice`: another
 * line bills the same shipment. `uncosted`: we do not know what it should cost.
 */
export type LineVerdict = "matched" | "differs" | "uncosted" | "twice" | "unknown";

export function verdictOf(line: {
  readonly amountPence: number;
  readonly shipmentId: string | null;
  readonly costPence: number | null;
  /** Of all invoices together. */
  readonly linesOfShipment: number;
}): LineVerdict {
  if (line.shipmentId === null) return "unknown";
  if (line.linesOfShipment > 1) return "twice";
  if (line.costPence === null) return "uncosted";
  return line.amountPence === line.costPence ? "matched" : "differs";
}

export interface InvoiceLine {
  readonly shipmentNumber: string;
  readonly amountPence: number;
}

/** More than a printer bills at once. */
export const MOST_LINES = 2000;
const LONGEST_NUMBER = 100;
/** Rows with headings and empty ones among them. */
const MOST_ROWS = 5 * MOST_LINES;
/** Of a row, its first two cells are read. */
const READ_OF_A_ROW = 4 * LONGEST_NUMBER;

export type ReadLines =
  | { ok: true; lines: InvoiceLine[] }
  /** `row` counts from 1, as a spreadsheet does. */
  | { ok: false; reason: "empty" | "too_many" }
  | { ok: false; reason: "unreadable"; row: number };

/**
 * The lines of an invoice as typed or as CSV: our number, then the amount in pounds, with a comma, semicolon or tab between
 * them. A first row of headings and empty rows are passed over; further columns too.
 */
export function readInvoiceLines(text: string): ReadLines {
  const rows = text.replace(/^\ufeff/, "").split(/\r?\n/, MOST_ROWS + 1);
  if (rows.length > MOST_ROWS) return { ok: false, reason: "too_many" };
  const lines: InvoiceLine[] = [];
  for (const [place, row] of rows.entries()) {
    if (row.trim() === "") continue;
    const [shipmentNumber = "", amount = ""] = cellsOf(row.slice(0, READ_OF_A_ROW));
    const amountPence = readAmount(amount);
    if (amountPence === null && lines.length === 0 && !/\d/.test(amount)) continue;
    if (amountPence === null || shipmentNumber === "" || shipmentNumber.length > LONGEST_NUMBER)
      return { ok: false, reason: "unreadable", row: place + 1 };
    lines.push({ shipmentNumber, amountPence });
    if (lines.length > MOST_LINES) return { ok: false, reason: "too_many" };
  }
  return lines.length === 0 ? { ok: false, reason: "empty" } : { ok: true, lines };
}

/** "18.40", "£1,250.00", or "-4.00" for a credit. */
function readAmount(typed: string): number | null {
  const isCredit = /^[-−]/.test(typed.trim());
  const pence = readPounds(typed.trim().replace(/^[-−]/, ""));
  return pence === null ? null : isCredit ? -pence : pence;
}

/** The cells of a row; a quoted one may hold the separator. A spreadsheet's apostrophe against formulas is dropped. */
function cellsOf(row: string): string[] {
  const cells = row.match(/(?:"(?:[^"]|"")*"|[^,;\t"])+|(?<=[,;\t])(?=[,;\t]|$)/g) ?? [];
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/s, "$1")
      .replaceAll('""', '"')
      .replace(/^'(?=[=+\-@])/, "")
      .trim(),
  );
}
