import type { Movement, PayoutLine } from "~/adapters/payments/contract";

/** The provider's own fee moves no buyer's money: all of it is fee. What is neither is for the bookkeeper to explain. */
export function movementsOf(line: PayoutLine): Movement[] {
  const { kind, amountPence, feePence } = line;
  if (kind === "other") return [];
  if (kind === "fee") return [{ ...line, kind: "other", amountPence: 0, feePence: feePence - amountPence }];
  const plain = kind === "refund_failed" ? "refund" : kind === "dispute_won" ? "dispute" : kind;
  return [{ ...line, kind: plain }];
}
