import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { placeToBeginOrder } from "~/domain/diary/loops/credits.server";
import { RECEIPT_LINK_DAYS } from "~/domain/people/accounts/codes";
import { fulfilledSoFar, fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import type { Order } from "~/domain/shop/orders/orders.server";
import { paymentStatusFrom } from "~/domain/shop/orders/payment-copy";
import { paymentOfReference } from "~/domain/shop/orders/payments.server";
import { isSoldOnItsOwnPage, placeAfterPaying } from "~/domain/shop/orders/return-addresses";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { TickIcon } from "~/ui/icons";
import { buyerOf, guestBehind, requireBuyer } from "~/web/buyers.server";
import { currentTime } from "~/web/clock.server";
import { loaderHeaders } from "~/web/headers";
import { paymentReference } from "~/web/payment-return.server";
import { PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { runBeside } from "~/web/storage.server";
import { Bookplate, Ceremony, StitchWords, Thanks } from "./payment-ceremony";
import { arrivedInAnotherBrowser, type BoughtData, boughtData, pictureOf } from "./payment-success-data.server";
import { ArrivedWords, UnpaidWords } from "./payment-unpaid";
import { COMPLETE_PATH } from "./signup-steps";

export const handle: ScreenHandle<{ state: string }> = {
  title: ({ state }) => (state === "paid" ? "Payment Successful!" : "Your payment"),
  noindex: true,
};

export const headers = loaderHeaders;

/** While a payment is being confirmed, the page checks this often. */
const PAUSE_SECONDS = 5;
/** After a minute of checking, the email tells the rest. */
const MOST_REFRESHES = 12;

/** The buyer's own payments only. Proof of payment comes from the provider, not the URL. */
export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const reference = paymentReference(request);
  const [known, guest] = await Promise.all([buyerOf(request), guestBehind(request)]);
  // A guest's payment, opened after signing in.
  const found =
    (known && paymentOfReference(known.accountId, reference)) ??
    (guest && paymentOfReference(guest.accountId, reference));
  const elsewhere = found ? undefined : await arrivedInAnotherBrowser(request, reference, currentTime());
  if (elsewhere) return data({ ...elsewhere, picture: pictureOf(null, false) }, { headers: PRIVATE });
  const buyer = known ?? (await requireBuyer(request, "dashboard"));
  const nothing = { bought: null, picture: pictureOf(null, false), isSignup: false, isByGuest: false };
  if (!found) {
    const view = { state: "unknown" as const, next: "/dashboard", here: "/dashboard", ...nothing };
    return data(view, { status: 404 });
  }
  const { id } = found.order;
  // Somebody who has just paid is told so, also on a disk that takes no writes.
  const result = await runBeside(
    request,
    () => fulfilOrder(id, currentTime()),
    () => fulfilledSoFar(id),
  );
  const order = result.ok ? result.order : found.order;
  const isByGuest = order.accountId === guest?.accountId;
  const next = isByGuest ? placeAfterPaying(order) : placeToGoOn(order, buyer.accountId);
  const isSignup = isSoldOnItsOwnPage(order);
  const bought = boughtData(order);
  const here = `${url.pathname}${url.search}`;
  const view = { next, here, bought, picture: pictureOf(bought, result.ok), isSignup, isByGuest };
  if (result.ok) {
    if (isSignup && pathOf(next) === "/loop-end-date") throw redirect(COMPLETE_PATH, 303);
    return data({ state: "paid" as const, ...view }, { headers: { "Referrer-Policy": "no-referrer" } });
  }
  // Read again, since fulfilling may have refused it.
  const { payment = found.payment } = paymentOfReference(order.accountId ?? "", reference) ?? {};
  const state = paymentStatusFrom(result.reason, payment);
  if (state === "failed") return data({ state, ...view, reason: payment.lastError });
  if (state === "wrong_sum" || state === "sent_back") return data({ state, ...view });
  const refreshes = Number(url.searchParams.get("refreshes") ?? 0);
  const isEnough = !Number.isInteger(refreshes) || refreshes < 0 || refreshes >= MOST_REFRESHES;
  if (isEnough) return data({ state: state === "waiting" ? ("late" as const) : state, ...view });
  url.searchParams.set("refreshes", String(refreshes + 1));
  return data({ state, ...view }, { headers: goesOn(`${url.pathname}${url.search}`) });
}

function placeToGoOn(order: Order, accountId: string): string {
  if (order.kind === "gift") return placeAfterPaying(order);
  return placeToBeginOrder(accountId, order.id) ?? "/dashboard";
}

const pathOf = (place: string) => place.split("?")[0] ?? place;

function goesOn(to: string): HeadersInit {
  return { Refresh: `${PAUSE_SECONDS};url=${to}`, "Referrer-Policy": "no-referrer" };
}

export default function PaymentSuccess() {
  const view = useLoaderData<typeof loader>();
  const { picture } = view;
  return (
    <Frame variant="checkout" width="full" theme={picture.theme}>
      <Ceremony theme={picture.theme} picture={picture}>
        {view.state === "elsewhere" ? (
          <ArrivedWords {...view} />
        ) : view.state === "paid" ? (
          <PaidWords next={view.next} bought={view.bought} isByGuest={view.isByGuest} />
        ) : (
          <UnpaidWords view={view} />
        )}
      </Ceremony>
      {view.state === "paid" && view.bought && <Bookplate bought={view.bought} />}
    </Frame>
  );
}

const NEXT_STEPS: Readonly<Record<string, { label: string; note: string }>> = {
  "/dashboard": { label: "Go to my loop", note: "Your year is waiting there." },
  "/loop-end-date": {
    label: "Choose your delivery date",
    note: "One step left.",
  },
};

interface PaidWordsProps {
  readonly next: string;
  readonly bought: BoughtData;
  readonly isByGuest: boolean;
}

function PaidWords({ next, bought, isByGuest }: PaidWordsProps) {
  const { gift, firstName } = bought;
  const place = pathOf(next);
  return (
    <>
      <p className="ceremony-status">
        <TickIcon /> <b>Payment Successful!</b>
      </p>
      <Thanks firstName={firstName} isGift={gift !== null} />
      {bought.hasNoReceipt && (
        <p>
          <b>Our email to {bought.order.email} couldn’t be delivered.</b> Keep your order number, {bought.order.number}.
        </p>
      )}
      <StitchWords bought={bought} hasDate={next === "/dashboard"} />
      <LinkButton href={next} variant="light">
        {gift ? `See ${gift.recipientName ? `${gift.recipientName}’s` : "the"} voucher` : NEXT_STEPS[place]?.label}
      </LinkButton>
      <p className="small">
        {gift
          ? "Print it, email it or tuck it into a card."
          : isByGuest && !bought.hasNoReceipt
            ? `We’ve emailed you the link as well; it works for ${RECEIPT_LINK_DAYS} days.`
            : NEXT_STEPS[place]?.note}
      </p>
    </>
  );
}
