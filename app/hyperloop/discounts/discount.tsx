import { useActionData, useLoaderData } from "@remix-run/react";
import { readPrices } from "~/domain/catalogue/prices.server";
import { discountWithUses } from "~/domain/discounts/admin-discounts.server";
import { possibleCostPence } from "~/domain/discounts/approval";
import { approvalOf, approveDiscount, declineDiscount } from "~/domain/discounts/discount-approval.server";
import { formatPence } from "~/domain/money/pounds";
import { auditEventsOn } from "~/domain/staff/audit-trail.server";
import { isPermitted } from "~/domain/staff/permissions";
import { londonDay } from "~/domain/time/days";
import { formatDay, formatMoment } from "~/domain/time/format-days";
import { Decision } from "~/hyperloop/decision";
import { StaffFrame } from "~/hyperloop/frame";
import { answerOutcome, answerWithReason } from "~/hyperloop/outcome.server";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { AuditPanel } from "~/ui/audit-panel";
import { LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { TablePanel } from "~/ui/panels";
import { notFound } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { worthOf } from "./discount-labels";

export const handle: ScreenHandle = { title: "Discount code – HyperLoop", noindex: true };

export const loader = staffLoader("discounts.read", ({ param, now }) => {
  const found = discountWithUses(param("discount"), now);
  if (!found) notFound();
  const { startsAt, expiresAt } = found.discount;
  const days = { first: startsAt && londonDay(startsAt), last: expiresAt && londonDay(expiresAt) };
  const costPence = possibleCostPence(found.discount, readPrices().loopPence);
  const approval = approvalOf(found.discount.id);
  const actions = auditEventsOn("discount", found.discount.id);
  return { ...found, days, costPence, approval, actions };
});

const REFUSALS = {
  own_request: "A second person has to approve what you have asked for.",
  not_waiting: "This discount waits for nothing.",
} as const;

/** A second person decides about a discount. */
export const action = staffAction("discounts.approve", async ({ staff: { staffId }, param, form, now }) => {
  const id = param("discount");
  const to = `/hyperloop/discounts/${id}`;
  const refused = (refusal: keyof typeof REFUSALS) => REFUSALS[refusal];
  switch (form.get("intent")) {
    case "approve":
      return await answerOutcome({
        result: approveDiscount(id, staffId, now),
        to,
        done: "The discount is approved; its code can be used.",
        refused,
      });
    case "decline":
      return await answerWithReason(form, "decline", (reason) => ({
        result: declineDiscount(id, reason, staffId, now),
        to,
        done: "The discount is declined; its code stays switched off.",
        refused,
      }));
    default:
      notFound();
  }
});

export default function DiscountCode() {
  const { staff, discount, uses, days, costPence, approval, actions } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isWaiting = discount.state === "waiting" && isPermitted(staff.role, "discounts.approve");
  const isOwn = approval?.request.requestedByStaffId === staff.staffId;
  const sum = (pence: number | null) => (pence === null ? "None" : formatPence(pence));
  return (
    <StaffFrame
      title={discount.code}
      lead={<StatusBadge of="discount" is={discount.state} />}
      back={{ label: "Discounts", href: "/hyperloop/discounts" }}
      actions={
        isPermitted(staff.role, "discounts.change") && (
          <LinkButton href={`/hyperloop/discounts/${discount.id}/delete`} size="staff" variant="danger">
            Delete
          </LinkButton>
        )
      }
    >
      <DescriptionList
        items={{
          "Takes off": worthOf(discount),
          Description: discount.description || "None",
          Uses: `${discount.usedCount} of ${discount.maxUses ?? "any number"}`,
          "Costs us at most": costPence === null ? "No limit" : formatPence(costPence),
          "Minimum order": sum(discount.minimumOrderPence),
          "Most it takes off": sum(discount.maximumDiscountPence),
          "First day": days.first ? formatDay(days.first) : "At once",
          "Last day": days.last ? formatDay(days.last) : "None",
          "For a first order only": discount.firstOrderOnly ? "Yes" : "No",
          "Once for each customer": discount.oncePerCustomer ? "Yes" : "No",
          ...approvalData(approval),
        }}
      />
      {isWaiting && isOwn && <p>You asked for this discount, so somebody else decides.</p>}
      {isWaiting && !isOwn && <Decision what="discount" answer={answer} />}
      <TablePanel
        title="Orders with this code"
        caption="Orders with this code, newest first"
        columns={[
          {
            label: "Order",
            cell: ({ orderId, orderNumber }) =>
              isPermitted(staff.role, "orders.read") ? (
                <a className="staff-code" href={`/hyperloop/orders/${orderId}`}>
                  {orderNumber}
                </a>
              ) : (
                orderNumber
              ),
          },
          { label: "When", cell: ({ createdAt }) => formatMoment(new Date(createdAt)) },
          { label: "Taken off", numeric: true, cell: ({ discountPence }) => formatPence(discountPence) },
          { label: "State", cell: ({ state }) => (state === "counted" ? "Paid" : "Being paid") },
        ]}
        rows={uses}
        empty={<p className="muted">Nobody has used it yet.</p>}
      />
      <AuditPanel actions={actions} />
    </StaffFrame>
  );
}

type Approval = ReturnType<typeof useLoaderData<typeof loader>>["approval"];

function approvalData(approval: Approval) {
  if (!approval) return {};
  const { request, requestedBy, decidedBy } = approval;
  const by = (name: string | null) => name ?? "Somebody who left";
  const decided = request.decidedReason ? `${by(decidedBy)}: ${request.decidedReason}` : by(decidedBy);
  return {
    "Asked for by": by(requestedBy),
    "Approved by": request.state === "approved" ? decided : null,
    "Declined by": request.state === "declined" ? decided : null,
  };
}
