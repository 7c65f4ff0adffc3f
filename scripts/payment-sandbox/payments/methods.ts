import type Stripe from "stripe";
import { cardNamed } from "../cards";
import type { Instrument } from "../instruments";
import { buildDebitMethod, buildPaymentMethod, buildPaypalMethod } from "../objects/payment-method";
import { secondOf, type Work } from "../work";

/** The payer, and until when their card is valid. */
export interface Payer {
  holder: string | null;
  email: string | null;
  expiry?: { month: number; year: number };
}

/** Stores an instrument as a payment method of the provider. */
export function keepMethod(work: Work, instrument: Instrument, payer: Payer): Stripe.PaymentMethod {
  const method = build(instrument, payer, secondOf(work), work.now.getUTCFullYear() + 1);
  work.store.insert("payment_method", method, { hidden: { instrument }, created: method.created });
  return method;
}

function build(instrument: Instrument, payer: Payer, second: number, nextYear: number): Stripe.PaymentMethod {
  const { holder, email, expiry = { month: 12, year: nextYear } } = payer;
  switch (instrument.kind) {
    case "card": {
      const card = cardNamed(instrument.card);
      const data = { card, expiryMonth: expiry.month, expiryYear: expiry.year, holder, email };
      return buildPaymentMethod(data, second);
    }
    case "paypal":
      return buildPaypalMethod({ holder, email }, second);
    case "debit":
      return buildDebitMethod({ holder, email, account: instrument.account }, second);
  }
}

/** @throws Error for an unknown id, which would be a bug. */
export function methodNamed(work: Work, id: string) {
  const stored = work.store.find("payment_method", id);
  if (!stored) throw new Error(`There is no payment method ${id}.`);
  return stored;
}
