import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatMoment } from "~/domain/kernel/time/format-days";
import {
  approveReprint,
  declineReprint,
  reprintRequestData,
} from "~/domain/operations/printing/reprint-requests.server";
import { Decision } from "~/hyperloop/decision";
import { StaffFrame } from "~/hyperloop/frame";
import { respondWithOutcome, respondWithReason } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { Banner } from "~/ui/banner";
import { DescriptionList } from "~/ui/description-list";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { CAUSES, PAYERS } from "./cost-labels";
import { formatReprint, REFUSALS } from "./printing-labels";

export const handle: ScreenHandle = { title: "Reprint – HyperLoop", noindex: true };

/** A reprint that somebody else asked for. */
export const loader = staffLoader(
  "printing.approve_reprint",
  ({ param }) => reprintRequestData(param("request")) ?? notFound(),
);

const refused = (refusal: keyof typeof REFUSALS) => REFUSALS[refusal];

export const action = staffAction("printing.approve_reprint", async ({ staff, param, form, now }) => {
  const requestId = param("request");
  const page = `${PATHS.reprintRequests}/${requestId}`;
  switch (form.get("intent")) {
    case "approve": {
      const result = approveReprint(requestId, staff.staffId, now);
      const to = result.ok ? `${PATHS.printQueue}/${result.shipmentId}` : page;
      return await respondWithOutcome({ result, to, done: "Approved. It’s in the print queue.", refused });
    }
    case "decline":
      return await respondWithReason(form, "decline", (reason) => {
        const result = declineReprint(requestId, reason, staff.staffId, now);
        return { result, to: result.ok ? PATHS.inbox : page, done: "Reprint declined.", refused };
      });
    default:
      notFound();
  }
});

export default function ReprintRequestPage() {
  const { staff, request, requestedBy, line, address } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const isOwn = request.requestedByStaffId === staff.staffId;
  return (
    <StaffFrame
      title="Print it again?"
      lead={<StatusBadge of="refundRequest" is={request.state} />}
      back={{ label: "Inbox", href: PATHS.inbox }}
    >
      <Banner tone="info">
        <b>{formatReprint(line, request)}</b>
      </Banner>
      <DescriptionList
        items={{
          "Printed before": <a href={`${PATHS.printQueue}/${line.id}`}>{line.reference}</a>,
          Owner: line.owner,
          "Asked by": requestedBy ?? "A former colleague",
          Asked: formatMoment(request.createdAt),
          Cause: CAUSES[request.cause],
          Why: request.reason || "Deleted",
          "Who pays": PAYERS[request.payer],
          Cost: `About ${formatPence(request.costPence)}`,
          "Goes to": address
            ? [address.name, ...address.lines, address.city, address.county, address.postcode]
                .filter((row) => row !== "")
                .join(", ")
            : "Deleted",
          Decided: request.decidedAt ? formatMoment(request.decidedAt) : null,
          "Reason declined": request.decidedReason || null,
          Reprint: request.reprintId ? <a href={`${PATHS.printQueue}/${request.reprintId}`}>Open the parcel</a> : null,
        }}
      />
      {request.state === "waiting" && isOwn && <p>{REFUSALS.own_request}</p>}
      {request.state === "waiting" && !isOwn && <Decision what="reprint" actionData={actionData} />}
    </StaffFrame>
  );
}
