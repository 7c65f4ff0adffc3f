import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { PAID_OUT_WITHIN_DAYS } from "~/domain/operations/bookkeeping/payout-times";
import { payoutCompared } from "~/domain/operations/bookkeeping/payouts.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Badge } from "~/ui/badge";
import { Kpis } from "~/ui/kpis";
import { Table } from "~/ui/table";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { MISMATCH_WORDS, PAYOUT_LINE_WORDS } from "./ledger-labels";

export const handle: ScreenHandle = { title: "Payout – HyperLoop", noindex: true };

/** One payout: what it is made of, and what our ledger says, those lines first that differ. */
export const loader = staffLoader("ledger.read", ({ param }) => {
  const compared = payoutCompared(param("payout")) ?? notFound();
  const { payout, rows } = compared;
  const lines = rows.map(({ at, ...row }) => ({ ...row, day: formatLondonDay(at) }));
  return {
    ...compared,
    left: formatLondonDay(payout.leftAt),
    arrives: formatLondonDay(payout.arrivesAt),
    isRead: payout.linesReadAt !== null,
    rows: [...lines.filter(({ mismatch }) => mismatch), ...lines.filter(({ mismatch }) => !mismatch)],
  };
});

export default function PayoutPage() {
  const { staff, payout, left, arrives, isRead, rows, ...compared } = useLoaderData<typeof loader>();
  const { oursPence, differencePence, differing } = compared;
  const maySeeOrders = isPermitted(staff.role, "orders.read");
  const hasArrived = payout.status === "paid";
  return (
    <StaffFrame
      title={`Payout of ${formatPence(payout.amountPence)}`}
      lead={`Sent on ${left}, ${hasArrived ? "arrived" : payout.status === "failed" ? "failed" : "arrives"} on ${arrives}`}
      back={{ label: "Payouts", href: PATHS.payouts }}
    >
      <Kpis
        kpis={{
          "Paid out": formatPence(payout.amountPence),
          "Our ledger says": formatPence(oursPence),
          Difference: formatPence(differencePence),
          Lines: differing === 0 ? "All agree" : formatFigureOf(differing, "differs", "differ"),
        }}
      />
      {payout.isByHand && (
        <p className="muted">Somebody asked for this payout by hand, so the provider doesn’t say what it’s made of.</p>
      )}
      {!isRead && !payout.isByHand && (
        <p className="muted">The provider hasn’t said yet what it’s made of. It’s asked again every night.</p>
      )}
      <Table
        caption="What’s in it"
        captionHidden
        columns={[
          { label: "Day", cell: ({ day }) => day },
          { label: "What", cell: ({ kind }) => PAYOUT_LINE_WORDS[kind] },
          {
            label: "Order",
            cell: ({ orderId, orderNumber }) =>
              orderId && maySeeOrders ? (
                <a className="staff-code" href={`${PATHS.orders}/${orderId}`}>
                  {orderNumber}
                </a>
              ) : (
                (orderNumber ?? "None")
              ),
          },
          {
            label: "Paid out",
            numeric: true,
            cell: ({ theirsPence }) => (theirsPence === null ? "Nothing" : formatPence(theirsPence)),
          },
          { label: "Fee", numeric: true, cell: ({ feePence }) => formatPence(-feePence || 0) },
          {
            label: "Our ledger",
            numeric: true,
            cell: ({ oursPence }) => (oursPence === null ? "Nothing" : formatPence(oursPence)),
          },
          {
            label: "Compared",
            cell: ({ mismatch }) => (mismatch ? <Badge tone="bad">{MISMATCH_WORDS[mismatch]}</Badge> : "Agrees"),
          },
          {
            label: "Reference",
            cell: ({ reference }) => <span className="audit-text">{reference}</span>,
          },
        ]}
        rows={rows}
        empty={<p>No lines.</p>}
      />
      <p className="muted">
        “{MISMATCH_WORDS.missing_there}” means our ledger has it, but no payout has brought it within{" "}
        {PAID_OUT_WITHIN_DAYS} days.
      </p>
    </StaffFrame>
  );
}
