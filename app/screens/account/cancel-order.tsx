import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/money/pounds";
import { ASK_AGAIN, CANCEL_REFUSALS, CANCEL_WORDS, offerKey, sayOffer } from "~/domain/orders/cancellation";
import { cancelOrder, cancelStateOf } from "~/domain/orders/cancellation.server";
import { Frame } from "~/screens/frame";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { DialogPage } from "~/ui/dialog-page";
import { PostForm } from "~/ui/post-form";
import { TextLink } from "~/ui/text-link";
import { notFound, PRIVATE, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";

const LIST = "/account-settings?tab=orders";

export const handle: ScreenHandle = { title: "Cancel this order?", noindex: true };

/** One of the customer's orders: shows what cancelling it does, or why it cannot be cancelled. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  const state = cancelStateOf(accountId, param(params, "order"), currentTime());
  if (!state) notFound();
  const { number, kind } = state.order;
  const shown = state.ok
    ? { says: sayOffer(state.offer), key: offerKey(state.offer), refusal: null }
    : { says: [], key: "", refusal: CANCEL_REFUSALS[state.reason] };
  return data({ number, kind, ...shown }, { headers: PRIVATE });
}

/** One of the customer's orders. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  const shown = formOf(request).get("shown");
  const key = typeof shown === "string" ? shown : "";
  const cancelled = await cancelOrder(accountId, param(params, "order"), key, currentTime());
  if (!cancelled.ok) {
    const { reason } = cancelled;
    if (reason === "not_found") notFound();
    if (reason === "changed") return data({ hasChanged: true }, { status: 409, headers: PRIVATE });
    return await seeOther(LIST, { flash: { tone: "warn", message: CANCEL_REFUSALS[reason] } });
  }
  const { order, refund, refundPence } = cancelled;
  const message = `Order ${order.number} is cancelled.`;
  if (refund === "failed") {
    const more = "We couldn’t send the money back the way you paid. We’ll email you about it.";
    return await seeOther(LIST, { flash: { tone: "warn", message, more } });
  }
  const more = refund === "none" ? undefined : `${formatPence(refundPence)} is on its way back to you.`;
  return await seeOther(LIST, { flash: { tone: "ok", message, more } });
}

export default function CancelOrder() {
  const { number, kind, says, key, refusal } = useLoaderData<typeof loader>();
  const hasChanged = useActionData<typeof action>()?.hasChanged === true;
  return (
    <Frame variant="signed-in" width="container">
      <DialogPage title={refusal ? "You can’t cancel this order" : "Cancel this order?"} backHref={LIST}>
        {refusal ? (
          <>
            <p>{refusal}</p>
            <p>
              <TextLink href={LIST}>Back to your orders</TextLink>
            </p>
          </>
        ) : (
          <>
            {hasChanged && <Banner tone="warn">{ASK_AGAIN}</Banner>}
            <p>
              <b>Order {number}</b>. {says.join(" ")}
            </p>
            <PostForm className="row">
              <input type="hidden" name="shown" value={key} />
              <Button variant="danger">{CANCEL_WORDS[kind]}</Button>
              <TextLink href={LIST}>Keep it</TextLink>
            </PostForm>
          </>
        )}
      </DialogPage>
    </Frame>
  );
}
