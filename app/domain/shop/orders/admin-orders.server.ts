import { and, eq, inArray, or } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { beginsWith, prepareAll, prepareGet } from "#db/queries.server";
import { accounts, ORDER_STATUSES, orders, payments, refunds } from "#db/schema";
import { isNotGuest } from "~/domain/people/accounts/guests.server";
import { deliveryAddressIn, type TypedAddress } from "~/domain/people/addresses/forms";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { accountsBeginning, oneOf } from "~/domain/people/staff/list-filters.server";
import { columnsOf, list } from "~/domain/people/staff/lists.server";
import { isPrinting, writeAddress } from "./order-address.server";
import { deliveryAddressOf, linesOf, orderById } from "./orders.server";

/** Orders as staff see them. A delivery address can be corrected until the printer has begun. */

/** Orders, usually the newest first. */
export const ORDER_LIST = list(orders, {
  name: "orders",
  permission: "orders.read",
  id: orders.id,
  // The beginning of an order's number, or of the e-mail of the account that placed it.
  search: (words) =>
    or(beginsWith(orders.number, words.toUpperCase()), inArray(orders.accountId, accountsBeginning(words))),
  filters: { status: oneOf(orders.status, ORDER_STATUSES) },
  sorts: { placed: orders.createdAt, total: orders.totalPence },
  usual: "-placed",
  inOrder: ["placed", "total"],
  lines: () =>
    columnsOf(
      orders,
      "id",
      "number",
      "kind",
      "status",
      "isTest",
      "totalPence",
      "createdAt",
      "firstName",
      "lastName",
      "email",
    ),
});

export function orderData(orderId: string) {
  const order = orderById(orderId);
  if (!order) return undefined;
  const tries = listPayments(orderId);
  const given = listRefunds(orderId);
  // What a giver wrote is read on the voucher's page, by a press.
  const { pricing: _, giftDetails: __, ...data } = order;
  const buyer = findAccount(order.accountId ?? "");
  return {
    order: data,
    lines: linesOf(orderId),
    tries,
    refunds: given,
    /** The account whose page staff can open; null for a guest or a deleted account. */
    buyerId: buyer?.id ?? null,
    address: deliveryAddressOf(order) ?? null,
    isPrinting: isPrinting(orderId),
  };
}

const listPayments = prepareAll((orderId: string) =>
  db
    .select({
      id: payments.id,
      status: payments.status,
      amountPence: payments.amountPence,
      brand: payments.cardBrand,
      last4: payments.cardLast4,
      at: payments.createdAt,
    })
    .from(payments)
    .where(eq(payments.orderId, orderId)),
);

const listRefunds = prepareAll((orderId: string) => db.select().from(refunds).where(eq(refunds.orderId, orderId)));

const findAccount = prepareGet((accountId: string) =>
  db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNotGuest)),
);

export type AddressResult = { ok: true } | { ok: false; reason: "not_found" | "printing" };

/** Corrects the address of an order and its shipments. The audit log records the change without the addresses. */
export function correctAddress(
  orderId: string,
  typed: TypedAddress,
  by: { staffId: string; reason: string },
  now: Date,
): AddressResult {
  return write((tx): AddressResult => {
    const order = tx
      .select({ deliveryAddress: orders.deliveryAddress })
      .from(orders)
      .where(eq(orders.id, orderId))
      .get();
    if (!order) return { ok: false, reason: "not_found" };
    if (isPrinting(orderId)) return { ok: false, reason: "printing" };
    writeAddress(tx, orderId, deliveryAddressIn(typed, deliveryAddressOf(order)), now);
    const object = { type: "order", id: orderId };
    recordAuditEvent(tx, {
      staffId: by.staffId,
      action: "orders.correct_address",
      object,
      reason: by.reason,
      now,
    });
    return { ok: true };
  });
}
