import type { Journey } from "./journey";

/**
 * What a form of the journey showed, carried by the form: another tab may have chosen something else since, and a press
 * is for what its own page showed.
 */

/** The field that carries it. */
export const SHOWN_FIELD = "shown";

export type Choice = Pick<Journey, "journeyType" | "selectedTheme" | "selectedType" | "basketKey" | "voucherHold">;

/** The values of a choice, one after the other. A voucher belongs to it only where one is redeemed. */
export function wordsOfChoice(choice: Choice): string {
  const { journeyType, selectedTheme, selectedType, basketKey } = choice;
  const voucherHold = journeyType === "redeem" ? choice.voucherHold : undefined;
  return [journeyType, selectedTheme, selectedType, basketKey, voucherHold].map((word) => word ?? "").join(".");
}

/** Whether two choices buy, give or redeem the same. */
export function isSameChoice(one: Choice, other: Choice): boolean {
  const whole = (choice: Choice) => wordsOfChoice({ ...choice, basketKey: undefined });
  return whole(one) === whole(other);
}
