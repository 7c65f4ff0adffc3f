import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/money/pounds";
import { isPermitted } from "~/domain/staff/permissions";
import { formatNumber } from "~/domain/text/numbers";
import { londonDay } from "~/domain/time/days";
import { DAY_MS } from "~/domain/time/durations";
import { formatDay } from "~/domain/time/format-days";
import { listVouchers, VOUCHERS_A_PAGE } from "~/domain/vouchers/admin-vouchers.server";
import { batchesPending } from "~/domain/vouchers/batches.server";
import { voucherFigures } from "~/domain/vouchers/voucher-figures.server";
import { StaffFrame } from "~/hyperloop/frame";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { Kpis } from "~/ui/kpis";
import { ListFilters } from "~/ui/list-filters";
import { ListFoot } from "~/ui/list-foot";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { PRIVATE } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { choiceIn, pageAddress, pageIn, searchIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { faceValue, STATUS_OPTIONS, VoucherBadge } from "./voucher-labels";

const PATH = "/hyperloop/vouchers";

export const handle: ScreenHandle = { title: "Vouchers – HyperLoop", noindex: true };

/** All vouchers, by what is asked; codes are whole for whoever may see them. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.read");
  const now = currentTime();
  const status = choiceIn(request, "status", [
    ...(["all", "ACTIVE", "REDEEMED", "EXPIRED", "CANCELLED", "SUSPENDED"] as const),
  ]);
  const input = { q: searchIn(request), status, soon: choiceIn(request, "soon", ["", "1"]) };
  const page = pageIn(request);
  const question = { search: input.q, status, expiringSoon: input.soon === "1" };
  const { rows, total } = listVouchers(
    question,
    { number: page, reveal: isPermitted(staff.role, "vouchers.reveal") },
    now,
  );
  const lines = rows.map((row) => ({
    ...row,
    fromDay: londonDay(row.validFrom),
    untilDay: londonDay(row.expiresAt),
    redeemedDay: row.redeemedAt && londonDay(row.redeemedAt),
    daysLeft: Math.ceil((row.expiresAt.getTime() - now.getTime()) / DAY_MS),
  }));
  const waiting = batchesPending();
  const view = { staff, input, page, size: VOUCHERS_A_PAGE, lines, total, waiting };
  return data({ ...view, figures: voucherFigures(now) }, { headers: PRIVATE });
}

export default function Vouchers() {
  const { staff, input, page, size, lines, total, figures, waiting } = useLoaderData<typeof loader>();
  const may = {
    generate: isPermitted(staff.role, "vouchers.generate"),
    export: isPermitted(staff.role, "vouchers.export"),
    redeem: isPermitted(staff.role, "vouchers.redeem"),
    cancel: isPermitted(staff.role, "vouchers.cancel"),
  };
  return (
    <StaffFrame staff={staff} title="Vouchers" actions={<Actions may={may} input={input} />}>
      <Kpis
        kpis={[
          { name: "Total", value: formatNumber(figures.total) },
          { name: "Active", value: formatNumber(figures.active) },
          { name: "Redeemed", value: formatNumber(figures.redeemed) },
          { name: "Expired", value: formatNumber(figures.expired) },
          { name: "Total value", value: formatPence(figures.totalPence) },
          { name: "Redeemed value", value: formatPence(figures.redeemedPence) },
          { name: "Outstanding value", value: formatPence(figures.outstandingPence) },
        ]}
      />
      <p className="muted">Without test vouchers; sums in pounds sterling only.</p>
      {waiting > 0 && (
        <Banner tone="warn" action={<a href={`${PATH}/batches`}>Look at the batches</a>}>
          {waiting === 1 ? "A batch waits" : `${waiting} batches wait`} for a second person’s approval.
        </Banner>
      )}
      <ListFilters
        path={PATH}
        search={input.q}
        hint="Code, recipient email or buyer email"
        more={
          <>
            <a href={pageAddress(PATH, input, page)}>Refresh</a>
            <a href={`${PATH}?soon=1`} aria-current={input.soon === "1" ? "true" : undefined}>
              Expiring within a week ({figures.expiringSoon})
            </a>
          </>
        }
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
        caption={input.soon === "1" ? "Vouchers that run out within a week" : "Vouchers, newest first"}
        captionHidden
        columns={COLUMNS}
        rows={lines.map((line) => ({ key: line.id, cells: cellsOf(line, may) }))}
        empty={<p>No vouchers found</p>}
      />
      <ListFoot page={page} size={size} total={total} hrefOf={(to) => pageAddress(PATH, input, to)} />
    </StaffFrame>
  );
}

interface ActionsProps {
  readonly may: { readonly generate: boolean; readonly export: boolean };
  readonly input: { readonly q: string; readonly status: string; readonly soon: string };
}

function Actions({ may, input }: ActionsProps) {
  return (
    <>
      <LinkButton href={`${PATH}/batches`} size="staff" variant="line">
        Batches
      </LinkButton>
      {may.export && (
        <PostForm action={`${PATH}/export`}>
          <input type="hidden" name="q" value={input.q} />
          <input type="hidden" name="status" value={input.status} />
          <input type="hidden" name="soon" value={input.soon} />
          <Button size="staff" variant="line">
            Export CSV
          </Button>
        </PostForm>
      )}
      {may.generate && (
        <LinkButton href={`${PATH}/generate`} size="staff">
          Generate vouchers
        </LinkButton>
      )}
    </>
  );
}

const COLUMNS = [
  { key: "code", label: "Code" },
  { key: "status", label: "Status" },
  { key: "value", label: "Value", numeric: true },
  { key: "valid", label: "Valid" },
  { key: "buyer", label: "Bought by" },
  { key: "used", label: "Used by" },
  { key: "acts", label: "Actions", labelHidden: true },
];

type Line = ReturnType<typeof useLoaderData<typeof loader>>["lines"][number];

function cellsOf(line: Line, may: { readonly redeem: boolean; readonly cancel: boolean }) {
  const isOpen = line.status === "ACTIVE";
  const path = `${PATH}/${line.id}`;
  const of = <VisuallyHidden> {line.code}</VisuallyHidden>;
  return {
    code: (
      <>
        <a className="staff-code" href={path}>
          {line.code}
        </a>
        {line.isTest && <span className="staff-mark">Test</span>}
      </>
    ),
    status: <VoucherBadge status={line.status} />,
    value: faceValue(line.valuePence, line.currency),
    valid: (
      <>
        {formatDay(line.fromDay)}
        <br />
        <span className="muted">to {formatDay(line.untilDay)}</span>
        {isOpen && line.daysLeft <= 7 && (
          <>
            <br />
            <b>{line.daysLeft === 1 ? "1 day left" : `${line.daysLeft} days left`}</b>
          </>
        )}
      </>
    ),
    buyer: line.buyer ?? "Staff",
    used: (
      <>
        {line.redeemer ?? line.recipientName}
        {(line.redeemer ?? line.recipientName) && <br />}
        <span className="muted">
          {line.redeemedDay
            ? `Redeemed ${formatDay(line.redeemedDay)}`
            : isOpen || line.status === "SUSPENDED"
              ? "Not used yet"
              : "Never used"}
        </span>
      </>
    ),
    actions: (
      <div className="staff-acts">
        {isOpen && may.redeem && <a href={`${path}/redeem`}>Redeem{of}</a>}
        {isOpen && may.cancel && <a href={`${path}/cancel`}>Cancel{of}</a>}
        {!(isOpen && (may.redeem || may.cancel)) && <a href={path}>View{of}</a>}
      </div>
    ),
  };
}
