/** The reasons for which buyers dispute payments, as the provider names them, with a description. */

const REASONS: Readonly<Record<string, string>> = {
  credit_not_processed: "refund not received",
  duplicate: "paid twice",
  fraudulent: "card used by somebody else",
  general: "no reason given",
  product_not_received: "goods not received",
  product_unacceptable: "goods not as described",
  subscription_canceled: "subscription cancelled",
  unrecognized: "payment not recognised",
};

/** "goods not received" for "product_not_received"; an unknown reason as the provider writes it. */
export function disputeReason(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll("_", " ");
}
