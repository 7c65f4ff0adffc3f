import { useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatMoment } from "~/domain/kernel/time/format-days";
import type { ReasonGiven } from "~/domain/people/staff/forms";
import { refundChoices } from "~/domain/shop/orders/admin-refunds.server";
import { linesOf } from "~/domain/shop/orders/orders.server";
import { approveRefund, declineRefund, refundRequestData } from "~/domain/shop/orders/refund-requests.server";
import { sendRefund } from "~/domain/shop/orders/refunds.server";
import { DecisionPanels } from "~/hyperloop/decision";
import { StaffFrame } from "~/hyperloop/frame";
import { respondWithOutcome, respondWithReason } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { Banner } from "~/ui/banner";
import { problemsOf } from "~/ui/conform-field";
import { DescriptionList } from "~/ui/description-list";
import { ErrorSummary } from "~/ui/error-summary";
import { currentTime } from "~/web/clock.server";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { APPROVAL_REFUSALS, formatTaken, VOUCHER_FATES } from "./order-labels";
import { formatConsequences } from "./refund-consequences";

export const handle: ScreenHandle = { title: "Large refund – HyperLoop", noindex: true };

/** A refund that somebody else asked for, to be looked at. */
export const loader = staffLoader("refunds.approve", ({ param }) => {
  const view = refundRequestData(param("request")) ?? notFound();
  const choices = refundChoices(view.request.orderId) ?? notFound();
  return { ...view, lines: linesOf(view.request.orderId), choices };
});

export const action = staffAction("refunds.approve", async ({ staff, param, form, now }) => {
  const requestId = param("request");
  switch (form.get("intent")) {
    case "approve":
      return await approve(requestId, staff.staffId);
    case "decline":
      return await respondWithReason(form, "decline", (reason) => {
        const result = declineRefund(requestId, reason, staff.staffId, now);
        const to = result.ok ? PATHS.refundRequests : `${PATHS.refundRequests}/${requestId}`;
        return { result, to, done: "Refund declined.", refused: formatRefusal };
      });
    default:
      notFound();
  }
});

/** Writes the refund down, then asks the provider; where it does not respond now, the worker asks again. */
async function approve(requestId: string, staffId: string) {
  const result = approveRefund(requestId, staffId, currentTime());
  const isFailed = result.ok && (await sendRefund(result.refundId, currentTime())) === "failed";
  return await respondWithOutcome({
    result,
    to: result.ok ? PATHS.refundRequests : `${PATHS.refundRequests}/${requestId}`,
    done: isFailed
      ? { tone: "bad", message: "The provider refused the refund. An alarm says why." }
      : "Refund approved. The money is on its way.",
    refused: formatRefusal,
  });
}

const formatRefusal = (refusal: keyof typeof APPROVAL_REFUSALS) => `${APPROVAL_REFUSALS[refusal]}.`;

export default function RefundRequestPage() {
  const { staff, request, orderNumber, requestedBy, lines, choices } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const reason = useForm<ReasonGiven>({ id: "decline", lastResult: actionData?.reply });
  const isOwn = request.requestedByStaffId === staff.staffId;
  return (
    <StaffFrame
      title={`Refund ${formatPence(request.amountPence)}?`}
      lead={<StatusBadge of="refundRequest" is={request.state} />}
      back={{ label: "Large refunds", href: PATHS.refundRequests }}
    >
      <ErrorSummary problems={problemsOf(reason[0])} />
      {request.state === "waiting" && <WhatHappens request={request} choices={choices} />}
      <DescriptionList
        items={{
          Order: <a href={`/hyperloop/orders/${request.orderId}`}>{orderNumber}</a>,
          Bought: lines
            .map(({ quantity, name, unitPence }) => `${quantity} × ${name}, ${formatPence(quantity * unitPence)}`)
            .join("; "),
          "Left of what was paid": formatPence(choices.leftPence),
          "Asked by": requestedBy ?? "A former colleague",
          Asked: formatMoment(request.createdAt),
          Why: request.reason || "Deleted",
          Items: formatTaken(request.taken, lines) || "No particular line",
          Goodwill: formatPence(request.goodwillPence),
          Voucher: request.voucher ? VOUCHER_FATES[request.voucher] : null,
          "Even if used": request.evenIfUsed ? "Yes" : "No",
          Decided: request.decidedAt ? formatMoment(request.decidedAt) : null,
          "Reason declined": request.decidedReason ? request.decidedReason : null,
        }}
      />
      {request.state === "waiting" && isOwn && <p>You asked for this refund, so somebody else must decide.</p>}
      {request.state === "waiting" && !isOwn && (
        <div className="staff-panels">
          <DecisionPanels what="refund" reason={reason} isOver={hasChanged({ request, choices })} />
        </div>
      )}
    </StaffFrame>
  );
}

type Shown = Pick<ReturnType<typeof useLoaderData<typeof loader>>, "request" | "choices">;

/** Whether less is left of the order than was asked for. */
function hasChanged({ request, choices }: Shown): boolean {
  const leftOf = (lineId: string) => choices.lines.find(({ id }) => id === lineId)?.left ?? 0;
  return (
    request.amountPence > choices.leftPence || request.taken.some(({ lineId, quantity }) => quantity > leftOf(lineId))
  );
}

/** What approving it does, or that it can’t be done any more as it was asked for. */
function WhatHappens({ request, choices }: Shown) {
  const { amountPence } = request;
  if (hasChanged({ request, choices })) {
    return (
      <Banner tone="warn">
        <b>This has changed since it was asked for.</b> Less is left of the order than this would refund. Decline it so
        that somebody can ask again.
      </Banner>
    );
  }
  const terms = { ...request, isWhole: amountPence === choices.leftPence };
  return (
    <Banner tone="info">
      <b>What will happen: {formatPence(amountPence)} goes back.</b>
      <ul className="staff-acts-done">
        {formatConsequences(choices, terms).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Banner>
  );
}
