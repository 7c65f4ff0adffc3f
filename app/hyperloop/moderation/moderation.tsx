import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  ENTRIES_A_PAGE,
  ENTRIES_SEARCHED,
  type EntryLine,
  listEntries,
  moderationFigures,
  priorityQueue,
} from "~/domain/moderation/moderation-queue.server";
import { formatNumber } from "~/domain/text/numbers";
import { addDays, londonDay } from "~/domain/time/days";
import { formatMoment } from "~/domain/time/format-days";
import { endOfLondonDay } from "~/domain/time/instants";
import { StaffFrame } from "~/hyperloop/frame";
import { SelectField } from "~/ui/field";
import { Kpis } from "~/ui/kpis";
import { ListFilters } from "~/ui/list-filters";
import { ListFoot } from "~/ui/list-foot";
import { Table } from "~/ui/table";
import { PRIVATE } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { choiceIn, pageAddress, pageIn, searchIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { loopName, ModerationBadge, STATUS_OPTIONS } from "./moderation-labels";

const PATH = "/hyperloop/moderation";

export const handle: ScreenHandle = { title: "Content moderation – HyperLoop", noindex: true };

/** What waits for a decision and what was decided; nothing of what anybody wrote. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "entries.queue");
  const now = currentTime();
  const status = choiceIn(request, "status", [
    ...(["all", "PENDING", "FLAGGED", "APPROVED", "REJECTED", "HIDDEN"] as const),
  ]);
  const input = { q: searchIn(request), status };
  const page = pageIn(request);
  const lineOf = (row: EntryLine) => describe(row, staff.staffId, now);
  const { rows, total } = listEntries({ search: input.q, status }, page, now);
  const figures = moderationFigures(endOfLondonDay(addDays(londonDay(now), -1)), now);
  const view = { staff, input, page, size: ENTRIES_A_PAGE, total, figures, searched: ENTRIES_SEARCHED };
  return data({ ...view, lines: rows.map(lineOf), queue: priorityQueue().map(lineOf) }, { headers: PRIVATE });
}

function describe(row: EntryLine, staffId: string, now: Date) {
  const isLocked = row.lockedBy !== null && row.lockedUntil !== null && row.lockedUntil > now;
  return {
    id: row.id,
    status: row.status,
    flagReason: row.flagReason,
    name: `${loopName(row)}, week ${row.week}`,
    owner: `${row.firstName} ${row.lastName}`.trim() || row.email,
    email: row.email,
    handedIn: formatMoment(row.handedInAt),
    reviewed: row.reviewedAt && formatMoment(row.reviewedAt),
    reviewedBy: row.reviewedBy,
    isPrinting: row.loopStatus === "COMPLETED",
    lock: isLocked ? (row.lockedBy === staffId ? "Open with you" : "Open with a colleague") : null,
  };
}

export default function Moderation() {
  const { staff, input, page, size, lines, total, queue, figures, searched } = useLoaderData<typeof loader>();
  const hours = figures.averageReviewHours;
  return (
    <StaffFrame staff={staff} title="Content moderation">
      <Kpis
        kpis={[
          { name: "Total entries", value: formatNumber(figures.totalEntries) },
          { name: "Pending review", value: formatNumber(figures.pendingReview) },
          { name: "Flagged content", value: formatNumber(figures.flaggedContent) },
          { name: "Approved today", value: formatNumber(figures.approvedToday) },
          { name: "Rejected today", value: formatNumber(figures.rejectedToday) },
          {
            name: "Average review time",
            value: hours === null ? "None" : `${hours.toFixed(1)} h`,
            note: "of the last 500",
          },
        ]}
      />
      <section className="staff-panel">
        <h2>Priority queue</h2>
        {queue.length === 0 && <p className="muted">Nothing waits.</p>}
        <ul className="review-queue">
          {queue.map((line) => (
            <li key={line.id}>
              <a href={`${PATH}/${line.id}`}>{line.name}</a>
              <ModerationBadge status={line.status} />
              <p className="muted">
                {line.flagReason ??
                  (line.isPrinting ? "Its year goes to print" : `Handed in ${line.handedIn}`)}
                {line.lock && <b> {line.lock}</b>}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <ListFilters
        path={PATH}
        search={input.q}
        hint={`Title, reflection or name in the newest ${formatNumber(searched)}, or how the email begins`}
      >
        <SelectField
          label="Status"
          name="status"
          options={STATUS_OPTIONS}
          defaultValue={input.status}
          width="s"
        />
      </ListFilters>
      <Table
        caption="Entries, newest first"
        captionHidden
        columns={COLUMNS}
        rows={lines.map((line) => ({ key: line.id, cells: cellsOf(line) }))}
        empty={<p>No entries found</p>}
      />
      <ListFoot page={page} size={size} total={total} hrefOf={(to) => pageAddress(PATH, input, to)} />
    </StaffFrame>
  );
}

const COLUMNS = [
  { key: "entry", label: "Entry" },
  { key: "owner", label: "Owner" },
  { key: "status", label: "Status" },
  { key: "handedIn", label: "Handed in" },
  { key: "reviewed", label: "Reviewed" },
  { key: "acts", label: "Actions", labelHidden: true },
];

type Line = ReturnType<typeof describe>;

function cellsOf(line: Line) {
  return {
    entry: <a href={`${PATH}/${line.id}`}>{line.name}</a>,
    owner: (
      <>
        {line.owner}
        <br />
        <span className="muted">{line.email}</span>
      </>
    ),
    status: (
      <>
        <ModerationBadge status={line.status} />
        {line.lock && (
          <>
            <br />
            <span className="muted">{line.lock}</span>
          </>
        )}
      </>
    ),
    handedIn: line.handedIn,
    reviewed: line.reviewed ? `${line.reviewed}${line.reviewedBy ? `, ${line.reviewedBy}` : ""}` : "Not yet",
    actions: (
      <span className="staff-acts">
        {ACTIONS[line.status].map(({ label, judgement }) => (
          <a key={label} href={`${PATH}/${line.id}${judgement ? `?judgement=${judgement}` : ""}`}>
            {label}
            <span className="visually-hidden"> {line.name}</span>
          </a>
        ))}
      </span>
    ),
  };
}

/** Each leads to the entry itself with the choice made: nobody decides about what they have not seen. */
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
