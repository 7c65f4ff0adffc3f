import type { LedgerKind } from "~/domain/operations/bookkeeping/ledger.server";
import type { Mismatch, PayoutRow } from "~/domain/operations/bookkeeping/payouts.server";

export const LEDGER_WORDS: Readonly<Record<LedgerKind, string>> = {
  payment: "Sale",
  refund: "Refund",
  refund_failed: "Refund that failed",
  dispute: "Taken by a bank",
  dispute_won: "Dispute won",
  fee: "Provider’s fee",
};

export const PAYOUT_LINE_WORDS: Readonly<Record<PayoutRow["kind"], string>> = {
  ...LEDGER_WORDS,
  fee: "Provider’s own fee",
  other: "Something else",
};

/** How a line of a payout and our ledger differ. */
export const MISMATCH_WORDS: Readonly<Record<Mismatch, string>> = {
  missing_here: "Missing in our ledger",
  missing_there: "Missing at the provider",
  other_sum: "Different amount",
};

/** Pence as spreadsheets read them: "-69.99". */
export const inPounds = (pence: number): string => (pence / 100).toFixed(2);
