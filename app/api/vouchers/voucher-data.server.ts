import type { Order } from "~/domain/shop/orders/orders.server";
import type { Gift } from "~/domain/shop/vouchers/gifts.server";

/** A bought voucher for its buyer's API client. */
export function voucherData({ voucher, code, state }: Gift) {
  return {
    id: voucher.id,
    code,
    status: voucher.status,
    state,
    value: voucher.valuePence / 100,
    currency: voucher.currency,
    validFrom: voucher.validFrom.toISOString(),
    expiresAt: voucher.expiresAt.toISOString(),
    recipientName: voucher.recipientName,
    recipientEmail: voucher.recipientEmail,
    giftMessage: voucher.giftMessage,
    sendOn: voucher.sendOnDay,
    redeemedAt: voucher.redeemedAt?.toISOString() ?? null,
  };
}

/** The order that paid for it. */
export function orderData(order: Order) {
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    amount: order.totalPence,
    amountInPounds: order.totalPence / 100,
    currency: order.currency,
    discountCode: order.discountCode,
    discountAmount: order.discountPence,
    discountAmountInPounds: order.discountPence / 100,
    theme: order.theme,
    type: order.type,
    paidAt: order.paidAt?.toISOString() ?? null,
  };
}
