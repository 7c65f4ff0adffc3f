import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { unspentCreditOf } from "~/domain/loops/credits.server";
import { formatPence } from "~/domain/money/pounds";
import { fulfilOrder } from "~/domain/orders/fulfilment.server";
import type { Order } from "~/domain/orders/orders.server";
import { PAYMENT_STATUS_COPY, paymentStatusFrom } from "~/domain/orders/payment-copy";
import { paymentOfReference } from "~/domain/orders/payments.server";
import { isSoldOnItsOwnPage, placeAfterPaying } from "~/domain/orders/return-addresses";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { HELP_LINK } from "~/ui/site-links";
import { forgivePayment } from "~/web/attempts.server";
import { guestBehind, requireBuyer } from "~/web/buyers.server";
import { currentTime } from "~/web/clock.server";
import { loaderHeaders } from "~/web/headers";
import { paymentReference } from "~/web/payment-return.server";
import type { ScreenHandle } from "~/web/screen";
import { JourneyStepper } from "./journey-stepper";
import { COMPLETE_PATH, SIGNUP_PATH, SignupStepper } from "./signup-steps";

export const handle: ScreenHandle<{ state: string }> = {
  title: ({ state }) => (state === "paid" ? "Payment Successful!" : "Your payment"),
  noindex: true,
};

export const headers = loaderHeaders;

/** The page reloads, or leads to the next one, after this long. */
const PAUSE_SECONDS = 5;
/** After a minute of reloading, the email tells the rest. */
const MOST_REFRESHES = 12;

/** The buyer's own payments only. Proof of payment comes from the provider, not the URL. */
export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const reference = paymentReference(request);
  const buyer = await requireBuyer(request, "dashboard");
  const guest = await guestBehind(request);
  // A guest's payment, opened after signing in.
  const found =
    paymentOfReference(buyer.accountId, reference) ??
    (guest && paymentOfReference(guest.accountId, reference));
  const nothing = { orderNumber: null, totalPence: null, isGift: false, isSignup: false, isByGuest: false };
  if (!found) {
    return data({ state: "unknown" as const, next: "/dashboard", ...nothing }, { status: 404 });
  }
  const result = await fulfilOrder(found.order.id, currentTime());
  const isByGuest = found.order.accountId === guest?.accountId;
  const next = isByGuest ? placeAfterPaying(found.order, true) : placeToGoOn(found.order, buyer.accountId);
  const isSignup = isSoldOnItsOwnPage(found.order);
  const { number: orderNumber, totalPence } = found.order;
  const view = { next, orderNumber, totalPence, isGift: found.order.kind === "gift", isSignup, isByGuest };
  if (result.ok) {
    forgivePayment(isByGuest ? found.order.basketKey : buyer.accountId);
    if (isSignup && next === "/loop-end-date") throw redirect(COMPLETE_PATH, 303);
    return data({ state: "paid" as const, ...view }, { headers: goesOn(next) });
  }
  // Read again, since fulfilling may have refused it.
  const { payment = found.payment } = paymentOfReference(found.order.accountId ?? "", reference) ?? {};
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
  if (order.kind === "gift") return placeAfterPaying(order, false);
  return unspentCreditOf(accountId) ? "/loop-end-date" : "/dashboard";
}

function goesOn(to: string): HeadersInit {
  return { Refresh: `${PAUSE_SECONDS};url=${to}`, "Referrer-Policy": "no-referrer" };
}

const WORDS = {
  paid: { title: "Payment Successful!", text: "Thank you. A confirmation is on its way to your e-mail." },
  ...PAYMENT_STATUS_COPY,
  late: {
    title: "We are still confirming your payment",
    text: "As soon as it is through you will get an email, and what you bought is kept for you. You can close this page.",
  },
  unknown: {
    title: "Payment Error",
    text: "We don’t know of a payment of yours at this address. If you have just paid, your dashboard will know in a minute.",
  },
} as const;

const NEXT_STEPS: Readonly<Record<string, string>> = {
  "/dashboard": "To your dashboard",
  "/loop-end-date": "Choose the delivery date",
  "/account-creation": "Create your account",
};

export default function PaymentSuccess() {
  const view = useLoaderData<typeof loader>();
  const { state, next, orderNumber, totalPence, isGift, isSignup, isByGuest } = view;
  const { title, text } = WORDS[state];
  return (
    <Frame variant="checkout">
      {isSignup ? (
        <SignupStepper step={state === "paid" ? "complete" : "payment"} />
      ) : (
        <JourneyStepper
          journey={isGift ? "gift" : "purchase"}
          at={state === "paid" ? (isGift ? "Voucher" : isByGuest ? "Account" : "Delivery date") : "Payment"}
          isGuest={isByGuest}
        />
      )}
      <div className="stack stack-large prose">
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {"reason" in view && <p>{view.reason}</p>}
        {orderNumber && totalPence !== null && (
          <p className="figures">
            Order <b>{orderNumber}</b>, {formatPence(totalPence)}
          </p>
        )}
        {state === "paid" && <p>In {PAUSE_SECONDS} seconds we go on by ourselves.</p>}
        <p className="row">
          <NextActions
            state={state}
            next={next}
            payAgain={isSignup ? SIGNUP_PATH : "/payment?step=delivery"}
            isByGuest={isByGuest}
          />
        </p>
      </div>
    </Frame>
  );
}

interface NextActionsProps {
  state: keyof typeof WORDS;
  next: string;
  payAgain: string;
  /** Without an account there is no dashboard. */
  isByGuest: boolean;
}

function NextActions({ state, next, payAgain, isByGuest }: NextActionsProps) {
  const dashboard = isByGuest ? (
    <LinkButton href="/">Return Home</LinkButton>
  ) : (
    <LinkButton href="/dashboard">To your dashboard</LinkButton>
  );
  const support = (
    <LinkButton href={HELP_LINK.href} variant="line">
      Contact Support
    </LinkButton>
  );
  const tryAgain = <LinkButton href={payAgain}>Try Again</LinkButton>;
  switch (state) {
    case "paid":
      return <LinkButton href={next}>{NEXT_STEPS[next] ?? "See the voucher"}</LinkButton>;
    case "waiting":
      return (
        <LinkButton href={payAgain} variant="line">
          Back to payment
        </LinkButton>
      );
    case "failed":
    case "sent_back":
      return (
        <>
          {tryAgain} {support}
        </>
      );
    case "wrong_sum":
      return (
        <>
          {dashboard} {support}
        </>
      );
    default:
      return dashboard;
  }
}
