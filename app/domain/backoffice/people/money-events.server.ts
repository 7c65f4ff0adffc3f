import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db } from "#db/client.server";
import { isIn, prepareAll } from "#db/queries.server";
import { ledger, orders, payments, refundRequests, staff, vouchers } from "#db/schema";
import { formatPence } from "~/domain/kernel/money/pounds";
import { capitalise } from "~/domain/kernel/text/numbers";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { disputedOrders } from "~/domain/shop/orders/dispute-records.server";
import { voucherStatusAt } from "~/domain/shop/vouchers/rules";
import type { TimelineEvent } from "./timeline-events";

/** Orders, payments, refunds, disputes and vouchers of a person. */

const MOST = 200;

const ORDERED = { loop: "a loop", gift: "a gift", book_copies: "book copies" } as const;

/** Money in and out, newest first in each kind. */
export function moneyEvents(ids: readonly string[]): TimelineEvent[] {
  const own = listOrdersWithCard([...ids]);
  const disputed = disputedOrders(own.map(({ order }) => order.id));
  const bought = own.map(({ order, brand, last4 }): TimelineEvent => {
    const { id, number, kind, totalPence, refundedPence, createdAt, paidAt } = order;
    const canRefund = paidAt !== null && refundedPence < totalPence && !disputed.has(id);
    return {
      key: `order-${id}`,
      at: paidAt ?? createdAt,
      tab: "money",
      mark: paidAt ? "money" : "quiet",
      text: paidAt ? `Paid ${formatPence(totalPence)} for ${ORDERED[kind]}` : `Ordered ${ORDERED[kind]}, not paid`,
      detail: last4 ? `${capitalise(brand ?? "card")} ending ${last4}` : undefined,
      subject: { type: "order", id, number, canRefund },
    };
  });
  const moved = listLedgerLines([...ids]).map(({ line, number }): TimelineEvent => {
    const pence = formatPence(Math.abs(line.amountPence));
    const order = { type: "order", id: line.orderId, number, canRefund: false } as const;
    const about = { key: `ledger-${line.id}`, at: line.at, tab: "money", subject: order } as const;
    switch (line.kind) {
      case "dispute":
        return { ...about, mark: "bad", text: `Bank disputed ${pence}` };
      case "dispute_won":
        return { ...about, mark: "money", text: `Dispute won: ${pence} is back` };
      case "refund_failed":
        return { ...about, mark: "bad", text: `A refund of ${pence} failed` };
      default:
        return { ...about, mark: "money", text: `Refunded ${pence}` };
    }
  });
  const asked = listRefundRequests([...ids]).map(({ request, number, by }): TimelineEvent => {
    const { id, orderId, state } = request;
    const isWaiting = state === "waiting";
    return {
      key: `request-${id}`,
      at: request.createdAt,
      tab: "money",
      mark: "staff",
      text: `${by ?? "A former colleague"} asked to refund ${formatPence(request.amountPence)}, ${REQUEST_STATES[state]}`,
      detail: request.reason,
      subject: isWaiting ? { type: "request", id, orderId } : { type: "order", id: orderId, number, canRefund: false },
    };
  });
  return [...bought, ...moved, ...asked];
}

const listOrdersWithCard = prepareAll((ids: string[]) =>
  db
    .select({ order: orders, brand: payments.cardBrand, last4: payments.cardLast4 })
    .from(orders)
    .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.status, "paid")))
    .where(isIn(orders.accountId, ids))
    .orderBy(desc(orders.createdAt))
    .limit(MOST),
);

const listLedgerLines = prepareAll((ids: string[]) =>
  db
    .select({ line: ledger, number: orders.number })
    .from(ledger)
    .innerJoin(orders, eq(orders.id, ledger.orderId))
    .where(and(isIn(orders.accountId, ids), ne(ledger.kind, "payment")))
    .orderBy(desc(ledger.at))
    .limit(MOST),
);

const listRefundRequests = prepareAll((ids: string[]) =>
  db
    .select({ request: refundRequests, number: orders.number, by: staff.name })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.orderId))
    .leftJoin(staff, eq(staff.id, refundRequests.requestedByStaffId))
    .where(isIn(orders.accountId, ids))
    .orderBy(desc(refundRequests.createdAt))
    .limit(MOST),
);

const REQUEST_STATES = { waiting: "waiting for a second person", approved: "approved", declined: "declined" };

const orderOf = alias(orders, "voucher_orders");

/** Vouchers given and redeemed; of a code only its last four characters. */
export function voucherEvents(ids: readonly string[], now: Date): TimelineEvent[] {
  return listVouchersOf([...ids]).flatMap(({ voucher, isRedeemer }): TimelineEvent[] => {
    const { id, lastFour, recipientName, redeemedAt, createdAt, expiresAt } = voucher;
    const status = voucherStatusAt(voucher, now);
    const subject = { type: "voucher", id, isUsable: status === "ACTIVE" || status === "EXPIRED" } as const;
    const about = { tab: "vouchers", mark: "event", subject } as const;
    if (isRedeemer === 1) {
      const at = redeemedAt ?? createdAt;
      return [{ ...about, key: `redeemed-${id}`, at, text: `Redeemed voucher ····${lastFour}` }];
    }
    const to = recipientName ? ` for ${recipientName}` : "";
    const given: TimelineEvent = {
      ...about,
      key: `voucher-${id}`,
      at: createdAt,
      text: `Voucher ····${lastFour}${to}, ${STATUS_WORDS[status]}`,
      detail: `Until ${formatLondonDay(expiresAt)}`,
    };
    const used = { ...about, key: `used-${id}`, text: `Voucher ····${lastFour}${to} was redeemed` };
    return redeemedAt ? [given, { ...used, at: redeemedAt }] : [given];
  });
}

/** Given, by the buyer's account or by an order, and redeemed: each by an index of its own. */
const listVouchersOf = prepareAll((ids: string[]) =>
  db
    .select({ voucher: vouchers, isRedeemer: sql<number>`0` })
    .from(vouchers)
    .where(isIn(vouchers.purchasedByAccountId, ids))
    .unionAll(
      db
        .select({ voucher: vouchers, isRedeemer: sql<number>`0` })
        .from(orderOf)
        .innerJoin(vouchers, eq(vouchers.orderId, orderOf.id))
        .where(and(isIn(orderOf.accountId, ids), isNull(vouchers.purchasedByAccountId))),
    )
    .unionAll(
      db
        .select({ voucher: vouchers, isRedeemer: sql<number>`1` })
        .from(vouchers)
        .where(isIn(vouchers.redeemedByAccountId, ids)),
    ),
);

const STATUS_WORDS = {
  ACTIVE: "active",
  REDEEMED: "redeemed",
  EXPIRED: "expired",
  CANCELLED: "cancelled",
  SUSPENDED: "on hold",
} as const;
