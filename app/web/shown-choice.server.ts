import { openFormWords, sealFormValues } from "~/domain/kernel/sealing/form-values.server";
import { type Choice, wordsOfChoice } from "./shown-choice";

/** The choice that a form showed, encrypted: no page shows the keys of a basket and of a voucher in hand. */

const JOURNEYS = ["purchase", "gift", "redeem"] as const;
/** Five values between full stops, each as long as a value of the journey. */
const WORDS = /^(\w*)\.([\w-]{0,64})\.([\w-]{0,64})\.([\w-]{0,64})\.([\w-]{0,64})$/;

/** The choice as a form carries it. */
export function shownKey(choice: Choice): string {
  return sealFormValues(wordsOfChoice(choice));
}

/** The choice that a form carried; undefined for anything else. */
export function readShown(key: unknown): Choice | undefined {
  const [, journey, theme, type, basket, hold] =
    (typeof key === "string" && WORDS.exec(openFormWords(key) ?? "")) || [];
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
