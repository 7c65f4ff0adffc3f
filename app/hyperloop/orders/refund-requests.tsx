import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { isPermitted } from "~/domain/people/staff/permissions";
import { REFUND_ALONE_PENCE } from "~/domain/shop/orders/refund-limits";
import { listRefundRequests, REFUND_REQUEST_SORTS } from "~/domain/shop/orders/refund-requests.server";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { sortingOf } from "~/hyperloop/staff-list";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { SortMenu } from "~/ui/sort-menu";
import { CellNote, Table } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { choiceIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Large refunds – HyperLoop", noindex: true };

const MOST_SHOWN = 100;

/** Those that wait come first. */
export const loader = staffLoader("orders.read", ({ request }) => {
  const sort = choiceIn(request, "sort", REFUND_REQUEST_SORTS.words);
  return { requests: listRefundRequests(MOST_SHOWN, sort), sort, usual: REFUND_REQUEST_SORTS.usual };
});

export default function RefundRequests() {
  const { staff, requests, sort, usual } = useLoaderData<typeof loader>();
  const sorting = sortingOf(PATHS.refundRequests, { sort }, usual);
  const mayDecide = isPermitted(staff.role, "refunds.approve");
  return (
    <StaffFrame
      title="Large refunds"
      lead={`More than ${formatPence(REFUND_ALONE_PENCE)} on one order, or more than one person may refund in a day, needs a second person.`}
      back={{ label: "Orders", href: "/hyperloop/orders" }}
    >
      <SortMenu columns={SORTED} sorting={sorting} />
      <Table
        caption="Large refunds"
        captionHidden
        columns={[
          {
            label: "Order",
            cell: ({ request, orderNumber }) => (
              <a className="staff-code" href={`/hyperloop/orders/${request.orderId}`}>
                {orderNumber}
              </a>
            ),
          },
          { label: "State", cell: ({ request }) => <StatusBadge of="refundRequest" is={request.state} /> },
          {
            label: "Amount",
            sort: "-amount",
            numeric: true,
            cell: ({ request }) => formatPence(request.amountPence),
          },
          { label: "Why", cell: ({ request }) => request.reason || "Deleted" },
          {
            label: "Asked by",
            sort: "-asked",
            cell: ({ request, requestedBy }) => (
              <>
                {requestedBy ?? "A former colleague"}
                <CellNote>{formatMoment(request.createdAt)}</CellNote>
              </>
            ),
          },
          {
            label: "Actions",
            labelHidden: true,
            cell: ({ id, request, orderNumber }) =>
              mayDecide && (
                <div className="staff-acts">
                  <a href={`/hyperloop/orders/refunds/${id}`}>
                    {request.state === "waiting" ? "Decide" : "View"}
                    <VisuallyHidden> {orderNumber}</VisuallyHidden>
                  </a>
                </div>
              ),
          },
        ]}
        sorting={sorting}
        rows={requests.map((one) => ({ id: one.request.id, ...one }))}
        empty={<p>No large refunds.</p>}
      />
    </StaffFrame>
  );
}

const SORTED = [
  { label: "Amount", sort: "-amount" },
  { label: "Asked", sort: "-asked" },
];
