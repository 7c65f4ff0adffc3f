import { formatPence } from "~/domain/kernel/money/pounds";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";

/** "10%" or "£5.00". */
export function worthOf(discount: { readonly type: string; readonly value: number }): string {
  return discount.type === "PERCENTAGE" ? `${discount.value}%` : formatPence(discount.value);
}

/** From when a code works that doesn’t yet; null for the others. */
export function formatFirstDay(startsAt: Date | null | undefined, now: Date): string | null {
  return startsAt && now < startsAt ? `It works from ${formatDay(londonDay(startsAt))}.` : null;
}
