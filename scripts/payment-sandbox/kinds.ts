import type Stripe from "stripe";
import type { Instrument } from "./instruments";

/** The kinds of stored object as the API returns them, and the hidden data behind them. */

export interface Kinds {
  "checkout.session": Stripe.Checkout.Session;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  "radar.early_fraud_warning": Stripe.Radar.EarlyFraudWarning;
  balance_transaction: Stripe.BalanceTransaction;
  payout: Stripe.Payout;
  event: Stripe.EventBase;
  item: LineItem;
}
export type Kind = keyof Kinds;

/** A line of a checkout page. */
export interface LineItem {
  id: string;
  name: string;
  quantity: number;
  amount: number;
}

export interface Challenge {
  id: string;
  paymentMethodId: string;
  /** Who asks: the bank behind a card, or PayPal. */
  asker: "bank" | "paypal";
  /** Where the buyer goes afterwards, after either answer. */
  returnUrl: string;
}

/** The hidden data of an object. */
export interface Hidden {
  "checkout.session": { intentMetadata: Record<string, string>; intentDescription: string | null };
  payment_intent: { checkoutId: string | null; challenge: Challenge | null; settling: string | null };
  payment_method: { instrument: Instrument };
  charge: null;
  refund: { becomes: "succeeded" | "failed" | null };
  dispute: null;
  "radar.early_fraud_warning": null;
  /** The payout it left with. */
  balance_transaction: { payout: string | null };
  payout: null;
  event: null;
  item: null;
}

export interface StoredObject<K extends Kind> {
  body: Kinds[K];
  hidden: Hidden[K];
}

export interface PageRequest {
  limit: number;
  startingAfter?: string;
  /** Top-level fields with the values they must have; undefined matches any. */
  where: Record<string, string | undefined>;
  /** Hidden fields with the values they must have; undefined matches any. */
  hidden?: Record<string, string | undefined>;
  created?: { gt?: number; gte?: number; lt?: number; lte?: number };
}
