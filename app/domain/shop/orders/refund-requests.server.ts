import { and, eq, sql, TransactionRollbackError } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { memoize, prepareAll, prepareGet } from "#db/queries.server";
import { orders, refundRequests, staff } from "#db/schema";
import { type SortOf, sortsOf } from "#db/sorting.server";
import { decisionsOn, waitingIn } from "~/domain/people/staff/approvals.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { type AskRefundResult, askRefund, type RefundRefusal, type RefundRequest } from "./refunds.server";

/**
 * The second pair of eyes on a large refund. A request holds the sum, what is taken back and the voucher's fate, and is
 * approved unchanged. Nothing of the order or its money moves before; whether the refund is possible is checked again
 * then. Nobody decides their own request.
 */

type Request = typeof refundRequests.$inferSelect;
export type RefundRequestState = Request["state"];

/** `goodwillPence`: the part of the sum that is goodwill. */
export type RefundToApprove = Pick<
  Request,
  "orderId" | "amountPence" | "goodwillPence" | "taken" | "voucher" | "reason" | "evenIfUsed"
>;

export type AskSecondResult =
  | { ok: true; requestId: string }
  | { ok: false; reason: RefundRefusal | "already_waiting" };

/** Records a refund for a second person to approve. Refused if the refund is not possible now. */
export function askSecondPerson(tx: Transaction, input: RefundToApprove, staffId: string, now: Date): AskSecondResult {
  const possible = tryRefund(tx, { ...input, staffId }, now);
  if (!possible.ok) return possible;
  const waiting = tx
    .select({ id: refundRequests.id })
    .from(refundRequests)
    .where(and(eq(refundRequests.orderId, input.orderId), eq(refundRequests.state, "waiting")))
    .get();
  if (waiting) return { ok: false, reason: "already_waiting" };
  const { id } = tx
    .insert(refundRequests)
    .values({ ...input, requestedByStaffId: staffId, createdAt: now })
    .returning({ id: refundRequests.id })
    .get();
  recordAuditEvent(tx, {
    staffId,
    action: "refunds.ask",
    object: { type: "order", id: input.orderId },
    now,
    reason: input.reason,
    after: { requestId: id, ...termsOf(input) },
  });
  return { ok: true, requestId: id };
}

/** The terms of a refund for the audit log. */
export function termsOf({ amountPence, goodwillPence, taken, voucher, evenIfUsed }: RefundToApprove) {
  return { amountPence, goodwillPence, taken, voucher, evenIfUsed };
}

/** A dry run of `askRefund`: its result, with everything rolled back. */
function tryRefund(tx: Transaction, request: RefundRequest, now: Date): AskRefundResult {
  let outcome: AskRefundResult = { ok: false, reason: "unknown_order" };
  try {
    tx.transaction((inner) => {
      outcome = askRefund(inner, request, now);
      inner.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  return outcome;
}

const DECISIONS = decisionsOn(refundRequests, {
  find: (tx, id) => waitingIn(tx.select().from(refundRequests).where(eq(refundRequests.id, id)).get()),
  object: ({ orderId }) => ({ type: "order", id: orderId }),
  approved: "refunds.approve",
  declined: "refunds.decline",
  afterDeclining: ({ id, amountPence }) => ({ requestId: id, amountPence }),
});

/** Approves another person's request. If the refund is no longer possible, the request stays. */
export function approveRefund(requestId: string, staffId: string, now: Date) {
  return DECISIONS.approve(requestId, { staffId, now }, (tx, request, approve) => {
    const { orderId, reason, requestedByStaffId } = request;
    const given = askRefund(tx, { orderId, reason, staffId: requestedByStaffId, ...termsOf(request) }, now);
    if (!given.ok) return given;
    const { refundId } = given;
    approve({ refundId }, { after: { requestId, refundId, ...termsOf(request) } });
    return given;
  });
}

export const declineRefund = DECISIONS.decline;

function requestRows() {
  return db
    .select({ request: refundRequests, orderNumber: orders.number, requestedBy: staff.name })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.orderId))
    .leftJoin(staff, eq(staff.id, refundRequests.requestedByStaffId))
    .$dynamic();
}

export type RefundRequestLine = ReturnType<ReturnType<typeof requestRows>["all"]>[number];

/** A few hundred rows at most, so no index is needed. */
export const REFUND_REQUEST_SORTS = sortsOf(
  { asked: refundRequests.createdAt, amount: refundRequests.amountPence },
  { usual: "-asked", id: refundRequests.id },
);

/** So many requests, usually the newest; the waiting ones come first. */
export function listRefundRequests(most: number, sort: SortOf<typeof REFUND_REQUEST_SORTS> = "") {
  return listRequestsBy(sort)(most);
}

const listRequestsBy = memoize((sort: SortOf<typeof REFUND_REQUEST_SORTS>) =>
  prepareAll((most: number) =>
    requestRows()
      .orderBy(sql`${refundRequests.state} <> 'waiting'`, ...REFUND_REQUEST_SORTS.orderBy(sort))
      .limit(most),
  ),
);

export const refundRequestData = prepareGet((requestId: string) =>
  requestRows().where(eq(refundRequests.id, requestId)),
);

/** The requests for this order, the oldest first. */
export const refundRequestsOf = prepareAll((orderId: string) =>
  requestRows().where(eq(refundRequests.orderId, orderId)).orderBy(refundRequests.createdAt),
);

/** How many requests wait for a second person. */
export function refundsPending(): number {
  return listWaiting().length;
}

const listWaiting = prepareAll(() =>
  db.select({ id: refundRequests.id }).from(refundRequests).where(eq(refundRequests.state, "waiting")),
);
