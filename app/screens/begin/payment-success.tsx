import { data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { unspentLoopOf } from "~/domain/loops/rights.server";
import { fulfilOrder } from "~/domain/orders/fulfilment.server";
import { latestPayment, paymentOfReference } from "~/domain/orders/payments.server";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { formatPence } from "~/ui/format";
import { Stepper } from "~/ui/stepper";
import { readClock } from "~/web/clock.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { JOURNEY_STEPS } from "./journey-words";

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
  const person = await requireCustomer(request, "dashboard");
  const url = new URL(request.url);
  const found = paymentOfReference(person.accountId, url.searchParams.get("session_id") ?? "");
  const nothing = { orderNumber: null, totalPence: null, lastError: null };
  if (!found) {
    return data({ state: "unknown" as const, next: "/dashboard", ...nothing }, { status: 404 });
  }
  const result = await fulfilOrder(found.order.id, readClock());
  const next = unspentLoopOf(person.accountId) ? "/loop-end-date" : "/dashboard";
  const { number: orderNumber, totalPence } = found.order;
  const lastError = latestPayment(found.order.id)?.lastError ?? null;
  const facts = { next, orderNumber, totalPence, lastError };
  if (result.ok) return data({ state: "paid" as const, ...facts }, { headers: goesOn(next) });
  // A payment that was refused stays refused, also when the page is looked at again.
  if (result.reason === "wrong_sum" || found.payment.status === "refused")
    return data({ state: "wrong_sum" as const, ...facts });
  const looks = Number(url.searchParams.get("look") ?? 0);
  if (!Number.isInteger(looks) || looks < 0 || looks >= MOST_LOOKS)
    return data({ state: "late" as const, ...facts });
  url.searchParams.set("look", String(looks + 1));
  return data({ state: "waiting" as const, ...facts }, { headers: goesOn(`${url.pathname}${url.search}`) });
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
  late: {
    title: "We are still confirming your payment",
    text: "As soon as it is through you will get a letter, and your loop will wait on your dashboard. You can close this page.",
  },
  wrong_sum: {
    title: "Payment Error",
    text: "The sum that was paid is not the sum of your order. We have been told and will write to you; please don’t pay again.",
  },
  unknown: {
    title: "Payment Error",
    text: "We don’t know of a payment of yours at this address. If you have just paid, your dashboard will know in a minute.",
  },
} as const;

export default function PaymentSuccess() {
  const { state, next, orderNumber, totalPence } = useLoaderData<typeof loader>();
  const { title, text } = WORDS[state];
  return (
    <Frame variant="checkout">
      <Stepper steps={JOURNEY_STEPS} current={state === "paid" ? 5 : 4} />
      <div className="stack stack-large prose">
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {orderNumber && totalPence !== null && (
          <p className="figures">
            Order <b>{orderNumber}</b>, {formatPence(totalPence)}
          </p>
        )}
        {state === "paid" && (
          <>
            <p>In {PAUSE_SECONDS} seconds we go on by ourselves.</p>
            <p className="row">
              <LinkButton href={next}>
                {next === "/dashboard" ? "To your dashboard" : "Choose the delivery date"}
              </LinkButton>
            </p>
          </>
        )}
        {state === "waiting" && (
          <p className="row">
            <LinkButton href="/payment?step=delivery" variant="line">
              Back to payment
            </LinkButton>
          </p>
        )}
        {(state === "late" || state === "unknown" || state === "wrong_sum") && (
          <p className="row">
            <LinkButton href="/dashboard">To your dashboard</LinkButton>
          </p>
        )}
      </div>
    </Frame>
  );
}
