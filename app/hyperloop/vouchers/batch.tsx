import { useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatNumber } from "~/domain/kernel/text/numbers";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { auditEventsOn } from "~/domain/people/staff/audit-trail.server";
import type { ReasonGiven } from "~/domain/people/staff/forms";
import { isPermitted } from "~/domain/people/staff/permissions";
import { NOT_SECOND } from "~/domain/people/staff/second-person";
import { costOfVouchers } from "~/domain/shop/discounts/approval-limits.server";
import { VOUCHER_LIST } from "~/domain/shop/vouchers/admin-vouchers.server";
import { batchCounts, batchData } from "~/domain/shop/vouchers/batch-records.server";
import { approveBatch, declineBatch } from "~/domain/shop/vouchers/batches.server";
import { allowCodeExport, refuseCodeExport } from "~/domain/shop/vouchers/code-export-lock.server";
import { DecisionPanels } from "~/hyperloop/decision";
import { StaffFrame } from "~/hyperloop/frame";
import { respondWithOutcome, respondWithReason } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { AuditPanel } from "~/ui/audit-panel";
import { LinkButton } from "~/ui/button";
import { problemsOf } from "~/ui/conform-field";
import { DescriptionList } from "~/ui/description-list";
import { ErrorSummary } from "~/ui/error-summary";
import { loaderHeaders } from "~/web/headers";
import { choiceIn, pageIn } from "~/web/list-query";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { CodeExportPanel, Making, REFRESH_SECONDS, UnusedPanel, WhereNow } from "./batch-panels";
import { BatchVouchers } from "./batch-vouchers";
import { BATCH_TABS, BatchBadge, faceValue } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Partner order – HyperLoop", noindex: true };

export const headers = loaderHeaders;

/** One partner order: where its vouchers are, and one page of them. Their codes stay sealed here. */
export const loader = staffLoader("vouchers.read", ({ request, staff, param, now }) => {
  const batch = batchData(param("batch")) ?? notFound();
  const query = { q: "", page: pageIn(request), status: choiceIn(request, "status", BATCH_TABS) };
  const found = VOUCHER_LIST.read({ ...query, batch: batch.id }, { now, role: staff.role });
  return {
    batch,
    counts: batchCounts(batch.id, now) ?? notFound(),
    costPence: costOfVouchers(1, now),
    list: { query, ...found, size: VOUCHER_LIST.size },
    actions: auditEventsOn("voucher_batch", batch.id),
    countedAt: formatMoment(now),
    refreshSeconds: batch.state === "making" ? REFRESH_SECONDS : null,
  };
});

const REFUSALS = {
  ...NOT_SECOND,
  not_waiting: "This partner order isn’t waiting for approval.",
  not_made: "The vouchers aren’t made yet.",
  not_opened: "The codes haven’t been opened yet.",
  not_asked: "That request is no longer waiting.",
  already_asked: "Somebody has already asked.",
} as const;

const OWN_BATCH = { own_request: "You made this partner order, so somebody else must approve it." };

/** A second person decides about a large batch, or about opening its codes again. */
export const action = staffAction("vouchers.approve", async ({ staff: { staffId }, param, form, now }) => {
  const batchId = param("batch");
  const refused = (refusal: keyof typeof REFUSALS) => REFUSALS[refusal];
  const refusedBatch = (refusal: keyof typeof REFUSALS) => ({ ...REFUSALS, ...OWN_BATCH })[refusal];
  const here = `${PATHS.batches}/${batchId}`;
  switch (form.get("intent")) {
    case "approve": {
      const result = approveBatch(batchId, staffId, now);
      return await respondWithOutcome({ result, to: here, done: "Partner order approved.", refused: refusedBatch });
    }
    case "decline":
      return await respondWithReason(form, "decline", (reason) => ({
        result: declineBatch(batchId, reason, staffId, now),
        to: PATHS.batches,
        done: "Partner order declined. The vouchers are cancelled.",
        refused: refusedBatch,
      }));
    case "allow_seal": {
      const result = allowCodeExport(batchId, staffId, now);
      return await respondWithOutcome({ result, to: here, done: "The codes can be opened again, once.", refused });
    }
    case "refuse_seal":
      return await respondWithReason(form, "decline", (reason) => ({
        result: refuseCodeExport(batchId, reason, staffId, now),
        to: here,
        done: "The codes stay closed.",
        refused,
      }));
    default:
      notFound();
  }
});

export default function BatchPage() {
  const { staff, batch, counts, costPence, actions, countedAt } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const reason = useForm<ReasonGiven>({ id: "decline", lastResult: actionData?.reply });
  const isOwn = batch.madeByStaffId === staff.staffId;
  const path = `${PATHS.batches}/${batch.id}`;
  const mayTakeBack =
    isOwn && isPermitted(staff.role, "vouchers.generate") && (batch.state === "waiting" || batch.state === "making");
  const asksForCodeExport = batch.seal.askedAt !== null && batch.seal.askedByStaffId !== staff.staffId;
  const mayApprove = isPermitted(staff.role, "vouchers.approve");
  return (
    <StaffFrame
      title={batch.note || "A partner order"}
      lead={
        <>
          <BatchBadge batch={batch} /> {batch.isTest && <span className="staff-mark">Test</span>}
        </>
      }
      back={{ label: "Partner orders", href: PATHS.batches }}
      actions={
        mayTakeBack && (
          <LinkButton href={`${path}/withdraw`} size="staff" variant="danger">
            {batch.state === "making" ? "Stop making them" : "Withdraw"}
          </LinkButton>
        )
      }
    >
      <ErrorSummary problems={problemsOf(reason[0])} />
      {batch.state === "making" && <Making batch={batch} />}
      {batch.state === "made" && <WhereNow counts={counts} costPence={costPence} countedAt={countedAt} />}
      <DescriptionList
        items={{
          Vouchers: formatNumber(batch.count),
          "Value of each": faceValue(batch.valuePence, batch.currency),
          "Total value": faceValue(batch.count * batch.valuePence, batch.currency),
          "Costs us": batch.isTest
            ? null
            : `${formatPence(batch.count * costPence)} if all are redeemed, at a loop each`,
          "Goes to": batch.recipientEmail ?? "Nobody by email",
          "Made by": batch.madeBy,
          Asked: formatMoment(batch.createdAt),
          "Approved by": batch.approvedBy,
          Finished: batch.finishedAt && formatMoment(batch.finishedAt),
        }}
      />
      {batch.state === "waiting" && mayApprove && isOwn && (
        <p>You made this partner order, so somebody else must decide.</p>
      )}
      {batch.state === "waiting" && mayApprove && !isOwn && (
        <div className="staff-panels">
          <DecisionPanels what="partner order" reason={reason} />
        </div>
      )}
      {batch.state === "made" && (
        <div className="staff-panels">
          <CodeExportPanel batch={batch} reason={mayApprove && asksForCodeExport ? reason : null} />
          <UnusedPanel batch={batch} counts={counts} />
        </div>
      )}
      {counts.made > 0 && <BatchVouchers />}
      <AuditPanel actions={actions} />
    </StaffFrame>
  );
}
