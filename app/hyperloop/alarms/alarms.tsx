import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
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
  const { open, settled } = alarmsToShow();
  const nameOf = (kind: string) => kind.replaceAll("_", " ");
  return data(
    {
      staff,
      open: open.map(({ id, kind, message, times, objectType, objectId, raisedAt, lastSeenAt }) => ({
        id,
        message,
        times,
        objectType,
        objectId,
        kind: nameOf(kind),
        raised: formatMoment(raisedAt),
        seen: formatMoment(lastSeenAt),
      })),
      settled: settled.map(({ alarm, by }) => ({
        id: alarm.id,
        message: alarm.message,
        kind: nameOf(alarm.kind),
        reason: alarm.resolvedReason ?? "",
        by: by ?? "By itself",
        at: alarm.resolvedAt ? formatMoment(alarm.resolvedAt) : "",
      })),
    },
    { headers: PRIVATE },
  );
}

export default function Alarms() {
  const { staff, open, settled } = useLoaderData<typeof loader>();
  const mayResolve = isPermitted(staff.role, "alarms.settle");
  return (
    <StaffFrame staff={staff} title="Alarms" lead="The oldest first, until somebody has looked and said so">
      <Table
        caption="Open alarms"
        captionHidden
        columns={OPEN}
        rows={open.map((alarm) => ({
          key: alarm.id,
          cells: {
            kind: <b>{alarm.kind}</b>,
            message: <span className="audit-text">{alarm.message}</span>,
            about:
              alarm.objectType === "order" && isPermitted(staff.role, "orders.read") ? (
                <a href={`/hyperloop/orders/${alarm.objectId}`}>Order</a>
              ) : (
                alarm.objectType.replaceAll("_", " ")
              ),
            raised: alarm.raised,
            times: alarm.times === 1 ? "Once" : `${alarm.times} times, last ${alarm.seen}`,
            actions: mayResolve && (
              <a href={`${PATH}/${alarm.id}`}>
                Settle<span className="visually-hidden"> {alarm.kind}</span>
              </a>
            ),
          },
        }))}
        empty={<p>Nothing is wrong that we know of.</p>}
      />
      <section className="staff-panel">
        <h2>Settled lately</h2>
        <Table
          caption="Alarms settled lately"
          captionHidden
          columns={SETTLED}
          rows={settled.map(({ id, kind, message, by, at, reason }) => ({
            key: id,
            cells: { kind, message: <span className="audit-text">{message}</span>, by, at, reason },
          }))}
          empty={<p className="muted">None yet.</p>}
        />
      </section>
    </StaffFrame>
  );
}

const OPEN = [
  { key: "kind", label: "Alarm" },
  { key: "message", label: "What happened" },
  { key: "about", label: "About" },
  { key: "raised", label: "Raised" },
  { key: "times", label: "How often" },
  { key: "acts", label: "Actions", labelHidden: true },
];

const SETTLED = [
  { key: "kind", label: "Alarm" },
  { key: "message", label: "What happened" },
  { key: "at", label: "Settled" },
  { key: "by", label: "By" },
  { key: "reason", label: "Reason" },
];
