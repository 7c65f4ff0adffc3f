import { data } from "@remix-run/node";
import { formatPence } from "~/domain/kernel/money/pounds";
import { CANCEL_REFUSALS, formatOffer, formatUntil, offerKey } from "~/domain/shop/order-rules/cancellation";
import { cancelOrder, cancelStateOf } from "~/domain/shop/orders/cancellation.server";
import { currentTime } from "~/web/clock.server";
import { notFound, PRIVATE, seeOther } from "~/web/responses.server";
import { formOf } from "~/web/submission.server";

/** Cancelling one order, for the owner of an account and by a guest's link. */

/** What cancelling an order of this account or guest does, or why it cannot be cancelled. */
export function cancelView(accountId: string, orderId: string) {
  const state = cancelStateOf(accountId, orderId, currentTime());
  if (!state) notFound();
  const { number, kind } = state.order;
  const until = formatUntil(state.order);
  const shown = state.ok
    ? { says: [...formatOffer(state.offer), until], key: offerKey(state.offer), refusal: null }
    : { says: [], key: "", refusal: CANCEL_REFUSALS[state.reason] };
  return { number, kind, ...shown };
}

export type CancelView = ReturnType<typeof cancelView>;

/** Cancels it, if that still does what the page showed, and goes on to `next`. */
export async function cancelFrom(request: Request, accountId: string, orderId: string, next: string) {
  const shown = formOf(request).get("shown");
  const key = typeof shown === "string" ? shown : "";
  const cancelled = await cancelOrder(accountId, orderId, key, currentTime());
  if (!cancelled.ok) {
    const { reason } = cancelled;
    if (reason === "not_found") notFound();
    if (reason === "changed") return data({ hasChanged: true }, { status: 409, headers: PRIVATE });
    return await seeOther(next, { flash: { tone: "warn", message: CANCEL_REFUSALS[reason] } });
  }
  const { order, refund, refundPence } = cancelled;
  const message = `Order ${order.number} is cancelled.`;
  if (refund === "failed") {
    const more = "We couldn’t send the money back the way you paid. We’ll email you about it.";
    return await seeOther(next, { flash: { tone: "warn", message, more } });
  }
  const more = refund === "none" ? undefined : `${formatPence(refundPence)} is on its way back to you.`;
  return await seeOther(next, { flash: { tone: "ok", message, more } });
}
