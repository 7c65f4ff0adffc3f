import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { loopCredits, orderLines, type refundRequests, refunds, shipments, vouchers } from "#db/schema";
import type { Order } from "./orders.server";
import type { RefundableLine } from "./refund-lines";

/**
 * Takes back what an order bought before it is refunded: a loop that was not begun, an unredeemed voucher, copies that
 * have not gone to the printer. Each is one conditional update, so that of redeeming and taking back at the same moment
 * exactly one succeeds. Copies at the printer cannot be stopped.
 */

type Bought = Pick<Order, "id" | "kind">;

/** Ends a year that was begun; what was written in it can still be downloaded (`CANCELLED_YEAR_DAYS`). */
export function endYear(tx: Transaction, loopId: string, now: Date): void {
  tx.update(loopCredits)
    .set({ cancelledAt: now })
    .where(and(eq(loopCredits.loopId, loopId), isNull(loopCredits.cancelledAt)))
    .run();
}

/** True if everything the order bought is taken back, false if some of it has been used. */
export function reverseFulfilment(tx: Transaction, order: Bought, now: Date): boolean {
  switch (order.kind) {
    case "loop":
      return reverseLoop(tx, order.id, now);
    case "gift":
      return reverseVoucher(tx, order.id, now);
    case "book_copies":
      return reverseCopies(tx, order.id, false);
  }
}

/** For a full refund. With `evenIfUsed`, what has not been used is taken back. */
export function takeBackAll(tx: Transaction, order: Bought, evenIfUsed: boolean, now: Date): TakeBackResult {
  const isDone =
    order.kind === "book_copies" ? reverseCopies(tx, order.id, evenIfUsed) : reverseFulfilment(tx, order, now);
  return usedUnless(isDone || evenIfUsed);
}

export type TakenBack = Pick<typeof refundRequests.$inferSelect, "taken" | "voucher" | "evenIfUsed">;

/** `voucher_undecided`: the voucher is unredeemed, and its fate was not chosen. */
export type TakeBackResult = { ok: true } | { ok: false; reason: "used" | "voucher_undecided" };

/** For a partial refund. The lines must be left (`areLeft`). */
export function takeBackPart(tx: Transaction, order: Bought, part: TakenBack, now: Date): TakeBackResult {
  const isTaken = part.taken.length > 0;
  switch (order.kind) {
    case "loop":
      return usedUnless(!isTaken || reverseLoop(tx, order.id, now) || part.evenIfUsed);
    case "gift":
      return takeBackGift(tx, order.id, part, now);
    case "book_copies":
      return usedUnless(withdrawCopies(tx, order.id, part, now));
  }
}

const usedUnless = (isDone: boolean): TakeBackResult => (isDone ? { ok: true } : { ok: false, reason: "used" });

function reverseLoop(tx: Transaction, orderId: string, now: Date): boolean {
  tx.update(loopCredits)
    .set({ cancelledAt: now })
    .where(and(eq(loopCredits.orderId, orderId), isNull(loopCredits.spentAt), isNull(loopCredits.cancelledAt)))
    .run();
  const credit = tx.select().from(loopCredits).where(eq(loopCredits.orderId, orderId)).get();
  return credit !== undefined && credit.cancelledAt !== null;
}

function takeBackGift(tx: Transaction, orderId: string, part: TakenBack, now: Date): TakeBackResult {
  const voucher = tx.select().from(vouchers).where(eq(vouchers.orderId, orderId)).get();
  if (!voucher || voucher.status === "CANCELLED") return { ok: true };
  const fate = part.taken.length > 0 ? "cancel" : part.voucher;
  if (voucher.status !== "REDEEMED" && fate === null) return { ok: false, reason: "voucher_undecided" };
  return usedUnless(fate !== "cancel" || reverseVoucher(tx, orderId, now) || part.evenIfUsed);
}

function reverseVoucher(tx: Transaction, orderId: string, now: Date): boolean {
  tx.update(vouchers)
    .set({ status: "CANCELLED", updatedAt: now })
    .where(and(eq(vouchers.orderId, orderId), inArray(vouchers.status, ["ACTIVE", "SUSPENDED", "EXPIRED"])))
    .run();
  const voucher = tx.select().from(vouchers).where(eq(vouchers.orderId, orderId)).get();
  if (voucher?.status !== "REDEEMED") return voucher?.status === "CANCELLED";
  const credit = tx.select().from(loopCredits).where(eq(loopCredits.voucherId, voucher.id)).get();
  return credit !== undefined && credit.cancelledAt !== null;
}

function reverseCopies(tx: Transaction, orderId: string, evenIfUsed: boolean): boolean {
  const areBegun = areCopiesBegun(orderId);
  if (areBegun && !evenIfUsed) return false;
  tx.delete(shipments)
    .where(and(eq(shipments.orderId, orderId), eq(shipments.state, "waiting")))
    .run();
  return !areBegun;
}

/** Whether the printer has begun on a copy of this order. */
export const areCopiesBegun = (orderId: string): boolean => findBegunCopy(orderId) !== undefined;

const findBegunCopy = prepareGet((orderId: string) =>
  db
    .select({ id: shipments.id })
    .from(shipments)
    .where(and(eq(shipments.orderId, orderId), ne(shipments.state, "waiting")))
    .limit(1),
);

/** Lowers the copies to print of these lines. False, with nothing changed, if some are at the printer. */
function withdrawCopies(tx: Transaction, orderId: string, part: TakenBack, now: Date): boolean {
  const lines = refundableLines(orderId);
  const chosen = part.taken.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId);
    return line ? [{ ...line, returned: line.returned + quantity }] : [];
  });
  const books = new Set(chosen.map(({ loopId }) => loopId));
  const shipmentRows = tx
    .select()
    .from(shipments)
    .where(eq(shipments.orderId, orderId))
    .all()
    .filter(({ loopId }) => books.has(loopId));
  if (shipmentRows.some(({ state }) => state !== "waiting") && !part.evenIfUsed) return false;
  const toPrint = new Set(shipmentRows.filter(({ state }) => state === "waiting").map(({ loopId }) => loopId));
  for (const { id, loopId, returned, withdrawn } of chosen) {
    if (!toPrint.has(loopId)) continue;
    tx.update(orderLines)
      .set({ withdrawnQuantity: Math.max(withdrawn, returned) })
      .where(eq(orderLines.id, id))
      .run();
  }
  const left = refundableLines(orderId).filter(({ withdrawn, quantity }) => withdrawn < quantity);
  for (const shipment of shipmentRows.filter(({ state }) => state === "waiting")) {
    const isThisOne = eq(shipments.id, shipment.id);
    if (!left.some(({ loopId }) => loopId === shipment.loopId)) tx.delete(shipments).where(isThisOne).run();
    else
      tx.update(shipments)
        .set({ filesState: "none", filesFailure: null, prints: [], updatedAt: now })
        .where(isThisOne)
        .run();
  }
  return true;
}

export interface OrderLineLeft extends RefundableLine {
  name: string;
  loopId: string | null;
  /** Taken out of the print queue before they were printed. */
  withdrawn: number;
}

/** The lines of an order with how many were taken back. Failed refunds do not count. */
export function refundableLines(orderId: string): OrderLineLeft[] {
  const before = listRefunds(orderId).flatMap(({ taken }) => taken);
  return listLines(orderId).map(({ id, name, loopId, unitPence, quantity, withdrawnQuantity }) => ({
    id,
    name,
    loopId,
    unitPence,
    quantity,
    withdrawn: withdrawnQuantity,
    returned: before.filter(({ lineId }) => lineId === id).reduce((sum, one) => sum + one.quantity, 0),
  }));
}

const listRefunds = prepareAll((orderId: string) =>
  db
    .select({ taken: refunds.taken })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, "failed"))),
);

const listLines = prepareAll((orderId: string) => db.select().from(orderLines).where(eq(orderLines.orderId, orderId)));
