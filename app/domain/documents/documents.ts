import type { Paragraph } from "../layout/prepared-text";

/**
 * Documents people print at home: a voucher that folds to a card, and a receipt. Their words arrive prepared for
 * setting, as data; nothing anybody typed is read as markup.
 */

export interface VoucherDocument {
  /** The day the document is dated with, "YYYY-MM-DD"; the same document always gives the same bytes. */
  documentDay: string;
  /** The theme's pattern in outline; null shows the ring alone. */
  theme: string | null;
  message: readonly Paragraph[];
  /** In three groups of four. */
  code: string;
  /** "20 November 2027" */
  lastDay: string;
  boughtOn: string;
  /** "Wedding"; null where any loop was left open. */
  loopName: string | null;
  /** Stitches of the ring, one a week, and the same in words. */
  weeks: number;
  weeksInWords: string;
  /** "£69.99" */
  value: string;
  /** For people to type: "loop.example/redeem". */
  redeemAt: string;
  /** What the printed square says. */
  redeemLink: string;
  sellerEmail: string;
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
  /** "Visa ending in 4242"; null where nothing was paid. */
  paidWith: string | null;
  /** Money that went back, in a sentence. */
  note: string | null;
}

export type DocumentOrder =
  | { template: "voucher"; document: VoucherDocument }
  | { template: "receipt"; document: ReceiptDocument };

export type DocumentResult = { ok: true; pdf: Uint8Array } | { ok: false; reason: "failed"; detail: string };
