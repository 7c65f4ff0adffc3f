import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { titleOf, whatToDoPath } from "~/domain/alarms/notice-text";
import { runbookPage } from "~/domain/alarms/runbook";
import { isPermitted } from "~/domain/staff/permissions";
import { alarmsToShow } from "~/domain/system/admin-alarms.server";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { Table } from "~/ui/table";
import { PRIVATE } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";

const PATH = "/hyperloop/alarms";

export const handle: ScreenHandle = { title: "Alarms – HyperLoop", noindex: true };

/** What must not happen and did. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "alarms.read");
  const { open, resolved } = alarmsToShow();
  return data(
    {
      staff,
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
        by: by ?? "By itself",
        at: alarm.resolvedAt ? formatMoment(alarm.resolvedAt) : "",
      })),
    },
    { headers: PRIVATE },
  );
}

export default function Alarms() {
  const { staff, open, resolved } = useLoaderData<typeof loader>();
  const mayResolve = isPermitted(staff.role, "alarms.resolve");
  return (
    <StaffFrame
      staff={staff}
      title="Alarms"
      lead="The oldest first; each ends by itself, or when somebody says why"
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
              ) : (
                objectType.replaceAll("_", " ")
              ),
          },
          { label: "Raised", cell: ({ raised }) => raised },
          {
            label: "How often",
            cell: ({ times, seen }) => (times === 1 ? "Once" : `${times} times, last ${seen}`),
          },
          {
            label: "Actions",
            labelHidden: true,
            cell: ({ id, kind }) =>
              mayResolve && (
                <a href={`${PATH}/${id}`}>
                  Resolve<span className="visually-hidden"> {kind}</span>
                </a>
              ),
          },
        ]}
        rows={open}
        empty={<p>Nothing is wrong that we know of.</p>}
      />
      <section className="staff-panel">
        <h2>Resolved lately</h2>
        <Table
          caption="Alarms resolved lately"
          captionHidden
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
      </section>
    </StaffFrame>
  );
}
