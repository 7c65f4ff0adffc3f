import type { CURRENCIES } from "./forms";

const SIGNS: Readonly<Record<(typeof CURRENCIES)[number], string>> = { GBP: "£", USD: "$", EUR: "€" };

/** A face value in its own currency, from a sum formatted in pounds: "£49.00" becomes "$49.00". */
export function inCurrency(pounds: string, currency: (typeof CURRENCIES)[number]): string {
  return pounds.replace("£", SIGNS[currency]);
}
