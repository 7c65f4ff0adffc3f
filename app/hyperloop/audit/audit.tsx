import { useLoaderData } from "@remix-run/react";
import { AREAS, AUDIT_LIST, type AuditLine, EVENTS_SEARCHED } from "~/domain/backoffice/audit/audit-log.server";
import { isDay } from "~/domain/kernel/time/days";
import { formatShortMoment } from "~/domain/kernel/time/format-days";
import {
  type AuditObject,
  type AuditSubject,
  auditType,
  isNamed,
  nameObjects,
  subjectKey,
} from "~/domain/people/staff/audit-objects.server";
import { auditActor, auditSentence } from "~/domain/people/staff/audit-sentences";
import { isPermitted } from "~/domain/people/staff/permissions";
import { listStaff } from "~/domain/people/staff/staff-list.server";
import { listLoader } from "~/hyperloop/lists.server";
import { PATHS, personPath } from "~/hyperloop/paths";
import { StaffList } from "~/hyperloop/staff-list";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import type { Column } from "~/ui/table";
import type { ScreenHandle } from "~/web/screen";
import { PLACES, WORDS } from "./audit-places";
import { formatChange } from "./audit-values";

export const handle: ScreenHandle = { title: "Staff activity – HyperLoop", noindex: true };

export const loader = listLoader(
  AUDIT_LIST,
  ({ request }) => ({
    people: listStaff().map(({ id, name }) => ({ value: id, label: name })),
    areas: AREAS.map((area) => ({ value: area, label: area.replaceAll("_", " ") })),
    wrong: daysNotThere(new URL(request.url).searchParams),
    searched: EVENTS_SEARCHED,
  }),
  describeAll,
);

function describeAll(rows: readonly AuditLine[]) {
  const subjects = rows.map((row) => ({ type: auditType(row.objectType), id: row.objectId }));
  const names = nameObjects(subjects);
  return rows.flatMap((row, place) => {
    const subject = subjects[place];
    return subject ? [describe(row, subject, names.get(subjectKey(subject)))] : [];
  });
}

/** The fields of the query whose day does not exist, such as 30 February. */
function daysNotThere(params: URLSearchParams): { from: boolean; until: boolean } {
  const isWrong = (name: string) => {
    const day = (params.get(name) ?? "").trim();
    return day !== "" && !isDay(day);
  };
  return { from: isWrong("from"), until: isWrong("until") };
}

function describe(row: AuditLine, subject: AuditSubject, about: AuditObject | undefined) {
  const { sequence, action, reason } = row;
  const view = {
    id: String(sequence),
    reason,
    change: formatChange(row.before, row.after),
    at: formatShortMoment(row.at),
  };
  const { name = null, person = null, on = subject } = about ?? {};
  const isGone = isNamed(subject.type) && !name && !person;
  const href = isGone ? undefined : (PLACES[on.type] ?? PLACES[subject.type])?.(encodeURIComponent(on.id));
  const customer = person && { name: person.name, href: personPath(person) };
  const isOwn = subject.type === "staff" && name === row.by;
  const object = isOwn ? null : (name ?? (customer ? null : formatUnnamed(subject, isGone)));
  return { ...view, href, object, customer, did: auditSentence(action), by: auditActor(row.action, row.by) };
}

/** What has no name: a list, a period, or what was deleted since. */
function formatUnnamed({ type, id }: AuditSubject, isGone: boolean): string {
  const words = WORDS[type]?.(id) ?? `${type.replaceAll("_", " ")} ${id}`;
  return isGone ? `${words}, deleted since` : words;
}

export default function Audit() {
  const view = useLoaderData<typeof loader>();
  const { staff, query, areas, people, wrong, searched } = view;
  const { page: _, sort: __, ...filter } = query;
  const problemOf = (day: "from" | "until") => (wrong[day] ? NO_SUCH_DAY : undefined);
  return (
    <StaffList
      view={view}
      title="Staff activity"
      lead="Rows are added and never changed. Each holds a hash of the one before"
      actions={
        isPermitted(staff.role, "audit.export") && (
          <PostForm action={`${PATHS.audit}/export`}>
            {Object.entries(filter).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button size="staff">Export CSV</Button>
          </PostForm>
        )
      }
      hint={`Customer, order, last four, reason or id, in the newest ${searched.toLocaleString("en-GB")}`}
      filters={[
        { name: "area", label: "Area", options: [{ value: "all", label: "All" }, ...areas] },
        { name: "by", label: "Who", options: [{ value: "", label: "Everybody" }, ...people] },
      ]}
      fields={
        <>
          <DateField label="From" name="from" defaultValue={query.from} error={problemOf("from")} />
          <DateField label="Until" name="until" defaultValue={query.until} error={problemOf("until")} />
        </>
      }
      caption="Staff activity"
      columns={COLUMNS}
      empty="No activity found"
    />
  );
}

const NO_SUCH_DAY = "Please choose a date from the calendar";

const COLUMNS: readonly Column<ReturnType<typeof describe>>[] = [
  { label: "No.", numeric: true, cell: ({ id }) => id },
  { label: "When", oneLine: true, sort: "-when", cell: ({ at }) => at },
  {
    label: "What",
    cell: ({ by, did, href, object, customer }) => (
      <>
        <b>{by}</b> {did}
        {(object || customer) && ": "}
        <span className="audit-text">
          {href && object ? <a href={href}>{object}</a> : object}
          {object && customer && " of "}
          {customer && <a href={customer.href}>{customer.name}</a>}
        </span>
      </>
    ),
  },
  {
    label: "Change and reason",
    cell: ({ change, reason }) =>
      (change || reason) && (
        <span className="audit-text audit-change">
          {change} {reason && <q>{reason}</q>}
        </span>
      ),
  },
];
