import { and, asc, count, desc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { entries, loopCredits, loops, orderLines, orders, shipments, vouchers } from "#db/schema";
import { IS_NOT_CANCELLED } from "~/domain/diary/loops/cancelled-loops.server";
import { IS_FINISHED } from "~/domain/diary/loops/finished-weeks.server";
import type { Order } from "./orders.server";

/**
 * A customer's past orders. The giver of a loop sees its dates and progress only if its owner allows it, and never its
 * title, what is written or where its book goes.
 */

export interface PastOrder {
  order: Order;
  /** The loop this order became, if the buyer may see it. */
  loop:
    | (Pick<
        typeof loops.$inferSelect,
        "id" | "title" | "status" | "startDay" | "deliveryDay" | "deliveredAt" | "carrier" | "trackingNumber"
      > & {
        isOwn: boolean;
      })
    | null;
  /** The day its book was promised for when it was sent to print; null before. */
  expectedDay: string | null;
  entriesCount: number;
  /** What was bought, by its name. */
  lines: Pick<typeof orderLines.$inferSelect, "orderId" | "name" | "description" | "quantity">[];
  /** The shipments of copies, the oldest first. */
  shipments: Pick<
    typeof shipments.$inferSelect,
    "id" | "state" | "carrier" | "trackingNumber" | "expectedDay" | "reprintOf"
  >[];
}

/** Its title is its owner's text, and a shipment's number leads to where they live. */
const NOT_THE_GIVERS = { title: null, carrier: null, trackingNumber: null } as const;

/** The paid orders of this account, the newest first. */
export function paidOrdersOf(accountId: string): PastOrder[] {
  const shipments = listShipments(accountId);
  const lines = listLines(accountId);
  return listPaidOrders(accountId).map((past) => ({
    ...past,
    loop: past.loop && (past.loop.isOwn ? past.loop : { ...past.loop, ...NOT_THE_GIVERS }),
    lines: lines.filter(({ orderId }) => orderId === past.order.id),
    shipments: shipments.filter(({ orderId }) => orderId === past.order.id),
  }));
}

const listLines = prepareAll((accountId: string) =>
  db
    .select({
      orderId: orderLines.orderId,
      name: orderLines.name,
      description: orderLines.description,
      quantity: orderLines.quantity,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orders.accountId, accountId))
    .orderBy(asc(orderLines.name)),
);

const listShipments = prepareAll((accountId: string) =>
  db
    .select({
      id: shipments.id,
      orderId: shipments.orderId,
      state: shipments.state,
      carrier: shipments.carrier,
      trackingNumber: shipments.trackingNumber,
      expectedDay: shipments.expectedDay,
      reprintOf: shipments.reprintOf,
    })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(eq(orders.accountId, accountId))
    .orderBy(asc(shipments.createdAt)),
);

const listPaidOrders = prepareAll((accountId: string) =>
  db
    .select({
      order: orders,
      loop: {
        id: loops.id,
        isOwn: sql<boolean>`${loops.accountId} = ${accountId}`.mapWith(Boolean),
        title: loops.title,
        status: loops.status,
        startDay: loops.startDay,
        deliveryDay: loops.deliveryDay,
        deliveredAt: loops.deliveredAt,
        carrier: loops.carrier,
        trackingNumber: loops.trackingNumber,
      },
      expectedDay: shipments.expectedDay,
      entriesCount: count(entries.id),
    })
    .from(orders)
    .leftJoin(loopCredits, eq(loopCredits.orderId, orders.id))
    .leftJoin(vouchers, eq(vouchers.orderId, orders.id))
    .leftJoin(
      loops,
      and(
        eq(loops.id, sql`coalesce(${loopCredits.loopId}, ${vouchers.loopId})`),
        or(eq(loops.accountId, accountId), eq(loops.giverSeesProgress, true)),
        IS_NOT_CANCELLED,
      ),
    )
    .leftJoin(shipments, and(eq(shipments.loopId, loops.id), isNull(shipments.orderId), isNull(shipments.reprintOf)))
    .leftJoin(entries, and(eq(entries.loopId, loops.id), IS_FINISHED))
    .where(and(eq(orders.accountId, accountId), isNotNull(orders.paidAt)))
    .groupBy(orders.id)
    .orderBy(desc(orders.paidAt)),
);

/** This account's newest paid order of a loop, for itself or as a gift. */
export const newestPaidOrderOf = prepareGet((accountId: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, accountId), isNotNull(orders.paidAt), ne(orders.kind, "book_copies")))
    .orderBy(desc(orders.createdAt))
    .limit(1),
);
