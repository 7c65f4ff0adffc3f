import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { orderPath } from "~/domain/shop/order-links/signed-order-links.server";
import { cancelStateOf } from "~/domain/shop/orders/cancellation.server";
import { fulfilledSoFar, fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { giftOrderOf } from "~/domain/shop/orders/gift-orders.server";
import { giftOfOrder } from "~/domain/shop/vouchers/gifts.server";
import { Frame } from "~/screens/frame";
import { guestBehind, requireBuyer } from "~/web/buyers.server";
import { currentTime } from "~/web/clock.server";
import { loaderHeaders } from "~/web/headers";
import { PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { runBeside } from "~/web/storage.server";
import { GiftBeingPrepared } from "./gift-being-prepared";
import { GiftDone } from "./gift-done";
import { giftDoneData } from "./gift-done-data.server";

export const handle: ScreenHandle<{ gift: object | null }> = {
  title: ({ gift }) => (gift ? "Gift Purchase Successful!" : "Your voucher is being prepared"),
  noindex: true,
};

export const headers = loaderHeaders;

const PAUSE_SECONDS = 5;
/** After a minute of refreshing, the email has to tell the rest. */
const MOST_REFRESHES = 12;

/**
 * The gift's buyer, also a guest of this browser who has signed in since. Until the voucher exists the page says so; it
 * never shows an invalid code.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const [known, guest] = [await requireBuyer(request, "gift-confirmation"), await guestBehind(request)];
  const url = new URL(request.url);
  const number = url.searchParams.get("order");
  const byGuest = guest && giftOrderOf(guest.accountId, number);
  const [buyer, order] = byGuest ? [guest, byGuest] : [known, giftOrderOf(known.accountId, number)];
  if (!order) throw redirect("/gift");
  const now = currentTime();
  const handed = await runBeside(
    request,
    () => fulfilOrder(order.id, now),
    () => fulfilledSoFar(order.id),
  );
  const gift = giftOfOrder(buyer.accountId, order.id, now);
  const cancel = cancelStateOf(buyer.accountId, order.id, now);
  // Its code is dead.
  if (gift?.state === "cancelled") throw redirect(buyer.isGuest ? orderPath(order) : "/account-settings?tab=orders");
  if (gift && handed.ok)
    return data(
      {
        gift: giftDoneData(gift, handed.order, {
          isGuest: buyer.isGuest,
          isSignedIn: !known.isGuest,
          cancel,
          now,
        }),
      },
      { headers: PRIVATE },
    );
  const refreshes = Number(url.searchParams.get("refreshes") ?? 0);
  const isRefreshing = Number.isInteger(refreshes) && refreshes >= 0 && refreshes < MOST_REFRESHES;
  url.searchParams.set("refreshes", String(refreshes + 1));
  const again = { Refresh: `${PAUSE_SECONDS};url=${url.pathname}${url.search}` };
  return data(
    { gift: null, number: order.number, isRefreshing, isGuest: buyer.isGuest },
    { headers: { ...PRIVATE, ...(isRefreshing ? again : {}) } },
  );
}

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
