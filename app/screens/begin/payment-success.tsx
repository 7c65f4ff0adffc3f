import { data, type HeadersFunction, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { unspentLoopOf } from "~/domain/loops/rights.server";
import { fulfilOrder } from "~/domain/orders/fulfilment.server";
import type { Order } from "~/domain/orders/orders.server";
import { paymentOfReference } from "~/domain/orders/payments.server";
import { isSoldOnItsOwnPage } from "~/domain/orders/return-addresses";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { formatPence } from "~/ui/format";
import { HELP_LINK } from "~/ui/site-links";
import { forgivePayment } from "~/web/attempts.server";
import { readClock } from "~/web/clock.server";
import { paymentReference } from "~/web/payment-return.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { JourneyStepper } from "./journey-stepper";
import { placeAfterPaying } from "./payment-gift.server";
import { COMPLETE_PATH, SIGNUP_PATH, SignupStepper } from "./signup-steps";

export const handle: ScreenHandle<{ state: string }> = {
  title: ({ state }) => (state === "paid" ? "Payment Successful!" : "Your payment"),
  noindex: true,
};

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** The page waits this long before it goes on by itself, or looks again. */
const PAUSE_SECONDS = 5;
/** After a minute of looking the rest is left to the letter. */
const MOST_LOOKS = 12;

/** The buyer's own payments only; the address proves nothing, the provider is asked. */
export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const reference = paymentReference(request);
  const person = await requireCustomer(request, "dashboard");
  const found = paymentOfReference(person.accountId, reference);
  const nothing = { orderNumber: null, totalPence: null, isGift: false, isSignup: false };
  if (!found) {
    return data({ state: "unknown" as const, next: "/dashboard", ...nothing }, { status: 404 });
  }
  const result = await fulfilOrder(found.order.id, readClock());
  const next = placeToGoOn(found.order, person.accountId);
  const isSignup = isSoldOnItsOwnPage(found.order);
  const { number: orderNumber, totalPence } = found.order;
  const facts = { next, orderNumber, totalPence, isGift: found.order.kind === "gift", isSignup };
  if (result.ok) {
    forgivePayment(person.accountId);
    if (isSignup && next === "/loop-end-date") throw redirect(COMPLETE_PATH, 303);
    return data({ state: "paid" as const, ...facts }, { headers: goesOn(next) });
  }
  // A payment that was refused stays refused, also when the page is looked at again.
  const { payment = found.payment } = paymentOfReference(person.accountId, reference) ?? {};
  if (payment.status === "refused")
    return data({ state: payment.returnedAt ? ("sent_back" as const) : ("wrong_sum" as const), ...facts });
  const isProcessing = result.reason === "processing";
  if (!isProcessing && payment.lastError)
    return data({ state: "failed" as const, ...facts, reason: payment.lastError });
  const looks = Number(url.searchParams.get("look") ?? 0);
  if (!Number.isInteger(looks) || looks < 0 || looks >= MOST_LOOKS)
    return data({ state: isProcessing ? ("processing" as const) : ("late" as const), ...facts });
  url.searchParams.set("look", String(looks + 1));
  const again = goesOn(`${url.pathname}${url.search}`);
  return data(
    { state: isProcessing ? ("processing" as const) : ("waiting" as const), ...facts },
    { headers: again },
  );
}

/** A gift's voucher, the delivery date of a loop that is not begun, or the dashboard. */
function placeToGoOn(order: Order, accountId: string): string {
  if (order.kind === "gift") return placeAfterPaying(order);
  return unspentLoopOf(accountId) ? "/loop-end-date" : "/dashboard";
}

function goesOn(to: string): HeadersInit {
  return { Refresh: `${PAUSE_SECONDS};url=${to}`, "Referrer-Policy": "no-referrer" };
}

const WORDS = {
  paid: { title: "Payment Successful!", text: "Thank you. A confirmation is on its way to your e-mail." },
  waiting: {
    title: "We are confirming your payment",
    text: "The card page has not told us yet. This page looks again every few seconds; nothing is charged twice.",
  },
  processing: {
    title: "Your payment is being processed",
    text: "Your bank has been asked and takes its time, up to a few working days. As soon as the money is here you will get a letter. Nothing more is needed; please don’t pay again.",
  },
  failed: {
    title: "Payment failed. Please try again.",
    text: "No money has been taken. Your order is still here, and you can pay with the same card or another.",
  },
  late: {
    title: "We are still confirming your payment",
    text: "As soon as it is through you will get a letter, and your loop will wait on your dashboard. You can close this page.",
  },
  wrong_sum: {
    title: "Payment Error",
    text: "The sum that was paid is not the sum of your order, so nothing was bought with it. We have been told and are sending it back; please don’t pay again until it has left us.",
  },
  sent_back: {
    title: "Payment Error",
    text: "The sum that was paid is not the sum of your order, so nothing was bought with it. It has been sent back to where it came from; banks take up to ten working days to show it. Your order is still here.",
  },
  unknown: {
    title: "Payment Error",
    text: "We don’t know of a payment of yours at this address. If you have just paid, your dashboard will know in a minute.",
  },
} as const;

const NEXT_WORDS: Readonly<Record<string, string>> = {
  "/dashboard": "To your dashboard",
  "/loop-end-date": "Choose the delivery date",
};

export default function PaymentSuccess() {
  const facts = useLoaderData<typeof loader>();
  const { state, next, orderNumber, totalPence, isGift, isSignup } = facts;
  const { title, text } = WORDS[state];
  return (
    <Frame variant="checkout">
      {isSignup ? (
        <SignupStepper step={state === "paid" ? "complete" : "payment"} />
      ) : (
        <JourneyStepper
          journey={isGift ? "gift" : "purchase"}
          at={state === "paid" ? (isGift ? "Voucher" : "Delivery date") : "Payment"}
        />
      )}
      <div className="stack stack-large prose">
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {"reason" in facts && <p>{facts.reason}</p>}
        {orderNumber && totalPence !== null && (
          <p className="figures">
            Order <b>{orderNumber}</b>, {formatPence(totalPence)}
          </p>
        )}
        {state === "paid" && <p>In {PAUSE_SECONDS} seconds we go on by ourselves.</p>}
        <p className="row">
          <WaysOn state={state} next={next} payAgain={isSignup ? SIGNUP_PATH : "/payment?step=delivery"} />
        </p>
      </div>
    </Frame>
  );
}

interface Ways {
  state: keyof typeof WORDS;
  next: string;
  /** Where this order can be paid. */
  payAgain: string;
}

function WaysOn({ state, next, payAgain }: Ways) {
  const dashboard = <LinkButton href="/dashboard">To your dashboard</LinkButton>;
  const support = (
    <LinkButton href={HELP_LINK.href} variant="line">
      Contact Support
    </LinkButton>
  );
  const tryAgain = <LinkButton href={payAgain}>Try Again</LinkButton>;
  switch (state) {
    case "paid":
      return <LinkButton href={next}>{NEXT_WORDS[next] ?? "See the voucher"}</LinkButton>;
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
