import { and, desc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { orders } from "#db/schema";
import type { Order } from "./orders.server";

/** This account's gift order of that number, or its newest gift order if `number` is null. */
export function giftOrderOf(accountId: string, number: string | null): Order | undefined {
  const isGift = and(eq(orders.accountId, accountId), eq(orders.kind, "gift"));
  return db
    .select()
    .from(orders)
    .where(and(isGift, number === null ? undefined : eq(orders.number, number)))
    .orderBy(desc(orders.createdAt))
    .limit(1)
    .get();
}
