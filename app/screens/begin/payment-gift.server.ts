import { giftDetailsOf, type Order } from "~/domain/orders/orders.server";
import { londonDay } from "~/domain/time/days";
import { latestSendDay } from "~/domain/vouchers/gift-state";
import { lastValidInstant } from "~/domain/vouchers/validity";

/** What the giver wrote so far, the days it can be sent on, and how long the voucher will be good for. */
export function giftData(order: Order | undefined, now: Date) {
  const today = londonDay(now);
  return {
    wishes: order ? giftDetailsOf(order) : null,
    firstDay: today,
    lastDay: latestSendDay(now),
    validUntil: londonDay(lastValidInstant(today, null)),
  };
}

/** Where an order leads once it is paid: a voucher is shown to whoever paid, a loop needs an account to begin in. */
export function placeAfterPaying(order: Pick<Order, "kind" | "number">, isGuest: boolean): string {
  if (order.kind === "gift") return `/gift-confirmation?order=${order.number}`;
  return isGuest ? "/account-creation" : "/loop-end-date";
}
