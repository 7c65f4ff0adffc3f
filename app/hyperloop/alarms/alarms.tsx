import { useLoaderData, useLocation } from "@remix-run/react";
import { formatShortMoment } from "~/domain/kernel/time/format-days";
import { isPermitted } from "~/domain/people/staff/permissions";
import { describeAlarm } from "~/domain/system/checks/checks.server";
import { ALARM_SORTS, alarmsToShow } from "~/domain/system/status/admin-alarms.server";
import { BulkBar, tickColumn } from "~/hyperloop/bulk";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { sortingOf } from "~/hyperloop/staff-list";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { TablePanel } from "~/ui/panels";
import { SortMenu } from "~/ui/sort-menu";
import { Table } from "~/ui/table";
import { choiceIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { AlarmSubject } from "./alarm-subject";

export const handle: ScreenHandle = { title: "Alarms – HyperLoop", noindex: true };

/** Open alarms, then the resolved ones. */
export const loader = staffLoader("alarms.read", ({ request }) => {
  const sort = choiceIn(request, "sort", ALARM_SORTS.words);
  const { open, resolved } = alarmsToShow(sort);
  return {
    sort,
    usual: ALARM_SORTS.usual,
    open: open.map(({ id, kind, message, times, objectType, objectId, raisedAt, lastSeenAt }) => ({
      id,
      message,
      times,
      objectType,
      objectId,
      ...describeAlarm(kind),
      raised: formatShortMoment(raisedAt),
      seen: formatShortMoment(lastSeenAt),
    })),
    resolved: resolved.map(({ alarm, by }) => ({
      id: alarm.id,
      message: alarm.message,
      title: describeAlarm(alarm.kind).title,
      reason: alarm.resolvedReason ?? "",
      by: by ?? "Automatic",
      at: alarm.resolvedAt ? formatShortMoment(alarm.resolvedAt) : "",
    })),
  };
});

type OpenLine = ReturnType<typeof useLoaderData<typeof loader>>["open"][number];

export default function Alarms() {
  const { staff, open, resolved, sort, usual } = useLoaderData<typeof loader>();
  const sorting = sortingOf(PATHS.alarms, { sort }, usual);
  const isAllSelected = new URLSearchParams(useLocation().search).get("ticked") === "all";
  const mayResolve = isPermitted(staff.role, "alarms.resolve");
  return (
    <StaffFrame title="Alarms" lead="An alarm ends when its check passes or somebody resolves it">
      <SortMenu columns={[{ label: "Raised", sort: "raised" }]} sorting={sorting} />
      <Table
        caption="Open alarms"
        captionHidden
        columns={[
          ...(mayResolve ? [tickColumn<OpenLine>(({ title, message }) => `${title}: ${message}`, isAllSelected)] : []),
          {
            label: "Alarm",
            cell: ({ title, whatToDo }) => <b>{whatToDo ? <a href={whatToDo}>{title}</a> : title}</b>,
          },
          { label: "What happened", cell: ({ message }) => <span className="audit-text">{message}</span> },
          {
            label: "About",
            cell: (alarm) => <AlarmSubject alarm={alarm} role={staff.role} />,
          },
          { label: "Raised", sort: "raised", cell: ({ raised }) => raised },
          {
            label: "Times",
            cell: ({ times, seen }) => (times === 1 ? "Once" : `${times} times, last ${seen}`),
          },
          {
            label: "Actions",
            labelHidden: true,
            cell: ({ id, title }) =>
              mayResolve && (
                <a href={`${PATHS.alarms}/${id}`}>
                  Resolve<span className="visually-hidden"> {title}</span>
                </a>
              ),
          },
        ]}
        sorting={sorting}
        rows={open}
        empty={<p>No open alarms.</p>}
      />
      {mayResolve && open.length > 0 && (
        <BulkBar
          isMain
          acts={[{ label: "Resolve", href: `${PATHS.alarms}/ticked/resolve` }]}
          allHref={`${PATHS.alarms}?ticked=all`}
        />
      )}
      <TablePanel
        title="Recently resolved"
        caption="Recently resolved alarms"
        columns={[
          { label: "Alarm", cell: ({ title }) => title },
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
