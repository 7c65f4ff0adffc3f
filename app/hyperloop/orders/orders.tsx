import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/money/pounds";
import { listOrders, ORDERS_A_PAGE } from "~/domain/orders/admin-orders.server";
import { refundsPending } from "~/domain/orders/refund-requests.server";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { ListFilters } from "~/ui/list-filters";
import { ListFoot } from "~/ui/list-foot";
import { Table } from "~/ui/table";
import { PRIVATE } from "~/web/answers.server";
import { choiceIn, pageAddress, pageIn, searchIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { KINDS, OrderBadge, STATUS_OPTIONS } from "./order-labels";

const PATH = "/hyperloop/orders";

export const handle: ScreenHandle = { title: "Orders – HyperLoop", noindex: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "orders.read");
  const status = choiceIn(request, "status", [
    ...(["all", "PENDING", "PAID", "CANCELLED", "PARTLY_REFUNDED", "REFUNDED"] as const),
  ]);
  const input = { q: searchIn(request), status };
  const page = pageIn(request);
  const { rows, total } = listOrders({ search: input.q, status }, page);
  const lines = rows.map((order) => ({
    id: order.id,
    number: order.number,
    kind: order.kind,
    status: order.status,
    isTest: order.isTest,
    buyer: `${order.firstName} ${order.lastName}`.trim(),
    email: order.email,
    totalPence: order.totalPence,
    placed: formatMoment(order.createdAt),
  }));
  const waiting = refundsPending();
  return data({ staff, waiting, input, page, size: ORDERS_A_PAGE, lines, total }, { headers: PRIVATE });
}

export default function Orders() {
  const { staff, waiting, input, page, size, lines, total } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      staff={staff}
      title="Orders"
      actions={
        <LinkButton href={`${PATH}/refunds`} size="staff" variant="line">
          Large refunds
        </LinkButton>
      }
    >
      {waiting > 0 && (
        <Banner tone="warn" action={<a href={`${PATH}/refunds`}>Look at them</a>}>
          {waiting === 1 ? "A large refund waits" : `${waiting} large refunds wait`} for a second person’s
          approval.
        </Banner>
      )}
      <ListFilters path={PATH} search={input.q} hint="How the order number or the account’s email begins">
        <SelectField
          label="Status"
          name="status"
          options={STATUS_OPTIONS}
          defaultValue={input.status}
          width="s"
        />
      </ListFilters>
      <Table
        caption="Orders, newest first"
        captionHidden
        columns={COLUMNS}
        rows={lines.map((line) => ({
          key: line.id,
          cells: {
            number: (
              <>
                <a className="staff-code" href={`${PATH}/${line.id}`}>
                  {line.number}
                </a>
                {line.isTest && <span className="staff-mark">Test</span>}
              </>
            ),
            status: <OrderBadge status={line.status} />,
            kind: KINDS[line.kind] ?? line.kind,
            buyer: line.buyer || line.email,
            total: formatPence(line.totalPence),
            placed: line.placed,
          },
        }))}
        empty={<p>No orders found</p>}
      />
      <ListFoot page={page} size={size} total={total} hrefOf={(to) => pageAddress(PATH, input, to)} />
    </StaffFrame>
  );
}

const COLUMNS = [
  { key: "number", label: "Order" },
  { key: "status", label: "Status" },
  { key: "kind", label: "What" },
  { key: "buyer", label: "Bought by" },
  { key: "total", label: "Total", numeric: true },
  { key: "placed", label: "Placed" },
];
