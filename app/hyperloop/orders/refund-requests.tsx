import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/money/pounds";
import { REFUND_ALONE_PENCE } from "~/domain/orders/refund-limits";
import { listRefundRequests } from "~/domain/orders/refund-requests.server";
import { isPermitted } from "~/domain/staff/permissions";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { Table } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { PRIVATE } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { RequestBadge } from "./order-labels";

export const handle: ScreenHandle = { title: "Large refunds – HyperLoop", noindex: true };

const MOST_SHOWN = 100;

/** The newest, those that wait first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "orders.read");
  return data({ staff, requests: listRefundRequests(MOST_SHOWN) }, { headers: PRIVATE });
}

export default function RefundRequests() {
  const { staff, requests } = useLoaderData<typeof loader>();
  const mayDecide = isPermitted(staff.role, "refunds.approve");
  return (
    <StaffFrame
      staff={staff}
      title="Large refunds"
      lead={`More than ${formatPence(REFUND_ALONE_PENCE)} of one order, or more than one person may give away in a day, needs a second person.`}
      back={{ label: "Orders", href: "/hyperloop/orders" }}
    >
      <Table
        caption="Large refunds"
        captionHidden
        columns={COLUMNS}
        rows={requests.map(({ request, orderNumber, requestedBy }) => ({
          key: request.id,
          cells: {
            order: (
              <a className="staff-code" href={`/hyperloop/orders/${request.orderId}`}>
                {orderNumber}
              </a>
            ),
            state: <RequestBadge state={request.state} />,
            amount: formatPence(request.amountPence),
            why: request.reason || "Forgotten",
            input: (
              <>
                {requestedBy ?? "Somebody who left"}
                <br />
                <span className="muted">{formatMoment(new Date(request.createdAt))}</span>
              </>
            ),
            actions: mayDecide && (
              <div className="staff-acts">
                <a href={`/hyperloop/orders/refunds/${request.id}`}>
                  {request.state === "waiting" ? "Decide" : "View"}
                  <VisuallyHidden> {orderNumber}</VisuallyHidden>
                </a>
              </div>
            ),
          },
        }))}
        empty={<p>Nobody has asked for a large refund.</p>}
      />
    </StaffFrame>
  );
}

const COLUMNS = [
  { key: "order", label: "Order" },
  { key: "state", label: "State" },
  { key: "amount", label: "Amount", numeric: true },
  { key: "why", label: "Why" },
  { key: "asked", label: "Asked by" },
  { key: "acts", label: "Actions", labelHidden: true },
];
