import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  AREAS,
  type AuditLine,
  EVENTS_A_PAGE,
  EVENTS_SEARCHED,
  listAuditEvents,
} from "~/domain/staff/audit-log.server";
import { isPermitted } from "~/domain/staff/permissions";
import { listStaff } from "~/domain/staff/staff-list.server";
import { formatNumber } from "~/domain/text/numbers";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { Button } from "~/ui/button";
import { DateField, SelectField } from "~/ui/field";
import { ListFilters } from "~/ui/list-filters";
import { ListFoot } from "~/ui/list-foot";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";
import { PRIVATE } from "~/web/answers.server";
import { pageAddress, pageIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { daysNotThere, questionOf, readAuditQuery } from "./audit-query.server";

const PATH = "/hyperloop/audit";

export const handle: ScreenHandle = { title: "Audit log – HyperLoop", noindex: true };

/** What the staff did, the newest first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "audit.read");
  const { searchParams } = new URL(request.url);
  const input = readAuditQuery(searchParams);
  const page = pageIn(request);
  const { rows, total } = listAuditEvents(questionOf(input), page);
  const people = listStaff().map(({ id, name }) => ({ value: id, label: name }));
  const view = { staff, input, page, size: EVENTS_A_PAGE, searched: EVENTS_SEARCHED, total, people };
  const areas = AREAS.map((area) => ({ value: area, label: area }));
  const wrong = daysNotThere(searchParams);
  return data({ ...view, areas, wrong, lines: rows.map(describe) }, { headers: PRIVATE });
}

/** Where a thing has a page of its own. */
const PLACES: Readonly<Record<string, (id: string) => string>> = {
  account: (id) => `/hyperloop/accounts/${id}`,
  discount: (id) => `/hyperloop/discounts/${id}`,
  entry: (id) => `/hyperloop/moderation/${id}`,
  message: (id) => `/hyperloop/emails/${id}`,
  order: (id) => `/hyperloop/orders/${id}`,
  shipment: (id) => `/hyperloop/print-queue/${id}`,
  staff: (id) => `/hyperloop/staff/${id}`,
  voucher: (id) => `/hyperloop/vouchers/${id}`,
  voucher_batch: (id) => `/hyperloop/vouchers/batches/${id}`,
};

function describe(row: AuditLine) {
  const { sequence, action, reason, objectType, objectId } = row;
  const values = { before: sayValues(row.before), after: sayValues(row.after) };
  const view = { sequence, action, reason, objectId, ...values, at: formatMoment(row.at) };
  const href = action === "discounts.delete" ? undefined : PLACES[objectType]?.(encodeURIComponent(objectId));
  return { ...view, href, objectType: objectType.replaceAll("_", " "), by: row.by ?? "A script" };
}

/** '{"loopDeliveryPence":150}' as "loop delivery pence: 150". */
function sayValues(json: string | null): string {
  if (json === null) return "";
  const value: unknown = JSON.parse(json);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return json;
  return Object.entries(value)
    .map(([name, one]) => `${inWords(name)}: ${typeof one === "string" ? one : JSON.stringify(one)}`)
    .join(", ");
}

const inWords = (name: string) => name.replace(/[A-Z]/g, (message) => ` ${message.toLowerCase()}`);

export default function Audit() {
  const { staff, input, page, size, searched, total, people, areas, wrong, lines } =
    useLoaderData<typeof loader>();
  const problemOf = (day: "from" | "until") => (wrong[day] ? NO_SUCH_DAY : undefined);
  return (
    <StaffFrame
      staff={staff}
      title="Audit log"
      lead="Rows are only ever added; each holds a hash of the one before"
      actions={
        isPermitted(staff.role, "audit.export") && (
          <PostForm action={`${PATH}/export`}>
            {Object.entries(input).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button size="staff" variant="line">
              Export CSV
            </Button>
          </PostForm>
        )
      }
    >
      <ListFilters
        path={PATH}
        search={input.q}
        hint={`Act, reason or id, in the newest ${formatNumber(searched)}`}
      >
        <SelectField
          label="Area"
          name="area"
          width="s"
          options={[{ value: "all", label: "All" }, ...areas]}
          defaultValue={input.area}
        />
        <SelectField
          label="Who"
          name="by"
          width="s"
          options={[{ value: "", label: "Everybody" }, ...people]}
          defaultValue={input.by}
        />
        <DateField label="From" name="from" defaultValue={input.from} error={problemOf("from")} />
        <DateField label="Until" name="until" defaultValue={input.until} error={problemOf("until")} />
      </ListFilters>
      <Table
        caption="Acts of the staff, newest first"
        captionHidden
        columns={COLUMNS}
        rows={lines.map((line) => ({ key: String(line.sequence), cells: cellsOf(line) }))}
        empty={<p>No acts found</p>}
      />
      <ListFoot page={page} size={size} total={total} hrefOf={(to) => pageAddress(PATH, { ...input }, to)} />
    </StaffFrame>
  );
}

const NO_SUCH_DAY = "Please choose a date from the calendar";

const COLUMNS = [
  { key: "number", label: "No.", numeric: true },
  { key: "at", label: "When" },
  { key: "by", label: "Who" },
  { key: "act", label: "Act" },
  { key: "object", label: "To what" },
  { key: "change", label: "From and to" },
  { key: "reason", label: "Reason" },
];

function cellsOf(line: ReturnType<typeof describe>) {
  return {
    number: line.sequence,
    at: line.at,
    by: line.by,
    action: line.action,
    object: (
      <>
        {line.href ? <a href={line.href}>{line.objectType}</a> : line.objectType}
        <br />
        <span className="muted audit-text">{line.objectId}</span>
      </>
    ),
    change: (line.before || line.after) && (
      <span className="audit-text">
        {line.before && <>{line.before} </>}
        {line.after && <>→ {line.after}</>}
      </span>
    ),
    reason: line.reason && <span className="audit-text">{line.reason}</span>,
  };
}
