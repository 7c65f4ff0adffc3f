import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { beginsWith, countingRows, countRows, memoize, prepareAll, prepareGet } from "#db/queries.server";
import { accounts, orders, payments, refunds } from "#db/schema";
import { type SortOf, sortsOf } from "#db/sorting.server";
import { cachedCount } from "~/domain/kernel/limits/large-counts.server";
import { isNotGuest } from "~/domain/people/accounts/guests.server";
import { deliveryAddressIn, type TypedAddress } from "~/domain/people/addresses/forms";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { isPrinting, writeAddress } from "./order-address.server";
import { deliveryAddressOf, linesOf, type Order, orderById } from "./orders.server";

/** Orders as staff see them. A delivery address can be corrected until the printer has begun. */

export const ORDERS_A_PAGE = 25;

export interface OrderQuery {
  /** The beginning of an order's number, or of the e-mail of the account that placed it. */
  search: string;
  status: Order["status"] | "all";
  sort?: OrderSort;
}

/** The index of each holds the status too, so that a page in any status is found in it alone. */
export const ORDER_SORTS = sortsOf(
  { placed: orders.createdAt, total: orders.totalPence },
  { usual: "-placed", id: orders.id },
);

type OrderSort = SortOf<typeof ORDER_SORTS>;

/** What a line of the list shows. */
const LINE = {
  id: orders.id,
  number: orders.number,
  kind: orders.kind,
  status: orders.status,
  isTest: orders.isTest,
  totalPence: orders.totalPence,
  createdAt: orders.createdAt,
  firstName: orders.firstName,
  lastName: orders.lastName,
  email: orders.email,
};
type OrderLine = Pick<Order, keyof typeof LINE>;

/** One page of orders, usually the newest first, and how many there are in all. */
export function listOrders(question: OrderQuery, page: number, now: Date): { rows: OrderLine[]; total: number } {
  const { search, status, sort = "" } = question;
  const place = [ORDERS_A_PAGE, (page - 1) * ORDERS_A_PAGE] as const;
  if (search === "") {
    const counted = () => countOrdersWith(status)()?.found ?? 0;
    return { rows: listOrdersWith(status, sort)(...place), total: cachedCount(`orders ${status}`, now, counted) };
  }
  const where = and(searchCondition(search), statusIs(orders.status, status));
  return {
    rows: pageQuery(where, ORDER_SORTS.orderBy(sort, true), ...place).all(),
    total: countRows(orders, where),
  };
}

const statusIs = (column: SQLWrapper, status: OrderQuery["status"]) =>
  status === "all" ? undefined : eq(column, status);

/** Ids first: a page far down the list then reads no more than the index. */
function pageQuery(where: SQL | undefined, order: SQL[], limit: number, offset: number) {
  const chosen = db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return db
    .select(LINE)
    .from(orders)
    .where(inArray(orders.id, chosen))
    .orderBy(...order);
}

// The "+" keeps SQLite to the index of the order.
const listOrdersWith = memoize((status: OrderQuery["status"], sort: OrderSort) =>
  prepareAll((limit: number, offset: number) =>
    pageQuery(statusIs(sql`+${orders.status}`, status), ORDER_SORTS.orderBy(sort), limit, offset),
  ),
);

const countOrdersWith = memoize((status: OrderQuery["status"]) =>
  prepareGet(() => countingRows(orders, statusIs(orders.status, status))),
);

function searchCondition(search: string): SQL | undefined {
  const number = search.toUpperCase();
  const email = search.toLowerCase();
  const address = sql`lower(${accounts.email})`;
  const placedBy = db.select({ id: accounts.id }).from(accounts).where(beginsWith(address, email));
  return or(beginsWith(orders.number, number), inArray(orders.accountId, placedBy));
}

/** One order with its lines, payments and refunds; undefined if there is no such order. */
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
