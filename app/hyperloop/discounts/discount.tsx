import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay, formatMoment } from "~/domain/kernel/time/format-days";
import { auditEventsOn } from "~/domain/people/staff/audit-trail.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { NOT_TWO_MESSAGE } from "~/domain/people/staff/second-person";
import { discountWithUses } from "~/domain/shop/discounts/admin-discounts.server";
import { approvalLoopPence } from "~/domain/shop/discounts/approval-limits.server";
import { approvalOf, approveDiscount, declineDiscount } from "~/domain/shop/discounts/discount-approval.server";
import { LAUNCH_CODE, LAUNCH_RULE } from "~/domain/shop/discounts/launch-offer";
import { lastDayOf, possibleCostPence } from "~/domain/shop/discounts/rules";
import { Decision } from "~/hyperloop/decision";
import { StaffFrame } from "~/hyperloop/frame";
import { respondWithOutcome, respondWithReason } from "~/hyperloop/outcome.server";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { AuditPanel } from "~/ui/audit-panel";
import { LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { TablePanel } from "~/ui/panels";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { formatFirstDay, worthOf } from "./discount-labels";

export const handle: ScreenHandle = { title: "Discount code – HyperLoop", noindex: true };

export const loader = staffLoader("discounts.read", ({ param, now }) => {
  const found = discountWithUses(param("discount"), now);
  if (!found) notFound();
  const { startsAt, expiresAt } = found.discount;
  const days = { first: startsAt && londonDay(startsAt), last: expiresAt && lastDayOf(expiresAt) };
  const costPence = possibleCostPence(found.discount, approvalLoopPence(now));
  const approval = approvalOf(found.discount.id);
  const actions = auditEventsOn("discount", found.discount.id);
  return { ...found, days, costPence, approval, actions };
});

const REFUSALS = {
  own_request: "A second person must approve your request.",
  not_two: NOT_TWO_MESSAGE,
  not_waiting: "This discount isn’t waiting for approval.",
} as const;

/** A second person decides about a discount. */
export const action = staffAction("discounts.approve", async ({ staff: { staffId }, param, form, now }) => {
  const id = param("discount");
  const to = `/hyperloop/discounts/${id}`;
  const refused = (refusal: keyof typeof REFUSALS) => REFUSALS[refusal];
  switch (form.get("intent")) {
    case "approve":
      return await respondWithOutcome({
        result: approveDiscount(id, staffId, now),
        to,
        done: `Discount approved. ${formatFirstDay(discountWithUses(id, now)?.discount.startsAt, now) ?? "The code works now."}`,
        refused,
      });
    case "decline":
      return await respondWithReason(form, "decline", (reason) => ({
        result: declineDiscount(id, reason, staffId, now),
        to,
        done: "Discount declined. The code stays off.",
        refused,
      }));
    default:
      notFound();
  }
});

export default function DiscountCode() {
  const { staff, discount, uses, days, costPence, approval, actions } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
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
          <>
            <LinkButton href={`/hyperloop/discounts/${discount.id}/last-day`} size="staff" variant="line">
              {days.last ? "Bring the last day forward" : "Set a last day"}
            </LinkButton>
            <LinkButton href={`/hyperloop/discounts/${discount.id}/delete`} size="staff" variant="danger">
              Delete
            </LinkButton>
          </>
        )
      }
    >
      <DescriptionList
        items={{
          Discount: worthOf(discount),
          Description: discount.description || "None",
          Uses: `${discount.usedCount} of ${discount.maxUses ?? "no limit"}`,
          "Maximum cost to us": costPence === null ? "No limit" : formatPence(costPence),
          "Minimum order": sum(discount.minimumOrderPence),
          "Maximum discount": sum(discount.maximumDiscountPence),
          "First day": days.first ? formatDay(days.first) : "Straight away",
          "Last day": days.last
            ? formatDay(days.last)
            : `None${discount.code === LAUNCH_CODE ? `. ${LAUNCH_RULE}` : ""}`,
          "First order only": discount.firstOrderOnly ? "Yes" : "No",
          "Once per customer": discount.oncePerCustomer ? "Yes" : "No",
          ...approvalData(approval),
        }}
      />
      {isWaiting && isOwn && <p>You asked for this discount, so somebody else must decide.</p>}
      {isWaiting && !isOwn && <Decision what="discount" actionData={actionData} />}
      <div className="staff-panels">
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
            { label: "Discount", numeric: true, cell: ({ discountPence }) => formatPence(discountPence) },
            { label: "State", cell: ({ state }) => (state === "counted" ? "Paid" : "Payment pending") },
          ]}
          rows={uses}
          empty={<p className="muted">Nobody has used it yet.</p>}
        />
        <AuditPanel actions={actions} />
      </div>
    </StaffFrame>
  );
}

type Approval = ReturnType<typeof useLoaderData<typeof loader>>["approval"];

function approvalData(approval: Approval) {
  if (!approval) return {};
  const { request, requestedBy, decidedBy } = approval;
  const by = (name: string | null) => name ?? "A former colleague";
  const decided = request.decidedReason ? `${by(decidedBy)}: ${request.decidedReason}` : by(decidedBy);
  return {
    "Asked for by": by(requestedBy),
    "Approved by": request.state === "approved" ? decided : null,
    "Declined by": request.state === "declined" ? decided : null,
  };
}
