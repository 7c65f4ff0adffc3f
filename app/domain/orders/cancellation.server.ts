import { and, eq, isNotNull, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { keepAll, keepRun } from "#db/queries.server";
import { loopCredits, orders, refunds, shipments, vouchers } from "#db/schema";
import { type CancelRefusal, cancelRefusal } from "./cancellation";
import type { Order } from "./orders.server";
import { writeRefundEmail } from "./refund-emails.server";
import { askRefund, sendRefund } from "./refunds.server";
import { reverseFulfilment } from "./reverse-fulfilment.server";

/** Cancelling within the cooling-off period: a full refund, and what was bought is taken back. Owner in each query. */

export interface CancelState {
  order: Order;
  refusal: CancelRefusal | null;
}

/** Qualified by hand: in a query of one table drizzle omits the table's name, and "id" would be the subquery's own. */
const ORDER = sql.raw("orders.id");

const isUsed = sql<number>`(
  EXISTS (SELECT 1 FROM ${loopCredits} WHERE ${loopCredits.orderId} = ${ORDER} AND ${loopCredits.spentAt} IS NOT NULL)
  OR EXISTS (SELECT 1 FROM ${vouchers} WHERE ${vouchers.orderId} = ${ORDER} AND ${vouchers.status} = 'REDEEMED')
  OR EXISTS (SELECT 1 FROM ${shipments} WHERE ${shipments.orderId} = ${ORDER} AND ${shipments.state} <> 'waiting')
)`.mapWith(Boolean);

const isBeingRefunded = sql<number>`EXISTS (
  SELECT 1 FROM ${refunds} WHERE ${refunds.orderId} = ${ORDER} AND ${refunds.status} <> 'failed'
)`.mapWith(Boolean);

const paidQuery = keepAll((accountId: string) =>
  db
    .select({ order: orders, isUsed, isBeingRefunded })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), isNotNull(orders.paidAt))),
);

function statesOf(accountId: string, orderId: string | null, now: Date) {
  return paidQuery(accountId)
    .filter(({ order }) => orderId === null || order.id === orderId)
    .map(
      (row): CancelState => ({
        order: row.order,
        refusal: row.isBeingRefunded
          ? "already_cancelled"
          : cancelRefusal({ ...row.order, isUsed: Boolean(row.isUsed) }, now),
      }),
    );
}

/** The ids of the orders this account can cancel now. */
export function cancellableOrdersOf(accountId: string, now: Date): ReadonlySet<string> {
  return new Set(statesOf(accountId, null, now).flatMap(({ order, refusal }) => (refusal ? [] : [order.id])));
}

/** One order of this account, with why it cannot be cancelled; undefined if it is not theirs. */
export function cancelStateOf(accountId: string, orderId: string, now: Date): CancelState | undefined {
  return statesOf(accountId, orderId, now)[0];
}

export type CancelResult =
  | { ok: true; order: Order; refund: "none" | "pending" | "succeeded" | "failed" }
  | { ok: false; reason: "not_found" | CancelRefusal };

/** Cancels an order of this account and refunds it. Called twice, it cancels once. */
export async function cancelOrder(accountId: string, orderId: string, now: Date): Promise<CancelResult> {
  const decided = write((tx) => decide(tx, accountId, orderId, now));
  if (!decided.ok) return decided;
  const { order, refundId } = decided;
  if (refundId === null) return { ok: true, order, refund: "none" };
  const status = await sendRefund(refundId, now);
  return { ok: true, order, refund: status === "unknown" ? "pending" : status };
}

type Decision =
  | { ok: true; order: Order; refundId: string | null }
  | { ok: false; reason: "not_found" | CancelRefusal };

const decideQuery = keepRun((now: Date, orderId: string) =>
  db.update(orders).set({ status: "REFUNDED", updatedAt: now }).where(eq(orders.id, orderId)),
);

function decide(tx: Transaction, accountId: string, orderId: string, now: Date): Decision {
  const state = statesOf(accountId, orderId, now)[0];
  if (!state) return { ok: false, reason: "not_found" };
  const { order, refusal } = state;
  if (refusal) return { ok: false, reason: refusal };
  if (order.totalPence === 0) {
    if (!reverseFulfilment(tx, order, now)) return { ok: false, reason: "used" };
    decideQuery(now, order.id);
    writeRefundEmail(tx, order, { amountPence: 0, taken: [] }, `cancelled:${order.id}`, now);
    return { ok: true, order, refundId: null };
  }
  const input = askRefund(
    tx,
    {
      orderId: order.id,
      amountPence: order.totalPence,
      reason: "The customer cancelled within the cancellation period.",
      staffId: null,
    },
    now,
  );
  if (!input.ok) {
    const { reason } = input;
    return { ok: false, reason: reason === "used" || reason === "disputed" ? reason : "already_cancelled" };
  }
  return { ok: true, order, refundId: input.refundId };
}
