import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/money/pounds";
import { listOrders, ORDERS_A_PAGE } from "~/domain/orders/admin-orders.server";
import { refundsPending } from "~/domain/orders/refund-requests.server";
import { formatMoment } from "~/domain/time/format-days";
import { PATHS } from "~/hyperloop/paths";
import { StaffList } from "~/hyperloop/staff-list";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge, statusOptions } from "~/hyperloop/statuses";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { readListQuery } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { KINDS } from "./order-labels";

export const handle: ScreenHandle = { title: "Orders – HyperLoop", noindex: true };

export const loader = staffLoader("orders.read", ({ request, now }) => {
  const statuses = ["all", "PENDING", "PAID", "CANCELLED", "PARTLY_REFUNDED", "REFUNDED"] as const;
  const query = readListQuery(request, { status: statuses });
  const { rows, total } = listOrders({ search: query.q, status: query.status }, query.page, now);
  const lines = rows.map(({ id, number, kind, status, isTest, totalPence, createdAt, ...buyer }) => ({
    id,
    number,
    kind,
    status,
    isTest,
    totalPence,
    buyer: `${buyer.firstName} ${buyer.lastName}`.trim() || buyer.email,
    placed: formatMoment(createdAt),
  }));
  const view = { query, rows: lines, total, size: ORDERS_A_PAGE, waiting: refundsPending() };
  return view;
});

export default function Orders() {
  const view = useLoaderData<typeof loader>();
  return (
    <StaffList
      path={PATHS.orders}
      view={view}
      title="Orders"
      actions={
        <LinkButton href={`${PATHS.orders}/refunds`} size="staff" variant="line">
          Large refunds
        </LinkButton>
      }
      hint="Start of an order number or email address"
      filters={[{ name: "status", label: "Status", options: statusOptions("order") }]}
      caption="Orders, newest first"
      columns={[
        {
          label: "Order",
          cell: ({ id, number, isTest }) => (
            <>
              <a className="staff-code" href={`${PATHS.orders}/${id}`}>
                {number}
              </a>
              {isTest && <span className="staff-mark">Test</span>}
            </>
          ),
        },
        { label: "Status", cell: ({ status }) => <StatusBadge of="order" is={status} /> },
        { label: "What", cell: ({ kind }) => KINDS[kind] },
        { label: "Bought by", cell: ({ buyer }) => buyer },
        { label: "Total", numeric: true, cell: ({ totalPence }) => formatPence(totalPence) },
        { label: "Placed", cell: ({ placed }) => placed },
      ]}
      empty="No orders found"
    >
      {view.waiting > 0 && (
        <Banner tone="warn" action={<a href={`${PATHS.orders}/refunds`}>See large refunds</a>}>
          {view.waiting === 1 ? "A large refund is waiting" : `${view.waiting} large refunds are waiting`} for
          a second person’s approval.
        </Banner>
      )}
    </StaffList>
  );
}
