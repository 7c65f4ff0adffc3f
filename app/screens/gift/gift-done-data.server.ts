import { findLoopType } from "~/domain/catalogue/catalogue";
import type { Order } from "~/domain/orders/orders.server";
import { londonDay } from "~/domain/time/days";
import { redeemLink, redeemPlace } from "~/domain/vouchers/delivery.server";
import type { Gift } from "~/domain/vouchers/gifts.server";

/** What the page of a gift that is ready shows. */
export function giftDoneData({ voucher, code, state }: Gift, order: Order, isGuest: boolean) {
  const type = findLoopType(voucher.theme ?? "", voucher.type ?? "");
  return {
    id: voucher.id,
    state,
    isGuest,
    code,
    place: redeemPlace(),
    link: redeemLink(code),
    theme: type?.themeId ?? null,
    loopName: type?.displayName ?? null,
    recipientName: voucher.recipientName,
    recipientEmail: voucher.recipientEmail,
    message: voucher.giftMessage,
    sendOnDay: voucher.sendOnDay,
    lastDay: londonDay(voucher.expiresAt),
    order: {
      id: order.id,
      number: order.number,
      email: order.email,
      paidDay: londonDay(order.paidAt ?? order.createdAt),
      subtotalPence: order.subtotalPence,
      discountPence: order.discountPence,
      discountCode: order.discountCode,
      deliveryPence: order.deliveryPence,
      totalPence: order.totalPence,
    },
  };
}

export type GiftDoneData = ReturnType<typeof giftDoneData>;
