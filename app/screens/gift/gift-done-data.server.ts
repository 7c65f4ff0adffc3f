import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { londonDay } from "~/domain/kernel/time/days";
import { receiptNotArrived } from "~/domain/mail/outbox/not-arrived.server";
import { isWanted } from "~/domain/mail/outbox/preferences.server";
import { cardRemark } from "~/domain/operations/documents/card-words.server";
import { squarePath } from "~/domain/operations/documents/qr-square.server";
import { orderPath } from "~/domain/shop/order-links/signed-order-links.server";
import { CANCEL_REFUSALS, IN_SHORT, untilWhen } from "~/domain/shop/order-rules/cancellation";
import type { CancelState } from "~/domain/shop/orders/cancellation.server";
import type { Order } from "~/domain/shop/orders/orders.server";
import { redeemLink, redeemPlace } from "~/domain/shop/vouchers/delivery.server";
import { isTimeToSend } from "~/domain/shop/vouchers/gift-state";
import type { Gift } from "~/domain/shop/vouchers/gifts.server";
import { giverNameOf } from "~/domain/shop/vouchers/redemption.server";

interface Shown {
  /** Whether a guest bought it, who may have signed in since. */
  isGuest: boolean;
  isSignedIn: boolean;
  cancel: CancelState | undefined;
  now: Date;
}

export function giftDoneData(
  { voucher, code, state }: Gift,
  order: Order,
  { isGuest, isSignedIn, cancel, now }: Shown,
) {
  const type = findLoopType(voucher.theme ?? "", voucher.type ?? "");
  const link = redeemLink(code);
  const words = {
    recipientName: voucher.recipientName ?? "",
    giftMessage: voucher.giftMessage ?? "",
    giverName: giverNameOf(voucher) ?? "",
  };
  return {
    id: voucher.id,
    state,
    isGuest,
    isSignedIn,
    voucherHref: isGuest ? `${orderPath(order)}/voucher` : `/voucher/${voucher.id}/pdf`,
    receiptHref: isGuest ? `${orderPath(order)}/receipt` : `/order/${order.id}/receipt`,
    code,
    place: redeemPlace(),
    link,
    square: squarePath(link),
    theme: type?.themeId ?? null,
    loopName: type?.displayName ?? null,
    recipientName: words.recipientName,
    recipientEmail: voucher.recipientEmail,
    message: words.giftMessage,
    giverName: words.giverName,
    cardRemark: cardRemark(words),
    /** The morning it is emailed on; null where that has come, and it is emailed now. */
    sendOnDay: isTimeToSend(voucher.sendOnDay, now) ? null : voucher.sendOnDay,
    /** Whether reminders come: to its recipient, or to a giver who wants emails. */
    isReminded:
      voucher.recipientEmail !== null ||
      isWanted({ kind: "voucher_reminder", accountId: order.accountId, toEmail: order.email }),
    lastDay: londonDay(voucher.expiresAt),
    order: {
      number: order.number,
      email: order.email,
      hasNoReceipt: receiptNotArrived(order) !== null,
      cancelHref: cancel?.ok ? cancelHref(order, isGuest) : null,
      cancelling:
        cancel && !cancel.ok ? CANCEL_REFUSALS[cancel.reason] : `${IN_SHORT.gift} That’s ${untilWhen(order.paidAt)}.`,
      subtotalPence: order.subtotalPence,
      discountPence: order.discountPence,
      discountCode: order.discountCode,
      deliveryPence: order.deliveryPence,
      totalPence: order.totalPence,
    },
  };
}

function cancelHref(order: Order, isGuest: boolean): string {
  return isGuest ? `${orderPath(order)}/cancel` : `/account-settings/orders/${order.id}/cancel`;
}

export type GiftDoneData = ReturnType<typeof giftDoneData>;
