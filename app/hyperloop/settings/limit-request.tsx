import { useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { auditEventsOn } from "~/domain/people/staff/audit-trail.server";
import type { ReasonGiven } from "~/domain/people/staff/forms";
import { ROLE_NAMES } from "~/domain/people/staff/permissions";
import { NOT_SECOND } from "~/domain/people/staff/second-person";
import {
  approvalLimitRequestsNamed,
  approveLimit,
  declineLimit,
  withdrawLimit,
} from "~/domain/shop/discounts/approval-limit-requests.server";
import { APPROVAL_LIMIT_HOURS, formatApprovalLimit } from "~/domain/shop/discounts/approval-limits";
import { approvalLimits } from "~/domain/shop/discounts/approval-limits.server";
import { Decision } from "~/hyperloop/decision";
import { StaffFrame } from "~/hyperloop/frame";
import { respondWithOutcome, respondWithReason } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonField, StaffForm } from "~/hyperloop/staff-form";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { AuditPanel } from "~/ui/audit-panel";
import { DescriptionList } from "~/ui/description-list";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Limits of one person – HyperLoop", noindex: true };

/** Other limits of a role that a super admin asked for: another one decides, and the first can withdraw it. */
export const loader = staffLoader("settings.change", ({ param }) => {
  const [found] = approvalLimitRequestsNamed([param("request")]);
  if (!found) notFound();
  const { role } = found.request;
  return { ...found, now: approvalLimits()[role], actions: auditEventsOn("exposure_limit", role) };
});

const REFUSALS = {
  not_waiting: "Somebody has decided already, or it was withdrawn.",
  ...NOT_SECOND,
  not_own: "Only the person who asked for it can withdraw it.",
  asker_left: "The person who asked is no longer a super admin. Decline it, and ask for it yourself.",
} as const;

const refused = (refusal: keyof typeof REFUSALS) => REFUSALS[refusal];

export const action = staffAction("settings.change", async ({ staff: { staffId }, param, form, now }) => {
  const requestId = param("request");
  const page = `${PATHS.limitRequests}/${requestId}`;
  switch (form.get("intent")) {
    case "approve": {
      const result = approveLimit(requestId, staffId, now);
      const to = result.ok ? PATHS.settings : page;
      return await respondWithOutcome({ result, to, done: "Approved. The limits apply from now on.", refused });
    }
    case "decline":
      return await respondWithReason(form, "decline", (reason) => {
        const result = declineLimit(requestId, reason, staffId, now);
        const done = "Declined. The limits stay as they are.";
        return { result, to: result.ok ? PATHS.inbox : page, done, refused };
      });
    case "withdraw":
      return await respondWithReason(form, "withdraw", (reason) => {
        const result = withdrawLimit(requestId, reason, staffId, now);
        const done = "Withdrawn. The limits stay as they are.";
        return { result, to: result.ok ? PATHS.settings : page, done, refused };
      });
    default:
      notFound();
  }
});

export default function LimitRequest() {
  const { staff, request, requestedBy, now, actions } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const isWaiting = request.state === "waiting";
  const isOwn = request.requestedByStaffId === staff.staffId;
  return (
    <StaffFrame
      title={`Limits of one person: ${ROLE_NAMES[request.role]}`}
      lead={<StatusBadge of="limitRequest" is={request.state} />}
      back={{ label: "Settings", href: PATHS.settings }}
    >
      <DescriptionList
        items={{
          [`Now, in ${APPROVAL_LIMIT_HOURS} hours`]: formatApprovalLimit(now),
          "Asked for": formatApprovalLimit(request),
          "Asked by": requestedBy ?? "A former colleague",
          Asked: formatMoment(request.createdAt),
          Why: request.reason,
          Decided: request.decidedAt ? formatMoment(request.decidedAt) : null,
          "Reason given": request.decidedReason,
        }}
      />
      {isWaiting && isOwn && <Withdraw actionData={actionData} />}
      {isWaiting && !isOwn && <Decision what="change" actionData={actionData} />}
      <AuditPanel actions={actions} />
    </StaffFrame>
  );
}

function Withdraw({ actionData }: Pick<Parameters<typeof Decision>[0], "actionData">) {
  const [form, fields] = useForm<ReasonGiven>({ id: "withdraw", lastResult: actionData?.reply });
  return (
    <section className="staff-panel">
      <h2>Withdraw</h2>
      <p>{REFUSALS.own_request} Until then you can withdraw it.</p>
      <StaffForm form={form} button="Withdraw the request" variant="danger" intent="withdraw">
        <ReasonField of={fields.reason} />
      </StaffForm>
    </section>
  );
}
