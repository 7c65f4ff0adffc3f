import type { Paragraph } from "~/domain/book/layout/prepared-text";

/**
 * Documents that people print at home: a voucher that folds to a card, and a receipt. Their text arrives as data and is
 * never read as markup.
 */

export interface VoucherDocument {
  /**
   * The date in the PDF's metadata, "YYYY-MM-DD"; given rather than read from the clock, so that the same document has
   * the same bytes.
   */
  documentDay: string;
  /** The theme whose pattern is drawn in outline; null shows the ring alone. */
  theme: string | null;
  /** The names on the card, as one paragraph each; null leaves a line to write on. */
  recipient: Paragraph | null;
  giver: Paragraph | null;
  message: readonly Paragraph[];
  /** In three groups of four. */
  code: string;
  /** "20 November 2027" */
  lastDay: string;
  /** "Wedding"; null when the recipient may choose any loop. */
  loopName: string | null;
  /** That the chosen loop can be swapped. */
  swap: string;
  /** Stitches of the ring, one a week. */
  weeks: number;
  /** For people to type: "loop.example/redeem". */
  redeemAt: string;
  /** The content of the QR code. */
  redeemLink: string;
  sellerEmail: string;
  /** The company's name and address, as far as they are known. */
  seller: readonly string[];
}

export interface ReceiptDocument {
  documentDay: string;
  orderNumber: string;
  paidOn: string;
  buyer: readonly Paragraph[];
  seller: readonly string[];
  lines: readonly { name: string; note: string; amount: string }[];
  sums: readonly { label: string; amount: string }[];
  total: { label: string; amount: string };
  /** "Visa ending in 4242"; null when nothing was paid. */
  paidWith: string | null;
  /** A note about refunded money. */
  note: string | null;
  /** The right to cancel, the form for it, and the terms of the order, on pages of their own. */
  smallPrint: readonly { heading: string; paragraphs: readonly string[]; list: readonly string[] }[];
}

export type DocumentJob =
  | { template: "voucher"; document: VoucherDocument }
  | { template: "receipt"; document: ReceiptDocument };

export type DocumentResult = { ok: true; pdf: Uint8Array } | { ok: false; reason: "failed"; detail: string };
