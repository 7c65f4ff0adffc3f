import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareRun } from "#db/queries.server";
import { shipments } from "#db/schema";

/** Copies of a year that is still being written come with its book, so they are promised for its day. */
export function promiseCopiesWithBook(loopId: string, expectedDay: string, now: Date): void {
  updateExpectedDay(expectedDay, now, loopId);
}

const updateExpectedDay = prepareRun((expectedDay: string, now: Date, loopId: string) =>
  db
    .update(shipments)
    .set({ expectedDay, updatedAt: now })
    .where(
      and(
        ...[eq(shipments.loopId, loopId), eq(shipments.state, "waiting")],
        ...[isNotNull(shipments.orderId), isNull(shipments.reprintOf)],
      ),
    ),
);
