import { formatPence } from "~/domain/kernel/money/pounds";
import { capitalise } from "~/domain/kernel/text/numbers";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { isPermitted } from "~/domain/people/staff/permissions";
import type { orderData } from "~/domain/shop/orders/admin-orders.server";
import type { RefundRequestLine } from "~/domain/shop/orders/refund-requests.server";
import type { DisputeWords } from "~/hyperloop/dispute-band";
import { useStaff } from "~/hyperloop/frame";
import { StatusBadge } from "~/hyperloop/statuses";
import { formatTaken } from "./order-labels";

type Data = NonNullable<ReturnType<typeof orderData>>;

interface OrderTimelineProps {
  readonly view: Pick<Data, "order" | "lines" | "tries" | "refunds"> & {
    readonly requests: readonly RefundRequestLine[];
    readonly disputes: readonly DisputeWords[];
  };
}

/** What happened to an order: payments, disputes, refunds and requests for them. */
export function OrderTimeline({ view }: OrderTimelineProps) {
  const { order, lines, tries, refunds, requests, disputes } = view;
  const { role } = useStaff();
  const moment = (at: Date | null) => (at === null ? "Not yet" : formatMoment(at));
  return (
    <section className="staff-panel">
      <h2>Timeline</h2>
      <ul className="staff-acts-done">
        <li>
          <b>Placed</b> {moment(order.createdAt)}
        </li>
        {tries.map((one) => (
          <li key={one.id}>
            <b>Payment of {formatPence(one.amountPence)}</b>, {one.status}, {moment(one.at)}
            {one.last4 && `, ${capitalise(one.brand ?? "card")} ending in ${one.last4}`}
          </li>
        ))}
        {order.paidAt && (
          <li>
            <b>Paid</b> {moment(order.paidAt)}
          </li>
        )}
        {disputes.map(({ id, sum, opened, reason, stage }) => (
          <li key={id}>
            <b>
              {stage === "inquiry" ? "Bank asked about" : "Bank disputed"} {sum}
            </b>{" "}
            {opened}: {reason}
          </li>
        ))}
        {requests.map(({ request, requestedBy }) => (
          <li key={request.id}>
            <b>Refund of {formatPence(request.amountPence)} asked for</b> by {requestedBy ?? "a former colleague"},{" "}
            {moment(request.createdAt)}: {request.reason}. <StatusBadge of="refundRequest" is={request.state} />{" "}
            {request.state === "waiting" && isPermitted(role, "refunds.approve") && (
              <a href={`/hyperloop/orders/refunds/${request.id}`}>Decide</a>
            )}
          </li>
        ))}
        {refunds.map((refund) => (
          <li key={refund.id}>
            <b>Refund of {formatPence(refund.amountPence)}</b>, {refund.status}, {moment(refund.createdAt)}:{" "}
            {refund.reason}
            {refund.taken.length > 0 && `. Items refunded: ${formatTaken(refund.taken, lines)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
