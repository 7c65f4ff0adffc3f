import { and, eq, inArray, isNull, lt, ne, or } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { loops, shipments } from "#db/schema";
import { isReversed, ordersInDoubt } from "~/domain/diary/loops/print-holds.server";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { isQueued } from "~/domain/mail/outbox/outbox.server";
import { bookLate } from "./printing-emails";
import { isOwnBook, type ShipmentRow, shipmentRowOf, shipmentRows } from "./shipment-contents.server";
import { tell } from "./shipment-records.server";

/**
 * Shipments that have not arrived by the day we gave: their reader is notified, once. Our terms promise that, and staff
 * see the day in the print queue.
 */

/** A month after the day an email would tell nobody anything new. */
const TELL_UNTIL_DAYS = 30;

export function reportLateShipments(now: Date): void {
  const today = londonDay(now);
  const overdue = shipmentRows(db)
    .where(
      and(
        ...[inArray(shipments.state, ["waiting", "printing", "shipped"]), lt(shipments.expectedDay, today)],
        // Copies of a year that is still being written come with its book.
        or(isNull(loops.id), ne(loops.status, "ACTIVE")),
      ),
    )
    .all();
  for (const { shipment } of overdue) if (!isQueued(keyOf(shipment.id))) notifyOne(shipment.id, now);
}

const keyOf = (shipmentId: string) => `shipment-late:${shipmentId}`;

function notifyOne(shipmentId: string, now: Date): void {
  write((tx) => {
    const row = shipmentRowOf(shipmentId);
    if (!row || row.shipment.state === "delivered" || isHeld(row)) return;
    const today = londonDay(now);
    const promisedDay = promisedDayOf(row.shipment);
    if (promisedDay >= today || promisedDay < addDays(today, -TELL_UNTIL_DAYS)) return;
    const { shippedAt, carrier, trackingNumber } = row.shipment;
    const posted = shippedAt && { day: londonDay(shippedAt), carrier: carrier ?? "", trackingNumber };
    const dedupeKey = keyOf(shipmentId);
    tell(tx, row, (data) => bookLate({ ...data, promisedDay, posted }), now, { dedupeKey, dueAt: now });
  });
}

/** Its owner is suspended or leaving, its payment is in doubt, or its year was refunded: then nothing was promised. */
function isHeld({ shipment, loop, owner, order }: ShipmentRow): boolean {
  if (owner && (owner.status !== "active" || owner.deletionDueAt !== null)) return true;
  if (order && ordersInDoubt([order.id]).size > 0) return true;
  return isOwnBook(shipment) && loop !== null && isReversed(loop.id);
}

/** The day a shipment was promised for; copies that come with the book of a year are as late as that is. */
function promisedDayOf({ expectedDay, loopId, reprintOf }: ShipmentRow["shipment"]): string {
  const book = loopId && reprintOf === null ? (findExpectedDay(loopId)?.expectedDay ?? "") : "";
  return [expectedDay ?? "", book].toSorted().at(-1) ?? "";
}

const findExpectedDay = prepareGet((loopId: string) =>
  db
    .select({ expectedDay: shipments.expectedDay })
    .from(shipments)
    .where(and(eq(shipments.loopId, loopId), isNull(shipments.orderId), isNull(shipments.reprintOf))),
);
