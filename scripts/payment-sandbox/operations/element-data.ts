import type Stripe from "stripe";
import { z } from "zod";
import { cardByNumber } from "../cards";
import { isDebitAccount, METHOD_TYPES } from "../instruments";
import { keepMethod } from "../payments/methods";
import { ApiError, invalid, missing } from "../protocol/errors";
import { emailAddress, group, integer, text } from "../protocol/parameters";
import type { Work } from "../work";

/** What the card element sends with a payment: the payment details and the delivery address. */

const ADDRESS = group({
  line1: text(500),
  line2: text(500),
  city: text(500),
  state: text(500),
  postal_code: text(50),
  country: text(2),
}).partial();

export const SHIPPING = group({ name: text(500), phone: text(50).optional(), address: ADDRESS });

export const METHOD_DATA = group({
  type: z.enum(METHOD_TYPES),
  card: group({
    number: text(30),
    exp_month: integer({ least: 1, most: 12 }),
    exp_year: integer({ least: 2000, most: 2100 }),
    cvc: text(4).optional(),
  }).optional(),
  bacs_debit: group({ account_number: text(8), sort_code: text(6).optional() }).optional(),
  billing_details: group({ name: text(500), email: emailAddress(), phone: text(50), address: ADDRESS })
    .partial()
    .optional(),
});

/** Stores what was typed into the element as a payment method. Only test cards and test accounts are accepted. */
export function keepWritten(work: Work, intent: Stripe.PaymentIntent, written: z.output<typeof METHOD_DATA>): string {
  if (!intent.payment_method_types.includes(written.type)) {
    throw invalid(`The payment method type "${written.type}" is invalid for this PaymentIntent.`, {
      code: "payment_intent_incompatible_payment_method",
      param: "payment_method_data[type]",
    });
  }
  const payer = {
    holder: written.billing_details?.name ?? null,
    email: written.billing_details?.email ?? null,
  };
  if (written.type === "paypal") return keepMethod(work, { kind: "paypal" }, payer).id;
  if (written.type === "bacs_debit") {
    const account = written.bacs_debit?.account_number ?? "";
    if (!isDebitAccount(account)) throw invalid("Only test account numbers work here.");
    return keepMethod(work, { kind: "debit", account }, payer).id;
  }
  if (!written.card) throw missing("payment_method_data[card]");
  const { number, exp_month: month, exp_year: year } = written.card;
  const card = cardByNumber(number.replace(/[\s-]/g, ""));
  if (!card || card.outcome.kind === "mistyped") {
    const message = card ? "Your card number is incorrect." : "Only test card numbers work here.";
    throw new ApiError(402, {
      type: "card_error",
      code: "incorrect_number",
      message,
      param: "payment_method_data[card][number]",
    });
  }
  const expiry = { month, year };
  return keepMethod(work, { kind: "card", card: card.name }, { ...payer, expiry }).id;
}

export function asShipping(sent: z.output<typeof SHIPPING>): Stripe.PaymentIntent.Shipping {
  const { line1, line2, city, state, postal_code, country } = sent.address;
  return {
    name: sent.name,
    phone: sent.phone ?? null,
    carrier: null,
    tracking_number: null,
    address: {
      line1: line1 ?? null,
      line2: line2 ?? null,
      city: city ?? null,
      state: state ?? null,
      postal_code: postal_code ?? null,
      country: country ?? null,
    },
  };
}
