import { useLoaderData } from "@remix-run/react";
import {
  ENTRIES_SEARCHED,
  ENTRY_LIST,
  type EntryLine,
  moderationFigures,
  priorityQueue,
} from "~/domain/backoffice/moderation/moderation-queue.server";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { formatShortLondonDay } from "~/domain/kernel/time/format-days";
import { endOfLondonDay } from "~/domain/kernel/time/instants";
import { isPermitted } from "~/domain/people/staff/permissions";
import { listLoader } from "~/hyperloop/lists.server";
import { PATHS } from "~/hyperloop/paths";
import { StaffList } from "~/hyperloop/staff-list";
import type { StaffRequest } from "~/hyperloop/staff-route.server";
import { StatusBadge, statusOptions } from "~/hyperloop/statuses";
import { LinkButton } from "~/ui/button";
import { Kpis } from "~/ui/kpis";
import { ListPanel } from "~/ui/panels";
import { CellNote, type Column } from "~/ui/table";
import type { ScreenHandle } from "~/web/screen";
import { loopName, ownerName } from "./moderation-labels";

export const handle: ScreenHandle = { title: "Content moderation – HyperLoop", noindex: true };

/** Entries that wait for review and those reviewed, without anything their owners wrote. */
export const loader = listLoader(
  ENTRY_LIST,
  (at) => ({
    queue: describeAll(priorityQueue(), at),
    figures: moderationFigures(endOfLondonDay(addDays(londonDay(at.now), -1)), at.now),
    searched: ENTRIES_SEARCHED,
  }),
  describeAll,
);

function describeAll(rows: readonly EntryLine[], { staff, now }: StaffRequest) {
  return rows.map((row) => describe(row, staff.staffId, now));
}

function describe(row: EntryLine, staffId: string, now: Date) {
  const isLocked = row.lockedBy !== null && row.lockedUntil !== null && row.lockedUntil > now;
  return {
    id: row.id,
    status: row.status,
    flagReason: row.flagReason,
    name: `${loopName(row)}, week ${row.week}`,
    owner: ownerName(row),
    handedIn: formatShortLondonDay(row.handedInAt),
    reviewed: row.reviewedAt && formatShortLondonDay(row.reviewedAt),
    reviewedBy: row.reviewedBy,
    isPrinting: row.loopStatus === "COMPLETED",
    lock: isLocked ? (row.lockedBy === staffId ? "Open with you" : "Open with a colleague") : null,
  };
}

export default function Moderation() {
  const view = useLoaderData<typeof loader>();
  const { figures, queue } = view;
  const number = (value: number) => value.toLocaleString("en-GB");
  const hours = figures.averageReviewHours;
  return (
    <StaffList
      view={view}
      title="Content moderation"
      actions={
        <>
          {isPermitted(view.staff.role, "entries.open") && (
            <LinkButton href={`${PATHS.moderation}/words`} size="staff" variant="line">
              Search in words
            </LinkButton>
          )}
          {queue[0] && (
            <LinkButton href={`${PATHS.moderation}/${queue[0].id}`} size="staff">
              Start reviewing
            </LinkButton>
          )}
        </>
      }
      hint={`Name, theme or week in the newest ${number(view.searched)}, or the start of an email address`}
      filters={[{ name: "status", label: "Status", options: statusOptions("entry") }]}
      caption="Entries"
      columns={COLUMNS}
      empty="No entries found"
    >
      <Kpis
        kpis={{
          "Total entries": figures.totalEntries,
          "Pending review": figures.pendingReview,
          "Flagged content": figures.flaggedContent,
          "Approved today": figures.approvedToday,
          "Rejected today": figures.rejectedToday,
          "Average review time": {
            value: hours === null ? "None" : `${hours.toFixed(1)} h`,
            note: "of the last 500",
          },
        }}
      />
      <ListPanel title="Priority queue" empty="Nothing to review." className="review-queue">
        {queue.map((line) => (
          <li key={line.id}>
            <a href={`${PATHS.moderation}/${line.id}`}>{line.name}</a>
            <StatusBadge of="entry" is={line.status} />
            <p className="muted">
              {line.flagReason ?? (line.isPrinting ? "Going to print" : `Submitted ${line.handedIn}`)}
              {line.lock && <b> {line.lock}</b>}
            </p>
          </li>
        ))}
      </ListPanel>
    </StaffList>
  );
}

type Line = ReturnType<typeof describe>;

const COLUMNS: readonly Column<Line>[] = [
  { label: "Entry", oneLine: true, cell: ({ id, name }) => <a href={`${PATHS.moderation}/${id}`}>{name}</a> },
  {
    label: "Owner",
    cell: ({ owner }) => owner,
  },
  {
    label: "Status",
    cell: ({ status, lock }) => (
      <>
        <StatusBadge of="entry" is={status} />
        {lock && <CellNote>{lock}</CellNote>}
      </>
    ),
  },
  { label: "Submitted", oneLine: true, sort: "-submitted", cell: ({ handedIn }) => handedIn },
  {
    label: "Reviewed",
    cell: ({ reviewed, reviewedBy }) => (reviewed ? `${reviewed}${reviewedBy ? `, ${reviewedBy}` : ""}` : "Not yet"),
  },
  {
    label: "Actions",
    labelHidden: true,
    cell: ({ id, name, status }) => (
      <span className="staff-acts">
        {ACTIONS[status].map(({ label, judgement }) => (
          <a key={label} href={`${PATHS.moderation}/${id}${judgement ? `?judgement=${judgement}` : ""}`}>
            {label}
            <span className="visually-hidden"> {name}</span>
          </a>
        ))}
      </span>
    ),
  },
];

/** Each button opens the entry with the decision chosen, so that nobody decides without reading it. */
const ACTIONS: Readonly<Record<Line["status"], readonly { label: string; judgement?: string }[]>> = {
  PENDING: [
    { label: "Approve", judgement: "approve" },
    { label: "Reject", judgement: "reject" },
  ],
  FLAGGED: [{ label: "Review" }],
  APPROVED: [{ label: "Hide", judgement: "hide" }],
  REJECTED: [{ label: "Hide", judgement: "hide" }],
  HIDDEN: [{ label: "Open" }],
};
