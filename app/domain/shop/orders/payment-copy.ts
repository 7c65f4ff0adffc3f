import { formatPence } from "~/domain/kernel/money/pounds";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { BANK_WORKING_DAYS } from "../order-rules/delivery-times";
import { type PaymentPause, sentenceOfPause } from "./declines";

/** The messages to a buyer about a payment, the same on every screen and in every API response. */

/** Why no payment can be opened. */
export interface PaymentFailure {
  reason: "unavailable" | "misconfigured" | "refused" | "rejected";
  /** The provider's error message for the rejected request. */
  message?: string;
}

export function sentenceOf({ reason, message = "" }: PaymentFailure): string {
  switch (reason) {
    case "misconfigured":
      return "Payment system configuration error. Please contact support.";
    case "rejected":
      return `Payment initialization failed: ${message}`;
    case "refused":
      return "We received a different amount from your order’s total, and we’re sending it back. Please don’t pay again yet. Contact support if it takes longer than an hour.";
    case "unavailable":
      return "Payment system temporarily unavailable. Please try again later.";
  }
}

/** A payment that can't be opened now: what its buyer reads, and when they can try again. */
export function setbackOf(
  start: { kind: "paused"; pause: PaymentPause } | { kind: "unavailable"; failure: PaymentFailure },
): { sentence: string; status: 429 | 503; seconds: number } {
  if (start.kind === "unavailable") return { sentence: sentenceOf(start.failure), status: 503, seconds: 60 };
  return { sentence: sentenceOfPause(start.pause), status: 429, seconds: start.pause.seconds };
}

export function priceChanged(totalPence: number): string {
  return `The price has changed to ${formatPence(totalPence)} since you opened this page. Please check it before you pay.`;
}

/** What the card element shows if the provider gives no reason. */
export const NOT_READY = "Payment system not ready. Please try again.";
export const NOT_VALID = "Payment validation failed. Please check your card details.";
export const FAILED = "Payment failed. Please try again.";

/** The status a buyer is shown of a payment that has bought nothing, or nothing yet. */
export type PaymentStatus = "waiting" | "processing" | "failed" | "wrong_sum" | "sent_back";

/** `reason`: why `fulfilOrder` did not fulfil the order just now. */
export function paymentStatusFrom(
  reason: string,
  payment: { status: string; returnedAt: Date | null; lastError: string | null },
): PaymentStatus {
  if (payment.status === "refused") return payment.returnedAt ? "sent_back" : "wrong_sum";
  if (reason === "processing") return "processing";
  return payment.lastError ? "failed" : "waiting";
}

export const PAYMENT_STATUS_COPY: Record<PaymentStatus, { title: string; text: string }> = {
  waiting: {
    title: "We’re confirming your payment",
    text: "This page checks every few seconds. You won’t be charged twice.",
  },
  processing: {
    title: "Your payment is being processed",
    text: "Your bank can take a few working days. We’ll email you when it’s through. You don’t need to do anything; please don’t pay again.",
  },
  failed: {
    title: "Payment failed. Please try again.",
    text: "No money has been taken. Your order is still here: try the same card or another.",
  },
  wrong_sum: {
    title: "Payment Error",
    text: "We received a different amount from your order’s total, so your order isn’t paid. We’re sending the money back. Please don’t pay again until it’s on its way.",
  },
  sent_back: {
    title: "Payment Error",
    text: `We received a different amount from your order’s total, so your order isn’t paid. We’ve sent the money back; banks take up to ${numberInWords(BANK_WORKING_DAYS.most)} working days to show it. Your order is still here.`,
  },
};
