import { invalid } from "../protocol/errors";

/** The least that can be paid by card in pounds is 30p (docs.stripe.com/currencies), the most has eight digits. */
const LEAST_PENCE = 30;
const MOST_PENCE = 99_999_999;

/** Throws the provider's refusal for a sum that cannot be paid. Only pounds are dealt in here. */
export function checkAmount(amount: number, currency: string, param: string): void {
  if (currency !== "gbp") {
    throw invalid(`Invalid currency: ${currency}. The sandbox deals in gbp only.`, { param: "currency" });
  }
  if (amount < LEAST_PENCE) {
    throw invalid("Amount must be at least £0.30 gbp", { code: "amount_too_small", param });
  }
  if (amount > MOST_PENCE) {
    throw invalid("Amount must be no more than £999,999.99", { code: "amount_too_large", param });
  }
}
