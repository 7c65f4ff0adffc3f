import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareRun } from "#db/queries.server";
import { loopCredits, loops, orders, shipments, vouchers } from "#db/schema";
import { type CancelOffer, type CancelRefusal, cancellingOf, offerKey } from "../order-rules/cancellation";
import { reportCancelledYear } from "../vouchers/gift-changes.server";
import { refundBar } from "./dispute-records.server";
import type { Order } from "./orders.server";
import { writeRefundEmail } from "./refund-emails.server";
import { askRefund, promisedOf, sendRefund } from "./refunds.server";
import { endYear, refundableLines, reverseFulfilment } from "./reverse-fulfilment.server";

/**
 * Cancelling by the buyer: what the rules allow is taken back and refunded in one transaction, if it is what the buyer was
 * shown. Owner in each query.
 */

export type CancelState =
  | { ok: true; order: Order; offer: CancelOffer; yearId: string | null }
  | { ok: false; order: Order; reason: CancelRefusal };

/** Qualified by hand: in a subquery drizzle omits the table's name, and "id" would be the subquery's own. */
const ORDER = sql.raw("orders.id");
const YEAR = sql.raw("loops.id");

function statesOf(accountId: string, orderId: string | null, now: Date): CancelState[] {
  return listPaidOrders(accountId)
    .filter(({ order }) => orderId === null || order.id === orderId)
    .map(({ order, year, ...found }): CancelState => {
      const cancelling = cancellingOf(
        {
          ...order,
          leftPence: order.totalPence - promisedOf(order.id),
          isDisputed: refundBar(order) === "disputed",
          year: year && { ...year, hasCopiesOnOrder: found.hasCopiesOnOrder === 1 },
          isYearCancelled: found.isYearCancelled === 1,
          isYearGone: found.isYearGone === 1,
          areCopiesBegun: found.areCopiesBegun === 1,
        },
        now,
      );
      return cancelling.ok
        ? { ok: true, order, offer: cancelling.offer, yearId: year?.id ?? null }
        : { ok: false, order, reason: cancelling.reason };
    });
}

const listPaidOrders = prepareAll((accountId: string) =>
  db
    .select({
      order: orders,
      year: { id: loops.id, startDay: loops.startDay, pauses: loops.pauses, status: loops.status },
      hasCopiesOnOrder: sql<number>`EXISTS (
        SELECT 1 FROM ${shipments} WHERE ${shipments.loopId} = ${YEAR} AND ${shipments.orderId} IS NOT NULL
      )`,
      isYearCancelled: sql<number>`(${loopCredits.spentAt} IS NOT NULL AND ${loopCredits.cancelledAt} IS NOT NULL)`,
      isYearGone: sql<number>`(${loopCredits.spentAt} IS NOT NULL AND ${loops.id} IS NULL)`,
      areCopiesBegun: sql<number>`EXISTS (
        SELECT 1 FROM ${shipments} WHERE ${shipments.orderId} = ${ORDER} AND ${shipments.state} <> 'waiting'
      )`,
    })
    .from(orders)
    .leftJoin(vouchers, eq(vouchers.orderId, orders.id))
    .leftJoin(loopCredits, or(eq(loopCredits.orderId, orders.id), eq(loopCredits.voucherId, vouchers.id)))
    .leftJoin(loops, eq(loops.id, loopCredits.loopId))
    .where(and(eq(orders.accountId, accountId), isNotNull(orders.paidAt))),
);

/** What this account can cancel now, by the ids of its orders. */
export function cancelOffersOf(accountId: string, now: Date): ReadonlyMap<string, CancelOffer> {
  return new Map(statesOf(accountId, null, now).flatMap((state) => (state.ok ? [[state.order.id, state.offer]] : [])));
}

/** One order of this account, with what cancelling it does or why it cannot; undefined if it is not theirs. */
export function cancelStateOf(accountId: string, orderId: string, now: Date): CancelState | undefined {
  return statesOf(accountId, orderId, now)[0];
}

export type CancelResult =
  | { ok: true; order: Order; refundPence: number; refund: "none" | "pending" | "succeeded" | "failed" }
  /** `changed`: it would no longer do what the buyer was shown. */
  | { ok: false; reason: "not_found" | "changed" | CancelRefusal };

/**
 * Cancels an order of this account and refunds it, if that still does what was shown (`offerKey`). Called twice, it
 * cancels once.
 */
export async function cancelOrder(accountId: string, orderId: string, shown: string, now: Date): Promise<CancelResult> {
  const decided = write((tx) => decide(tx, accountId, orderId, shown, now));
  if (!decided.ok) return decided;
  const { order, refundPence, refundId } = decided;
  if (refundId === null) return { ok: true, order, refundPence, refund: "none" };
  const status = await sendRefund(refundId, now);
  return { ok: true, order, refundPence, refund: status === "unknown" ? "pending" : status };
}

type Decision =
  | { ok: true; order: Order; refundPence: number; refundId: string | null }
  | Extract<CancelResult, { ok: false }>;

function decide(tx: Transaction, accountId: string, orderId: string, shown: string, now: Date): Decision {
  const state = cancelStateOf(accountId, orderId, now);
  if (!state) return { ok: false, reason: "not_found" };
  if (!state.ok) return { ok: false, reason: state.reason };
  const { order, offer, yearId } = state;
  if (offerKey(offer) !== shown) return { ok: false, reason: "changed" };
  const { refundPence, retainedPence } = offer;
  if (yearId !== null) endYear(tx, yearId, now);
  if (offer.thing === "redeemed_gift" && yearId !== null) reportCancelledYear(tx, yearId, now);
  if (refundPence === 0) {
    if (!reverseFulfilment(tx, order, now)) throw new Error(`Order ${order.number} was used meanwhile.`);
    updateRefunded(now, order.id);
    writeRefundEmail(tx, order, { amountPence: 0, taken: [] }, `cancelled:${order.id}`, now);
    return { ok: true, order, refundPence, refundId: null };
  }
  const asked = askRefund(
    tx,
    {
      orderId,
      amountPence: refundPence,
      reason: "The customer cancelled within the cancellation period.",
      staffId: null,
      // A full refund takes back every line; with a share kept, they are named.
      taken: retainedPence > 0 ? linesLeft(orderId) : [],
    },
    now,
  );
  if (!asked.ok) throw new Error(`Order ${order.number} can be cancelled, but not refunded: ${asked.reason}.`);
  return { ok: true, order, refundPence, refundId: asked.refundId };
}

const updateRefunded = prepareRun((now: Date, orderId: string) =>
  db.update(orders).set({ status: "REFUNDED", updatedAt: now }).where(eq(orders.id, orderId)),
);

const linesLeft = (orderId: string) =>
  refundableLines(orderId).flatMap(({ id, quantity, returned }) =>
    quantity > returned ? [{ lineId: id, quantity: quantity - returned }] : [],
  );
