import { londonDay } from "~/domain/kernel/time/days";
import { formatEndedLink, formatLink } from "~/domain/shop/order-links/order-links";
import { CANCEL_REFUSALS, CANCEL_WORDS, formatUntil } from "~/domain/shop/order-rules/cancellation";
import { cancelStateOf } from "~/domain/shop/orders/cancellation.server";
import { linesOf, type Order } from "~/domain/shop/orders/orders.server";
import { giftOfOrder } from "~/domain/shop/vouchers/gifts.server";
import { addressData } from "./address-change.server";
import { describeGift } from "./gift-data.server";
import type { LinkedOrder } from "./linked-order.server";
import { labelOf } from "./order-data.server";

/** What a guest sees of one order, by its link. */
export function yourOrderData({ order, guestId, path }: LinkedOrder, now: Date) {
  const gift = giftOfOrder(guestId, order.id, now);
  const isOver = order.status === "REFUNDED" || order.status === "CANCELLED";
  const { number, email, kind, totalPence, refundedPence, termsHash, privacyHash } = order;
  return {
    path,
    order: { number, email, kind, totalPence, refundedPence, termsHash, privacyHash },
    ...labelOf(order.status),
    paidDay: order.paidAt && londonDay(order.paidAt),
    lines: linesOf(order.id).map(({ name, quantity }) => `${quantity} × ${name}`),
    link: isOver && order.paidAt ? formatEndedLink(order.paidAt) : formatLink(order.kind),
    gift: gift ? describeGift(gift, now) : null,
    isLoopWaiting: order.kind === "loop" && !isOver,
    // Its badge says that it is over.
    address: isOver ? null : addressData(guestId, order.id),
    cancelling: isOver ? null : cancelData(guestId, order, now),
  };
}

export type YourOrderData = ReturnType<typeof yourOrderData>;

/** The label of its link and until when; or why not. */
function cancelData(guestId: string, order: Order, now: Date) {
  const state = cancelStateOf(guestId, order.id, now);
  if (!state) return null;
  if (!state.ok) return { words: null, says: CANCEL_REFUSALS[state.reason] };
  return { words: CANCEL_WORDS[order.kind], says: formatUntil(order) };
}
