import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/money/pounds";
import type { CancelRefusal } from "~/domain/orders/cancellation";
import { CANCELLATION_DAYS } from "~/domain/orders/cancellation";
import { cancelOrder, cancelStateOf } from "~/domain/orders/cancellation.server";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { DialogPage } from "~/ui/dialog-page";
import { PostForm } from "~/ui/post-form";
import { TextLink } from "~/ui/text-link";
import { notFound, PRIVATE, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";

const LIST = "/account-settings?tab=orders";

export const handle: ScreenHandle = { title: "Cancel this order?", noindex: true };

const WHAT_GOES = {
  loop: "We’ll cancel the loop you haven’t started.",
  gift: "We’ll cancel the voucher, so its code stops working.",
  book_copies: "We won’t print the copies.",
} as const;

const REFUSALS: Readonly<Record<CancelRefusal, string>> = {
  not_paid: "This order wasn’t paid, so there’s nothing to cancel.",
  already_cancelled: "This order is already cancelled.",
  disputed: "Your bank is deciding about this payment, so we can’t refund it until that’s settled.",
  used: "What you bought has been started, redeemed or sent to the printer, so you can’t cancel it here. If something’s wrong with it, write to us and we’ll put it right.",
  too_late: `The ${CANCELLATION_DAYS} days for cancelling this order are over. If something’s wrong, write to us and we’ll put it right.`,
};

/** One of the customer's orders: asks before it is cancelled. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  const state = cancelStateOf(accountId, param(params, "order"), currentTime());
  if (!state) notFound();
  const { number, kind, totalPence } = state.order;
  return data({ number, kind, totalPence, refusal: state.refusal }, { headers: PRIVATE });
}

/** One of the customer's orders. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  const cancelled = await cancelOrder(accountId, param(params, "order"), currentTime());
  if (!cancelled.ok) {
    if (cancelled.reason === "not_found") notFound();
    return await seeOther(LIST, { flash: { tone: "warn", message: REFUSALS[cancelled.reason] } });
  }
  const { order, refund } = cancelled;
  const message = `Order ${order.number} is cancelled.`;
  if (refund === "failed") {
    const more = "We couldn’t send the money back the way you paid. We’ll email you about it.";
    return await seeOther(LIST, { flash: { tone: "warn", message, more } });
  }
  const more = refund === "none" ? undefined : `${formatPence(order.totalPence)} is on its way back to you.`;
  return await seeOther(LIST, { flash: { tone: "ok", message, more } });
}

export default function CancelOrder() {
  const { number, kind, totalPence, refusal } = useLoaderData<typeof loader>();
  return (
    <Frame variant="signed-in" width="container">
      <DialogPage title={refusal ? "You can’t cancel this order" : "Cancel this order?"} backHref={LIST}>
        {refusal ? (
          <>
            <p>{REFUSALS[refusal]}</p>
            <p>
              <TextLink href={LIST}>Back to your orders</TextLink>
            </p>
          </>
        ) : (
          <>
            <p>
              <b>Order {number}</b>. {WHAT_GOES[kind]}{" "}
              {totalPence > 0 && `We’ll refund ${formatPence(totalPence)} the way you paid.`}
            </p>
            <PostForm className="row">
              <Button variant="danger">Cancel order</Button>
              <TextLink href={LIST}>Keep it</TextLink>
            </PostForm>
          </>
        )}
      </DialogPage>
    </Frame>
  );
}
