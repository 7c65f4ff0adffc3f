import { formatPence } from "~/domain/kernel/money/pounds";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { shipmentsOfOrder } from "~/domain/operations/printing/print-queue.server";
import { placeLines } from "~/domain/people/addresses/forms";
import { orderData } from "~/domain/shop/orders/admin-orders.server";
import { STATUSES } from "~/hyperloop/statuses";
import { notFound } from "~/web/responses.server";

/** A description of an order, beside a form about it. */
export function orderFacts(orderId: string) {
  const { order, lines, address } = orderData(orderId) ?? notFound();
  const shipments = shipmentsOfOrder(orderId).map(({ title, state }) => `${title}: ${STATUSES.shipment[state][0]}`);
  return {
    title: "The order",
    facts: [
      {
        name: "What was bought",
        value: lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", "),
      },
      {
        name: "Paid",
        value: order.paidAt ? `${formatPence(order.totalPence)}, ${formatMoment(order.paidAt)}` : "Not yet",
      },
      { name: "Refunded", value: order.refundedPence > 0 ? formatPence(order.refundedPence) : "Nothing" },
      { name: "Buyer", value: `${order.firstName} ${order.lastName}`.trim() || "Account deleted" },
      { name: "Email", value: order.email || "Account deleted" },
      {
        name: order.kind === "gift" ? "Giver’s address" : "Goes to",
        value: address ? placeLines(address).join(", ") : "No address",
      },
      { name: "Books", value: shipments.join(", ") || "None to print yet" },
    ],
  };
}
