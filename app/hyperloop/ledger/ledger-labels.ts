import type { LedgerKind } from "~/domain/bookkeeping/ledger.server";

export const LEDGER_WORDS: Readonly<Record<LedgerKind, string>> = {
  payment: "Sale",
  refund: "Refund",
  refund_failed: "Refund that failed",
  dispute: "Taken by a bank",
  dispute_won: "Dispute won",
  fee: "Provider’s fee",
};

/** Pence as spreadsheets read them: "-69.99". */
export const inPounds = (pence: number): string => (pence / 100).toFixed(2);
