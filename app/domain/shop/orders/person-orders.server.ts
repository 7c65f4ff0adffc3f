import { desc } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, prepareAll } from "#db/queries.server";
import { orders } from "#db/schema";

const ordersQuery = prepareAll((ids: string[]) =>
  db
    .select({
      id: orders.id,
      number: orders.number,
      totalPence: orders.totalPence,
      refundedPence: orders.refundedPence,
      paidAt: orders.paidAt,
      deliveryAddress: orders.deliveryAddress,
    })
    .from(orders)
    .where(isIn(orders.accountId, ids))
    .orderBy(desc(orders.createdAt)),
);

/** All orders of these accounts or guests, newest first. */
export function ordersOfPeople(ids: readonly string[]) {
  return ordersQuery([...ids]);
}
