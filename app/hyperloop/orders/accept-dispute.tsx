import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { acceptDispute, disputeToAnswer } from "~/domain/operations/disputes/answers.server";
import { reasonForm } from "~/domain/people/staff/forms";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { ANSWER_REFUSALS } from "./dispute-labels";
import { orderFacts } from "./order-facts.server";

export const handle: ScreenHandle = { title: "Accept a dispute – HyperLoop", noindex: true };

export const loader = staffLoader("disputes.accept", ({ param, now }) => {
  const orderId = param("order");
  const { dispute } = disputeToAnswer(orderId, param("dispute"), now) ?? notFound();
  return { orderId, sum: formatPence(dispute.amountPence), beside: orderFacts(orderId) };
});

export const action = staffFormAction("disputes.accept", reasonForm, async ({ reason }, at) => {
  const about = { orderId: at.param("order"), disputeId: at.param("dispute") };
  return {
    result: await acceptDispute(about, { staffId: at.staff.staffId, reason }, at.now),
    to: `${PATHS.orders}/${about.orderId}`,
    done: "The dispute is accepted. The buyer keeps the money.",
    refused: (refusal: keyof typeof ANSWER_REFUSALS) => ANSWER_REFUSALS[refusal],
  };
});

export default function AcceptDispute() {
  const { orderId, sum, beside } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      title="Accept this dispute?"
      lead={sum}
      back={{ label: "Back to the order", href: `${PATHS.orders}/${orderId}` }}
      button="Accept the dispute"
      variant="danger"
      beside={beside}
    >
      <p>
        The buyer keeps {sum}, and the bank’s fee isn’t returned. We’ll cancel whatever they haven’t used. This can’t be
        undone.
      </p>
    </ReasonPage>
  );
}
