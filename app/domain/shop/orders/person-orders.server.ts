import { desc } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, prepareAll } from "#db/queries.server";
import { orders } from "#db/schema";

/** All orders of these accounts or guests, newest first. */
export const ordersOfPeople = prepareAll((ids: readonly string[]) =>
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
