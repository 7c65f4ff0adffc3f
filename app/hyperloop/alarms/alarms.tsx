import { useLoaderData } from "@remix-run/react";
import { titleOf, whatToDoPath } from "~/domain/alarms/notice-text";
import { runbookPage } from "~/domain/alarms/runbook";
import { isPermitted } from "~/domain/staff/permissions";
import { alarmsToShow } from "~/domain/system/admin-alarms.server";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { TablePanel } from "~/ui/panels";
import { Table } from "~/ui/table";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Alarms – HyperLoop", noindex: true };

/** Open alarms, then the resolved ones. */
export const loader = staffLoader("alarms.read", () => {
  const { open, resolved } = alarmsToShow();
  return {
    open: open.map(({ id, kind, message, times, objectType, objectId, raisedAt, lastSeenAt }) => ({
      id,
      message,
      times,
      objectType,
      objectId,
      kind: titleOf(kind),
      whatToDo: runbookPage(kind) ? whatToDoPath(kind) : null,
      raised: formatMoment(raisedAt),
      seen: formatMoment(lastSeenAt),
    })),
    resolved: resolved.map(({ alarm, by }) => ({
      id: alarm.id,
      message: alarm.message,
      kind: titleOf(alarm.kind),
      reason: alarm.resolvedReason ?? "",
      by: by ?? "Automatic",
      at: alarm.resolvedAt ? formatMoment(alarm.resolvedAt) : "",
    })),
  };
});

export default function Alarms() {
  const { staff, open, resolved } = useLoaderData<typeof loader>();
  const mayResolve = isPermitted(staff.role, "alarms.resolve");
  return (
    <StaffFrame
      title="Alarms"
      lead="Oldest first. An alarm ends when its check passes or somebody resolves it"
    >
      <Table
        caption="Open alarms"
        captionHidden
        columns={[
          {
            label: "Alarm",
            cell: ({ kind, whatToDo }) => <b>{whatToDo ? <a href={whatToDo}>{kind}</a> : kind}</b>,
          },
          { label: "What happened", cell: ({ message }) => <span className="audit-text">{message}</span> },
          {
            label: "About",
            cell: ({ objectType, objectId }) =>
              objectType === "order" && isPermitted(staff.role, "orders.read") ? (
                <a href={`/hyperloop/orders/${objectId}`}>Order</a>
              ) : objectType === "payout" && isPermitted(staff.role, "ledger.read") ? (
                <a href={`${PATHS.payouts}/${objectId}`}>Payout</a>
              ) : (
                objectType.replaceAll("_", " ")
              ),
          },
          { label: "Raised", cell: ({ raised }) => raised },
          {
            label: "Times",
            cell: ({ times, seen }) => (times === 1 ? "Once" : `${times} times, last ${seen}`),
          },
          {
            label: "Actions",
            labelHidden: true,
            cell: ({ id, kind }) =>
              mayResolve && (
                <a href={`${PATHS.alarms}/${id}`}>
                  Resolve<span className="visually-hidden"> {kind}</span>
                </a>
              ),
          },
        ]}
        rows={open}
        empty={<p>No open alarms.</p>}
      />
      <TablePanel
        title="Recently resolved"
        caption="Recently resolved alarms"
        columns={[
          { label: "Alarm", cell: ({ kind }) => kind },
          { label: "What happened", cell: ({ message }) => <span className="audit-text">{message}</span> },
          { label: "Resolved", cell: ({ at }) => at },
          { label: "By", cell: ({ by }) => by },
          { label: "Reason", cell: ({ reason }) => reason },
        ]}
        rows={resolved}
        empty={<p className="muted">None yet.</p>}
      />
    </StaffFrame>
  );
}
