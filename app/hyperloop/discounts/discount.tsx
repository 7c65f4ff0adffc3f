import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { discountWithUses } from "~/domain/discounts/discount-desk.server";
import { londonDay } from "~/domain/loops/calendar";
import { actsOn } from "~/domain/staff/acts.server";
import { mayDo } from "~/domain/staff/rights";
import { StaffFrame } from "~/hyperloop/frame";
import { ActsPanel } from "~/ui/acts-panel";
import { LinkButton } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { formatDay, formatMoment, formatPence } from "~/ui/format";
import { Table } from "~/ui/table";
import { PRIVATE } from "~/web/answers.server";
import { readClock } from "~/web/clock.server";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-door.server";
import { DiscountBadge, worthOf } from "./discount-words";

export const handle: ScreenHandle = { title: "Discount code – HyperLoop", noindex: true };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "discounts.read");
  const found = discountWithUses(params.discount ?? "", readClock());
  if (!found) throw new Response(null, { status: 404 });
  const { startsAt, expiresAt } = found.discount;
  const days = { first: startsAt && londonDay(startsAt), last: expiresAt && londonDay(expiresAt) };
  return data({ staff, ...found, days, acts: actsOn("discount", found.discount.id) }, { headers: PRIVATE });
}

export default function DiscountCode() {
  const { staff, discount, uses, days, acts } = useLoaderData<typeof loader>();
  const sum = (pence: number | null) => (pence === null ? "None" : formatPence(pence));
  return (
    <StaffFrame
      staff={staff}
      title={discount.code}
      lead={<DiscountBadge state={discount.state} />}
      back={{ label: "Discounts", href: "/hyperloop/discounts" }}
      actions={
        mayDo(staff.role, "discounts.change") && (
          <LinkButton href={`/hyperloop/discounts/${discount.id}/delete`} size="staff" variant="danger">
            Delete
          </LinkButton>
        )
      }
    >
      <Facts
        facts={[
          { name: "Takes off", value: worthOf(discount) },
          { name: "Description", value: discount.description || "None" },
          { name: "Uses", value: `${discount.usedCount} of ${discount.maxUses ?? "any number"}` },
          { name: "Minimum order", value: sum(discount.minimumOrderPence) },
          { name: "Most it takes off", value: sum(discount.maximumDiscountPence) },
          { name: "First day", value: days.first ? formatDay(days.first) : "At once" },
          { name: "Last day", value: days.last ? formatDay(days.last) : "None" },
          { name: "For a first order only", value: discount.firstOrderOnly ? "Yes" : "No" },
          { name: "Once for each customer", value: discount.oncePerCustomer ? "Yes" : "No" },
        ]}
      />
      <section className="staff-panel">
        <h2>Orders with this code</h2>
        <Table
          caption="Orders with this code, newest first"
          captionHidden
          columns={COLUMNS}
          rows={uses.map((use) => ({
            key: use.id,
            cells: {
              order: mayDo(staff.role, "orders.read") ? (
                <a className="staff-code" href={`/hyperloop/orders/${use.orderId}`}>
                  {use.orderNumber}
                </a>
              ) : (
                use.orderNumber
              ),
              when: formatMoment(new Date(use.createdAt)),
              off: formatPence(use.discountPence),
              state: use.state === "counted" ? "Paid" : "Being paid",
            },
          }))}
          empty={<p className="muted">Nobody has used it yet.</p>}
        />
      </section>
      <ActsPanel acts={acts} />
    </StaffFrame>
  );
}

const COLUMNS = [
  { key: "order", label: "Order" },
  { key: "when", label: "When" },
  { key: "off", label: "Taken off", numeric: true },
  { key: "state", label: "State" },
];
