import { data, type HeadersFunction, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findLoopType } from "~/domain/catalogue/catalogue";
import { londonDay } from "~/domain/loops/calendar";
import { fulfilOrder } from "~/domain/orders/fulfilment.server";
import { giftOrderOf } from "~/domain/orders/gift-orders.server";
import type { Order } from "~/domain/orders/orders.server";
import { redeemLink, redeemPlace } from "~/domain/vouchers/delivery.server";
import { type Gift, giftOfOrder } from "~/domain/vouchers/gifts.server";
import { Frame } from "~/screens/frame";
import { PRIVATE } from "~/web/answers.server";
import { requireBuyer } from "~/web/buyers.server";
import { currentTime } from "~/web/clock.server";
import type { ScreenHandle } from "~/web/screen";
import { GiftBeingPrepared } from "./gift-being-prepared";
import { GiftDone } from "./gift-done";

export const handle: ScreenHandle<{ gift: object | null }> = {
  title: ({ gift }) => (gift ? "Gift Purchase Successful!" : "Your voucher is being prepared"),
  noindex: true,
};

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

const PAUSE_SECONDS = 5;
/** After a minute of refreshing, the email has to tell the rest. */
const MOST_REFRESHES = 12;

/** The gift's buyer. Until the voucher exists the page says so; it never shows an invalid code. */
export async function loader({ request }: LoaderFunctionArgs) {
  const buyer = await requireBuyer(request, "gift-confirmation");
  const url = new URL(request.url);
  const order = giftOrderOf(buyer.accountId, url.searchParams.get("order"));
  if (!order) throw redirect("/gift");
  const now = currentTime();
  const handed = await fulfilOrder(order.id, now);
  const gift = giftOfOrder(buyer.accountId, order.id, now);
  if (gift && handed.ok)
    return data({ gift: { ...dataOf(gift, handed.order), isGuest: buyer.isGuest } }, { headers: PRIVATE });
  const refreshes = Number(url.searchParams.get("look") ?? 0);
  const isRefreshing = Number.isInteger(refreshes) && refreshes >= 0 && refreshes < MOST_REFRESHES;
  url.searchParams.set("look", String(refreshes + 1));
  const again = { Refresh: `${PAUSE_SECONDS};url=${url.pathname}${url.search}` };
  return data(
    { gift: null, number: order.number, isRefreshing, isGuest: buyer.isGuest },
    { headers: { ...PRIVATE, ...(isRefreshing ? again : {}) } },
  );
}

function dataOf({ voucher, code, state }: Gift, order: Order) {
  const type = findLoopType(voucher.theme ?? "", voucher.type ?? "");
  return {
    id: voucher.id,
    state,
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

export type GiftDoneData = ReturnType<typeof dataOf> & { isGuest: boolean };

export default function GiftConfirmation() {
  const view = useLoaderData<typeof loader>();
  return (
    <Frame variant="shop" theme={view.gift?.theme ?? undefined}>
      {view.gift ? (
        <GiftDone gift={view.gift} />
      ) : (
        <GiftBeingPrepared number={view.number} isRefreshing={view.isRefreshing} isGuest={view.isGuest} />
      )}
    </Frame>
  );
}
