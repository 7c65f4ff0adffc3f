import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/money/pounds";
import { REFUND_ALONE_PENCE } from "~/domain/orders/refund-limits";
import { listRefundRequests } from "~/domain/orders/refund-requests.server";
import { isPermitted } from "~/domain/staff/permissions";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { Table } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Large refunds – HyperLoop", noindex: true };

const MOST_SHOWN = 100;

/** The newest, those that wait first. */
export const loader = staffLoader("orders.read", () => {
  return { requests: listRefundRequests(MOST_SHOWN) };
});

export default function RefundRequests() {
  const { staff, requests } = useLoaderData<typeof loader>();
  const mayDecide = isPermitted(staff.role, "refunds.approve");
  return (
    <StaffFrame
      title="Large refunds"
      lead={`More than ${formatPence(REFUND_ALONE_PENCE)} on one order, or more than one person may refund in a day, needs a second person.`}
      back={{ label: "Orders", href: "/hyperloop/orders" }}
    >
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
          { label: "Amount", numeric: true, cell: ({ request }) => formatPence(request.amountPence) },
          { label: "Why", cell: ({ request }) => request.reason || "Forgotten" },
          {
            label: "Asked by",
            cell: ({ request, requestedBy }) => (
              <>
                {requestedBy ?? "A former colleague"}
                <br />
                <span className="muted">{formatMoment(new Date(request.createdAt))}</span>
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
        rows={requests.map((one) => ({ id: one.request.id, ...one }))}
        empty={<p>No large refunds.</p>}
      />
    </StaffFrame>
  );
}
