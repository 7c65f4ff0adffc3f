import { and, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, prepareAll } from "#db/queries.server";
import { orderLines, orders, refundRequests } from "#db/schema";
import { disputedOrders } from "~/domain/shop/orders/dispute-records.server";

/** Orders that were found, without the names of their lines, which hold titles that people wrote. */

/** The orders of these ids, in their order. */
export function foundOrders(ids: readonly string[]) {
  const rows = new Map(listOrders([...ids]).map((row) => [row.order.id, row]));
  const disputed = disputedOrders(ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const { number, kind, totalPence, refundedPence, status, createdAt, paidAt } = row.order;
    return [
      {
        ...{ id, number, kind, totalPence, refundedPence, status, createdAt },
        buyer: `${row.order.firstName} ${row.order.lastName}`.trim() || row.order.email || "Left",
        /** How many things were bought. */
        quantity: row.quantity,
        isPaid: paidAt !== null,
        isDisputed: disputed.has(id),
        /** A refund that waits for a second person. */
        requestId: row.requestId,
      },
    ];
  });
}

export type FoundOrder = ReturnType<typeof foundOrders>[number];

const listOrders = prepareAll((ids: string[]) =>
  db
    .select({
      order: orders,
      quantity: sql<number>`coalesce((SELECT sum(${orderLines.quantity}) FROM ${orderLines} WHERE ${orderLines.orderId} = ${orders.id}), 0)`,
      requestId: refundRequests.id,
    })
    .from(orders)
    .leftJoin(refundRequests, and(eq(refundRequests.orderId, orders.id), eq(refundRequests.state, "waiting")))
    .where(isIn(orders.id, ids)),
);
