import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { shipments } from "#db/schema";

/** Copies of a year that is still being written come with its book, so they are promised for its day. */
export function promiseCopiesWithBook(tx: Transaction, loopId: string, expectedDay: string, now: Date): void {
  tx.update(shipments)
    .set({ expectedDay, updatedAt: now })
    .where(
      and(
        ...[eq(shipments.loopId, loopId), eq(shipments.state, "waiting")],
        ...[isNotNull(shipments.orderId), isNull(shipments.reprintOf)],
      ),
    )
    .run();
}
