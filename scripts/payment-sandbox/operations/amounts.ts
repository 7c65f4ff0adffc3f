import { invalid } from "../protocol/errors";

/** The smallest card payment in pounds is 30p (docs.stripe.com/currencies), the largest has eight digits. */
const LEAST_PENCE = 30;
const MOST_PENCE = 99_999_999;

/** @throws ApiError the provider's refusal of a sum that cannot be paid. The sandbox supports pounds only. */
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
