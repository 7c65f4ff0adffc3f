import { formatPence } from "~/domain/money/pounds";

/** "10%" or "£5.00". */
export function worthOf(discount: { readonly type: string; readonly value: number }): string {
  return discount.type === "PERCENTAGE" ? `${discount.value}%` : formatPence(discount.value);
}
