import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { formatShortLondonDay } from "~/domain/kernel/time/format-days";
import { isPermitted } from "~/domain/people/staff/permissions";
import { VOUCHER_LIST } from "~/domain/shop/vouchers/admin-vouchers.server";
import { batchesPending } from "~/domain/shop/vouchers/batch-records.server";
import { voucherFigures } from "~/domain/shop/vouchers/voucher-figures.server";
import { listLoader } from "~/hyperloop/lists.server";
import { PATHS } from "~/hyperloop/paths";
import { StaffList } from "~/hyperloop/staff-list";
import { StatusBadge, statusOptions } from "~/hyperloop/statuses";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Kpis } from "~/ui/kpis";
import { PostForm } from "~/ui/post-form";
import { CellNote } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { pageAddress } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { faceValue } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Vouchers – HyperLoop", noindex: true };

/** All vouchers that the query asks for; of a code the last four characters. */
export const loader = listLoader(VOUCHER_LIST, ({ staff, now }) => ({
  now,
  seesCustomers: isPermitted(staff.role, "orders.read"),
  waiting: batchesPending(),
  figures: voucherFigures(now),
}));

export default function Vouchers() {
  const view = useLoaderData<typeof loader>();
  const { query, figures, waiting } = view;
  const isSoon = query.soon === "1";
  return (
    <StaffList
      view={view}
      title="Vouchers"
      actions={<Actions />}
      hint={
        view.seesCustomers
          ? "Code, recipient email or buyer email"
          : "Code, last four, or recipient email of a partner order"
      }
      filters={[{ name: "status", label: "Status", options: statusOptions("voucher") }]}
      more={
        <>
          <a href={pageAddress(PATHS.vouchers, query, query.page)}>Refresh</a>
          <a href={`${PATHS.vouchers}?soon=1`} aria-current={isSoon ? "true" : undefined}>
            Expiring within a week ({figures.expiringSoon})
          </a>
        </>
      }
      caption={isSoon ? "Vouchers that expire within a week" : "Vouchers"}
      columns={[
        { label: "Code", cell: (line) => <Code line={line} /> },
        { label: "Status", cell: ({ status }) => <StatusBadge of="voucher" is={status} /> },
        {
          label: "Value",
          sort: "-value",
          numeric: true,
          cell: ({ valuePence, currency }) => faceValue(valuePence, currency),
        },
        { label: "Valid", sort: "until", cell: (line) => <Validity line={line} /> },
        {
          label: "Bought by",
          cell: ({ buyer, batch }) =>
            batch ? (
              <a className="clipped" href={`${PATHS.batches}/${batch.id}`}>
                {batch.note || "Partner order"}
              </a>
            ) : (
              <span className="typed-name">{buyer ?? (view.seesCustomers ? "Staff" : "A customer")}</span>
            ),
        },
        { label: "For", cell: (line) => <UsedBy line={line} /> },
        { label: "Actions", labelHidden: true, cell: (line) => <LineActions line={line} /> },
      ]}
      ticks={{
        acts: BULK_ACTS.filter(({ permission }) => isPermitted(view.staff.role, permission)),
        nameOf: ({ code }) => code,
      }}
      empty="No vouchers found"
    >
      <Kpis
        kpis={{
          Total: figures.total,
          Active: figures.active,
          Redeemed: figures.redeemed,
          Expired: figures.expired,
          "Total value": formatPence(figures.totalPence),
          "Redeemed value": formatPence(figures.redeemedPence),
          "Outstanding value": formatPence(figures.outstandingPence),
        }}
      />
      <p className="muted">Without test vouchers. Pounds sterling only.</p>
      {waiting > 0 && (
        <Banner tone="warn" action={<a href={`${PATHS.vouchers}/batches`}>See partner orders</a>}>
          {waiting === 1 ? "A partner order is waiting" : `${waiting} partner orders are waiting`} for a second person’s
          approval.
        </Banner>
      )}
    </StaffList>
  );
}

const BULK_ACTS = [
  { label: "Extend", href: `${PATHS.vouchers}/ticked/extend`, permission: "vouchers.extend" },
  { label: "Send again", href: `${PATHS.vouchers}/ticked/send-again`, permission: "vouchers.resend" },
  { label: "Cancel", href: `${PATHS.vouchers}/ticked/cancel`, permission: "vouchers.cancel" },
] as const;

function Actions() {
  const { staff, query } = useLoaderData<typeof loader>();
  return (
    <>
      <LinkButton href={`${PATHS.vouchers}/batches`} size="staff" variant="line">
        Partner orders
      </LinkButton>
      {isPermitted(staff.role, "vouchers.export") && (
        <PostForm action={`${PATHS.vouchers}/export`}>
          <input type="hidden" name="q" value={query.q} />
          <input type="hidden" name="status" value={query.status} />
          <input type="hidden" name="soon" value={query.soon} />
          <Button size="staff" variant="line">
            Export CSV
          </Button>
        </PostForm>
      )}
      {isPermitted(staff.role, "vouchers.generate") && (
        <LinkButton href={`${PATHS.vouchers}/generate`} size="staff">
          Generate vouchers
        </LinkButton>
      )}
    </>
  );
}

interface LineProps {
  readonly line: ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];
}

function Code({ line }: LineProps) {
  return (
    <>
      <a className="staff-code" href={`${PATHS.vouchers}/${line.id}`}>
        {line.code}
      </a>
      {line.isTest && <span className="staff-mark">Test</span>}
    </>
  );
}

function Validity({ line }: LineProps) {
  const { now } = useLoaderData<typeof loader>();
  const daysLeft = Math.ceil((line.expiresAt.getTime() - now.getTime()) / DAY_MS);
  return (
    <>
      {formatShortLondonDay(line.validFrom)}
      <CellNote>to {formatShortLondonDay(line.expiresAt)}</CellNote>
      {line.status === "ACTIVE" && daysLeft <= 7 && (
        <CellNote>
          <b>{daysLeft === 1 ? "1 day left" : `${daysLeft} days left`}</b>
        </CellNote>
      )}
    </>
  );
}

function UsedBy({ line }: LineProps) {
  const name = line.redeemer ?? line.recipientName;
  const mayYet = line.status === "ACTIVE" || line.status === "SUSPENDED";
  return (
    <>
      {name && <span className="typed-name">{name}</span>}
      <CellNote>
        {line.redeemedAt ? `Used ${formatShortLondonDay(line.redeemedAt)}` : mayYet ? "Not used yet" : "Never used"}
      </CellNote>
    </>
  );
}

function LineActions({ line }: LineProps) {
  const { role } = useLoaderData<typeof loader>().staff;
  const mayRedeem = line.status === "ACTIVE" && isPermitted(role, "vouchers.redeem");
  const mayCancel = line.status === "ACTIVE" && isPermitted(role, "vouchers.cancel");
  const path = `${PATHS.vouchers}/${line.id}`;
  const of = <VisuallyHidden> {line.code}</VisuallyHidden>;
  return (
    <div className="staff-acts">
      {mayRedeem && <a href={`${path}/redeem`}>Redeem{of}</a>}
      {mayCancel && <a href={`${path}/cancel`}>Cancel{of}</a>}
      {!mayRedeem && !mayCancel && <a href={path}>View{of}</a>}
    </div>
  );
}
