import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatShortMoment } from "~/domain/kernel/time/format-days";
import { isPermitted } from "~/domain/people/staff/permissions";
import { ORDER_LIST } from "~/domain/shop/orders/admin-orders.server";
import { refundsPending } from "~/domain/shop/orders/refund-requests.server";
import { listLoader } from "~/hyperloop/lists.server";
import { PATHS } from "~/hyperloop/paths";
import { StaffList } from "~/hyperloop/staff-list";
import { StatusBadge, statusOptions } from "~/hyperloop/statuses";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import type { ScreenHandle } from "~/web/screen";
import { KINDS } from "./order-labels";

export const handle: ScreenHandle = { title: "Orders – HyperLoop", noindex: true };

export const loader = listLoader(ORDER_LIST, () => ({ waiting: refundsPending() }));

export default function Orders() {
  const view = useLoaderData<typeof loader>();
  return (
    <StaffList
      view={view}
      title="Orders"
      actions={
        <LinkButton href={`${PATHS.orders}/refunds`} size="staff" variant={view.waiting > 0 ? undefined : "line"}>
          Large refunds
        </LinkButton>
      }
      hint="Start of an order number or email address"
      filters={[{ name: "status", label: "Status", options: statusOptions("order") }]}
      caption="Orders"
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
        {
          label: "Bought by",
          cell: ({ firstName, lastName, email }) => (
            <span className="typed-name">{`${firstName} ${lastName}`.trim() || email}</span>
          ),
        },
        { label: "Total", sort: "-total", numeric: true, cell: ({ totalPence }) => formatPence(totalPence) },
        { label: "Placed", oneLine: true, sort: "-placed", cell: ({ createdAt }) => formatShortMoment(createdAt) },
      ]}
      ticks={{
        acts: isPermitted(view.staff.role, "orders.note")
          ? [{ label: "Add a note", href: `${PATHS.orders}/ticked/note` }]
          : [],
        nameOf: ({ number }) => number,
      }}
      empty="No orders found"
    >
      {view.waiting > 0 && (
        <Banner tone="warn" action={<a href={`${PATHS.orders}/refunds`}>See large refunds</a>}>
          {view.waiting === 1 ? "A large refund is waiting" : `${view.waiting} large refunds are waiting`} for a second
          person’s approval.
        </Banner>
      )}
    </StaffList>
  );
}
