import { and, desc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { orders } from "#db/schema";
import type { Order } from "./orders.server";

/** This account's gift order of that number, or its newest gift order if `number` is null. */
export function giftOrderOf(accountId: string, number: string | null): Order | undefined {
  return listGiftOrders(accountId).find((order) => number === null || order.number === number);
}

const listGiftOrders = prepareAll((accountId: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.kind, "gift")))
    .orderBy(desc(orders.createdAt)),
);
