import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/money/pounds";
import { auditEventsOn } from "~/domain/staff/audit-trail.server";
import { costOfVouchers } from "~/domain/staff/exposure.server";
import { isPermitted } from "~/domain/staff/permissions";
import { londonDay } from "~/domain/time/days";
import { formatDay, formatMoment } from "~/domain/time/format-days";
import { listVouchers } from "~/domain/vouchers/admin-vouchers.server";
import { approveBatch, batchData, declineBatch } from "~/domain/vouchers/batches.server";
import { MOST_IN_A_BATCH } from "~/domain/vouchers/forms";
import { Decision } from "~/hyperloop/decision";
import { StaffFrame } from "~/hyperloop/frame";
import { answerOutcome, answerWithReason } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { AuditPanel } from "~/ui/audit-panel";
import { DescriptionList } from "~/ui/description-list";
import { TablePanel } from "~/ui/panels";
import { notFound } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { BatchBadge, faceValue } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Partner order – HyperLoop", noindex: true };

/** One batch with all its vouchers; codes are whole only with the permission to see them. */
export const loader = staffLoader("vouchers.read", ({ staff, param, now }) => {
  const batch = batchData(param("batch"));
  if (!batch) notFound();
  const query = { search: "", status: "all", expiringSoon: false, batchId: batch.id } as const;
  const reveal = isPermitted(staff.role, "vouchers.reveal");
  const { rows } = listVouchers(query, { number: 1, size: MOST_IN_A_BATCH, reveal }, now);
  const lines = rows.map((row) => ({ ...row, untilDay: londonDay(row.expiresAt) }));
  const mayApprove = isPermitted(staff.role, "vouchers.approve");
  const costPence = costOfVouchers(batch.count);
  return { staff, batch, costPence, lines, mayApprove, actions: auditEventsOn("voucher_batch", batch.id) };
});

const REFUSALS = {
  own_batch: "You made this partner order, so somebody else must approve it.",
  not_waiting: "This partner order isn’t waiting for approval.",
} as const;

/** A second person decides about a large batch. */
export const action = staffAction("vouchers.approve", async ({ staff: { staffId }, param, form, now }) => {
  const batchId = param("batch");
  const refused = (refusal: keyof typeof REFUSALS) => REFUSALS[refusal];
  switch (form.get("intent")) {
    case "approve":
      return await answerOutcome({
        result: approveBatch(batchId, staffId, now),
        to: PATHS.batches,
        done: "Partner order approved. The vouchers work now.",
        refused,
      });
    case "decline":
      return await answerWithReason(form, "decline", (reason) => ({
        result: declineBatch(batchId, reason, staffId, now),
        to: PATHS.batches,
        done: "Partner order declined. The vouchers are cancelled.",
        refused,
      }));
    default:
      notFound();
  }
});

export default function BatchPage() {
  const { staff, batch, costPence, lines, mayApprove, actions } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isOwn = batch.madeByStaffId === staff.staffId;
  return (
    <StaffFrame
      title={batch.note || "A partner order"}
      lead={
        <>
          <BatchBadge batch={batch} /> {batch.isTest && <span className="staff-mark">Test</span>}
        </>
      }
      back={{ label: "Partner orders", href: PATHS.batches }}
    >
      <DescriptionList
        items={{
          Vouchers: batch.count,
          "Value of each": faceValue(batch.valuePence, batch.currency),
          "Total value": faceValue(batch.count * batch.valuePence, batch.currency),
          "Costs us": batch.isTest ? null : `${formatPence(costPence)}, a loop for each voucher`,
          "Goes to": batch.recipientEmail ?? "Nobody by email",
          "Made by": batch.madeBy,
          Made: formatMoment(new Date(batch.createdAt)),
          "Approved by": batch.approvedBy,
        }}
      />
      {batch.held > 0 && mayApprove && isOwn && (
        <p>You made this partner order, so somebody else must decide.</p>
      )}
      {batch.held > 0 && mayApprove && !isOwn && <Decision what="batch" answer={answer} />}
      <TablePanel
        title="Vouchers"
        caption="Vouchers in this partner order"
        columns={[
          {
            label: "Code",
            cell: ({ id, code }) => (
              <a className="staff-code" href={`/hyperloop/vouchers/${id}`}>
                {code}
              </a>
            ),
          },
          { label: "Status", cell: ({ status }) => <StatusBadge of="voucher" is={status} /> },
          { label: "Valid until", cell: ({ untilDay }) => formatDay(untilDay) },
          {
            label: "For",
            cell: ({ redeemer, recipientName }) =>
              redeemer ?? recipientName ?? <span className="muted">Nobody yet</span>,
          },
        ]}
        rows={lines}
      />
      <AuditPanel actions={actions} />
    </StaffFrame>
  );
}
