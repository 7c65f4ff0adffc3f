import type { Journey } from "./journey";

/**
 * What a form of the journey showed, carried by the form: another tab may have chosen something else since, and a press
 * is for what its own page showed.
 */

/** The field that carries it. */
export const SHOWN_FIELD = "shown";

export type Choice = Pick<
  Journey,
  "journeyType" | "selectedTheme" | "selectedType" | "basketKey" | "voucherHold"
>;

const JOURNEYS = ["purchase", "gift", "redeem"] as const;
/** Five words between full stops, each as long as a word of the journey. */
const KEY = /^(\w*)\.([\w-]{0,64})\.([\w-]{0,64})\.([\w-]{0,64})\.([\w-]{0,64})$/;

/** The choice as a form carries it. A voucher belongs to it only where one is redeemed. */
export function shownKey(choice: Choice): string {
  const { journeyType, selectedTheme, selectedType, basketKey } = choice;
  const voucherHold = journeyType === "redeem" ? choice.voucherHold : undefined;
  return [journeyType, selectedTheme, selectedType, basketKey, voucherHold]
    .map((word) => word ?? "")
    .join(".");
}

/** The choice that a form carried; undefined for anything else. */
export function readShown(key: unknown): Choice | undefined {
  const [, journey, theme, type, basket, hold] = KEY.exec(typeof key === "string" ? key : "") ?? [];
  const journeyType = JOURNEYS.find((one) => one === journey);
  if (!journeyType) return undefined;
  return {
    journeyType,
    selectedTheme: theme || undefined,
    selectedType: type || undefined,
    basketKey: basket || undefined,
    ...(hold ? { voucherHold: hold } : {}),
  };
}

/** Whether two choices buy, give or redeem the same. */
export function isSameChoice(one: Choice, other: Choice): boolean {
  const whole = (choice: Choice) => shownKey({ ...choice, basketKey: undefined });
  return whole(one) === whole(other);
}
