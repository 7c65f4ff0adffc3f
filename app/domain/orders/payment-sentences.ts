/** What a buyer is told about a payment that cannot be begun, wherever it would have begun. */

export interface PaymentTrouble {
  reason: "unavailable" | "misconfigured" | "refused" | "rejected";
  /** The provider's words; there are some where it rejected the request. */
  message?: string;
}

export function sentenceOf({ reason, message = "" }: PaymentTrouble): string {
  switch (reason) {
    case "misconfigured":
      return "Payment system configuration error. Please contact support.";
    case "rejected":
      return `Payment initialization failed: ${message}`;
    case "refused":
      return "Money that is not the sum of this order has come in and is still on its way back to you. Please don’t pay again yet, and contact support if it takes longer than an hour.";
    case "unavailable":
      return "Payment system temporarily unavailable. Please try again later.";
  }
}

/** Where the price on the page is no longer the price of the order. */
export function priceChanged(total: string): string {
  return `The price has changed to ${total} since this page was opened. Please look at it once more before you pay.`;
}

/** What the card element says of itself, word for word, where the provider says nothing. */
export const NOT_READY = "Payment system not ready. Please try again.";
export const NOT_VALID = "Payment validation failed. Please check your card details.";
export const FAILED = "Payment failed. Please try again.";
