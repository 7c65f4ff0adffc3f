import type { LoaderFunctionArgs } from "@remix-run/node";
import { orderById } from "~/domain/shop/orders/orders.server";
import { type Gift, giftOf } from "~/domain/shop/vouchers/gifts.server";
import { requireApiClient } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { fail, succeed } from "~/web/json-responses";
import { param } from "~/web/params";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["GET"] } };

/** A voucher with its order, for the account that bought it. For everybody else it does not exist. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  const gift = giftOf(accountId, param(params, "voucher"), currentTime());
  if (!gift) return fail(404);
  const order = gift.voucher.orderId ? orderById(gift.voucher.orderId) : undefined;
  return succeed({
    voucher: voucherData(gift),
    order: order
      ? {
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
        }
      : null,
  });
}

function voucherData({ voucher, code, state }: Gift) {
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
