import { data, type HeadersFunction, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { fulfilOrder } from "~/domain/orders/fulfilment.server";
import { latestPayment, paymentOfReference } from "~/domain/orders/payments.server";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { formatPence } from "~/ui/format";
import { Stepper } from "~/ui/stepper";
import { PRIVATE } from "~/web/answers.server";
import { forgivePayment } from "~/web/attempts.server";
import { forgetCart, readCart } from "~/web/cart.server";
import { readClock } from "~/web/clock.server";
import { paymentReference } from "~/web/payment-return.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { CHECKOUT_STEPS } from "./checkout-steps";

export const handle: ScreenHandle<{ isPaid: boolean }> = {
  title: ({ isPaid }) => (isPaid ? "Order placed successfully!" : "Your payment"),
  noindex: true,
};

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** While the provider has not told us, the page looks again after this long. */
const PAUSE_SECONDS = 5;

/** The buyer's own payments only; the address proves nothing, the provider is asked. */
export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const reference = paymentReference(request);
  const person = await requireCustomer(request, "checkout");
  const found = paymentOfReference(person.accountId, reference);
  if (found?.order.kind !== "book_copies") throw redirect("/checkout");
  const result = await fulfilOrder(found.order.id, readClock());
  const { number, totalPence, email, basketKey } = found.order;
  const headers = new Headers(PRIVATE);
  headers.set("Referrer-Policy", "no-referrer");
  if (result.ok) {
    forgivePayment(person.accountId);
    if ((await readCart(request)).basketKey === basketKey) headers.append("Set-Cookie", await forgetCart());
    return data({ isPaid: true, isStuck: false, number, totalPence, email, lastError: null }, { headers });
  }
  const isStuck = result.reason === "wrong_sum" || found.payment.status === "refused";
  if (!isStuck) headers.set("Refresh", `${PAUSE_SECONDS};url=${url.pathname}${url.search}`);
  const lastError = latestPayment(found.order.id)?.lastError ?? null;
  return data({ isPaid: false, isStuck, number, totalPence, email, lastError }, { headers });
}

export default function CheckoutPlaced() {
  const { isPaid, isStuck, number, totalPence, email } = useLoaderData<typeof loader>();
  return (
    <Frame variant="checkout">
      <Stepper steps={CHECKOUT_STEPS.map(({ label }) => ({ label }))} current={isPaid ? 4 : 3} />
      <div className="stack stack-large prose">
        <h1>{isPaid ? "Order placed successfully!" : wordsWhile(isStuck).title}</h1>
        <p className="lead">
          {isPaid ? "You will receive a confirmation email shortly." : wordsWhile(isStuck).text}
        </p>
        <p className="figures">
          Order <b>{number}</b>, {formatPence(totalPence)}
          {isPaid && `. The confirmation goes to ${email}.`}
        </p>
        <p className="row">
          <LinkButton href="/account-settings?tab=orders">To your orders</LinkButton>
        </p>
      </div>
    </Frame>
  );
}

function wordsWhile(isStuck: boolean) {
  return isStuck
    ? {
        title: "Payment Error",
        text: "The sum that was paid is not the sum of your order. We have been told and will write to you; please don’t pay again.",
      }
    : {
        title: "We are confirming your payment",
        text: "The payment page has not told us yet. This page looks again every few seconds; nothing is charged twice. You can close it: as soon as the payment is through you will get a letter.",
      };
}
