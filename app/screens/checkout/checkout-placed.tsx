import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COPY_PROMISE } from "~/domain/diary/loops/book-days";
import { formatPence } from "~/domain/kernel/money/pounds";
import { fulfilledSoFar, fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { PAYMENT_STATUS_COPY, paymentStatusFrom } from "~/domain/shop/orders/payment-copy";
import { paymentOfReference } from "~/domain/shop/orders/payments.server";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { HELP_LINK } from "~/ui/site-links";
import { forgetCart, readCart } from "~/web/cart.server";
import { currentTime } from "~/web/clock.server";
import { loaderHeaders } from "~/web/headers";
import { paymentReference } from "~/web/payment-return.server";
import { PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { runBeside } from "~/web/storage.server";

export const handle: ScreenHandle<{ isPaid: boolean }> = {
  title: ({ isPaid }) => (isPaid ? "Order placed successfully!" : "Your payment"),
  noindex: true,
};

export const headers = loaderHeaders;

/** Until the payment is settled, the page reloads after this long. */
const PAUSE_SECONDS = 5;

/** The buyer's own payments only. Proof of payment comes from the provider, not the URL. */
export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const reference = paymentReference(request);
  const person = await requireCustomer(request, "checkout");
  const found = paymentOfReference(person.accountId, reference);
  if (found?.order.kind !== "book_copies") throw redirect("/checkout");
  const { id } = found.order;
  const result = await runBeside(
    request,
    () => fulfilOrder(id, currentTime()),
    () => fulfilledSoFar(id),
  );
  const { number, totalPence, email, basketKey } = found.order;
  const headers = new Headers(PRIVATE);
  headers.set("Referrer-Policy", "no-referrer");
  if (result.ok) {
    if ((await readCart(request)).basketKey === basketKey) headers.append("Set-Cookie", await forgetCart());
    const receipt = `/order/${found.order.id}/receipt`;
    return data({ isPaid: true, state: null, number, totalPence, email, reason: null, receipt }, { headers });
  }
  const { payment = found.payment } = paymentOfReference(person.accountId, reference) ?? {};
  const state = paymentStatusFrom(result.reason, payment);
  const isLookedAtAgain = state === "waiting" || state === "processing";
  if (isLookedAtAgain) headers.set("Refresh", `${PAUSE_SECONDS};url=${url.pathname}${url.search}`);
  const reason = state === "failed" ? payment.lastError : null;
  return data({ isPaid: false, state, number, totalPence, email, reason, receipt: null }, { headers });
}

const PAID = {
  title: "Order placed successfully!",
  text: "You will receive a confirmation email shortly.",
};

export default function CheckoutPlaced() {
  const { isPaid, state, number, totalPence, email, reason, receipt } = useLoaderData<typeof loader>();
  const { title, text } = state ? PAYMENT_STATUS_COPY[state] : PAID;
  const canTryAgain = state === "failed" || state === "sent_back";
  const needsHelp = canTryAgain || state === "wrong_sum";
  return (
    <Frame variant="checkout">
      <div className="stack stack-large prose">
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {reason && <p>{reason}</p>}
        <p className="figures">
          Order <b>{number}</b>, {formatPence(totalPence)}
          {isPaid && `. We’ve emailed your receipt to ${email}.`}
        </p>
        {isPaid && <p>{COPY_PROMISE}</p>}
        <p className="row">
          {canTryAgain ? (
            <LinkButton href="/checkout?step=payment">Try Again</LinkButton>
          ) : (
            <LinkButton href="/account-settings?tab=orders">See your orders</LinkButton>
          )}
          {receipt && (
            <LinkButton href={receipt} variant="line">
              Download Receipt
            </LinkButton>
          )}
          {needsHelp && (
            <LinkButton href={HELP_LINK.href} variant="line">
              Contact Support
            </LinkButton>
          )}
        </p>
      </div>
    </Frame>
  );
}
