import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, prepareAll } from "#db/queries.server";
import { disputes, orders, staff, workItems } from "#db/schema";

/** What is known of disputes, for those who answer the bank. */

/**
 * Why nothing of an order is refunded: a bank has taken its money and still decides (`disputed`), or has given all of it
 * to the buyer (`dispute_lost`), who would be paid twice. Null where neither is so.
 */
export function refundBar({ id, totalPence }: { id: string; totalPence: number }): "disputed" | "dispute_lost" | null {
  if (listStages(id).some(({ stage }) => stage === "open")) return "disputed";
  return totalPence > 0 && lostPenceOf(id) >= totalPence ? "dispute_lost" : null;
}

const listStages = prepareAll((orderId: string) =>
  db.select({ stage: disputes.stage, pence: disputes.amountPence }).from(disputes).where(eq(disputes.orderId, orderId)),
);

/** The pence of an order that banks have given back to the buyer. */
export function lostPenceOf(orderId: string): number {
  return listStages(orderId).reduce((sum, { stage, pence }) => (stage === "lost" ? sum + pence : sum), 0);
}

/** Those of these orders whose money a bank has taken or is asking about, for staff who are about to act on one. */
export function disputedOrders(orderIds: readonly string[]): ReadonlySet<string> {
  return new Set(listDisputed([...orderIds]).map(({ id }) => id));
}

const listDisputed = prepareAll((orderIds: string[]) =>
  db
    .selectDistinct({ id: disputes.orderId })
    .from(disputes)
    .where(and(isIn(disputes.orderId, orderIds), inArray(disputes.stage, ["inquiry", "open", "lost"]))),
);

const rows = () =>
  db
    .select({
      dispute: disputes,
      orderNumber: orders.number,
      firstName: orders.firstName,
      owner: staff,
      answeredBy: sql<
        string | null
      >`(SELECT name FROM staff AS sender WHERE sender.id = ${disputes.answeredByStaffId})`,
    })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .leftJoin(workItems, and(eq(workItems.kind, "dispute"), eq(workItems.subjectId, disputes.id)))
    .leftJoin(staff, eq(staff.id, workItems.ownerStaffId))
    .orderBy(desc(disputes.openedAt))
    .$dynamic();

type Row = ReturnType<ReturnType<typeof rows>["all"]>[number];

/** A dispute for its band on a page. */
export interface DisputeShown extends Omit<Row["dispute"], "updatedAt" | "answeredByStaffId" | "evidenceByStaffId"> {
  answeredBy: string | null;
  orderNumber: string;
  firstName: string;
  owner: { id: string; name: string } | null;
}

function asShown({ dispute, owner, orderNumber, firstName, answeredBy }: Row): DisputeShown {
  const { updatedAt: _, answeredByStaffId: __, evidenceByStaffId: ___, ...data } = dispute;
  return { ...data, orderNumber, firstName, answeredBy, owner: owner && { id: owner.id, name: owner.name } };
}

/** The disputes of an order, the newest first, settled ones too; the bank's question that led to nothing is left out. */
export function disputesOfOrder(orderId: string): DisputeShown[] {
  return listOfOrder(orderId)
    .map(asShown)
    .filter(({ stage }) => stage !== "inquiry_closed");
}

const listOfOrder = prepareAll((orderId: string) => rows().where(eq(disputes.orderId, orderId)));

export function openDisputesOfAccounts(accountIds: readonly string[]): DisputeShown[] {
  return listOpenOfAccounts([...accountIds]).map(asShown);
}

const listOpenOfAccounts = prepareAll((accountIds: string[]) =>
  rows().where(and(isIn(orders.accountId, accountIds), inArray(disputes.stage, ["inquiry", "open"]))),
);
