import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { beginsWith, countingRows, countRows, isIn, memoize, prepareAll, prepareGet } from "#db/queries.server";
import { accounts, loopCredits, loops, orders, shipments } from "#db/schema";
import type { ShipmentAddress } from "~/domain/book/books/print-order.server";
import { isReversed, ordersInDoubt, REVERSED_LOOPS } from "~/domain/diary/loops/print-holds.server";
import { choice } from "~/domain/people/staff/list-filters.server";
import { list } from "~/domain/people/staff/lists.server";
import { MOST_AT_ONCE } from "~/domain/shop/order-rules/shipments";
import { REPRINT_CAUSES, REPRINT_PAYERS } from "./print-costs";
import {
  addressOf,
  booksIn,
  isOwnBook,
  makingProblem,
  placeOf,
  referenceOf,
  type Shipment,
  type ShipmentRow,
  sendingProblem,
  shipmentRowOf,
  shipmentRows,
  ticketMatchesAddress,
  titleOf,
  weeksAt,
} from "./shipment-contents.server";

/** The print queue for staff: what is to be printed, at the printer, and on its way. */

/** `with_year`: copies that wait for a year still being written. */
export const QUEUE_VIEWS = ["waiting", "printing", "shipped", "delivered", "with_year"] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];

const isUnwritten = sql`EXISTS (SELECT 1 FROM ${loops} AS year WHERE year.id = ${shipments.loopId} AND year.status = 'ACTIVE')`;

/** A refunded year's book has left the queue and is found on the page of its order alone. */
const isRefunded = sql`(${shipments.orderId} IS NULL AND ${shipments.reprintOf} IS NULL AND ${shipments.loopId} IN (${REVERSED_LOOPS}))`;

function viewCondition(view: QueueView): SQL | undefined {
  if (view === "with_year") return and(eq(shipments.state, "waiting"), isUnwritten);
  const at = eq(shipments.state, view);
  return view === "waiting" ? and(at, sql`NOT ${isUnwritten}`, sql`NOT ${isRefunded}`) : at;
}

/** The beginning of an order's number, of the owner's e-mail, or of a tracking number. */
function searchCondition(search: string): SQL | undefined {
  const [number, email] = [search.toUpperCase(), search.toLowerCase()];
  const address = sql`lower(${accounts.email})`;
  const numbered = db.select({ id: orders.id }).from(orders).where(beginsWith(orders.number, number));
  const boughtBy = db
    .select({ id: loopCredits.loopId })
    .from(loopCredits)
    .where(inArray(loopCredits.orderId, numbered));
  const writtenBy = db
    .select({ id: loops.id })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(beginsWith(address, email));
  return or(
    inArray(shipments.orderId, numbered),
    and(isNull(shipments.orderId), inArray(shipments.loopId, boughtBy)),
    inArray(shipments.loopId, writtenBy),
    beginsWith(shipments.trackingNumber, search),
  );
}

export interface ShipmentLine
  extends Pick<
    Shipment,
    | "id"
    | "state"
    | "filesState"
    | "expectedDay"
    | "carrier"
    | "trackingNumber"
    | "createdAt"
    | "shippedAt"
    | "deliveredAt"
  > {
  title: string;
  reference: string;
  owner: string;
  books: ReturnType<typeof booksIn> extends ReadonlyMap<string, infer Books> ? Books : never;
  warningCount: number;
  /** What has changed since its files were made: where it goes, or the book. */
  stale: "address" | "book" | null;
  isInDoubt: boolean;
  /** Its year was refunded before printing, so it is not printed. */
  isReversed: boolean;
  isReprint: boolean;
  isTest: boolean;
}

/** Shipments of a view, usually the oldest first; of delivered ones the newest first. */
export const SHIPMENT_LIST = list(shipments, {
  name: "print-queue",
  permission: "printing.read",
  id: shipments.id,
  size: MOST_AT_ONCE,
  search: searchCondition,
  filters: { view: choice(QUEUE_VIEWS, viewCondition) },
  sorts: { made: shipments.createdAt, expected: shipments.expectedDay },
  usual: ({ view }) => (view === "delivered" ? "-made" : "made"),
  lines: shipmentRows,
  show: describe,
});

function describe(rows: readonly ShipmentRow[]): ShipmentLine[] {
  const books = booksIn(rows.map(({ shipment }) => shipment));
  const doubtful = ordersInDoubt(rows.flatMap(({ order }) => (order ? [order.id] : [])));
  return rows.map((row) => {
    const { shipment, owner, order } = row;
    return {
      id: shipment.id,
      state: shipment.state,
      filesState: shipment.filesState,
      title: titleOf(row),
      reference: referenceOf(row),
      owner: owner ? `${owner.firstName} ${owner.lastName}`.trim() || owner.email : "Left",
      books: books.get(shipment.id) ?? [],
      stale: staleness(row),
      warningCount: Math.max(0, ...shipment.prints.map(({ warnings }) => warnings.length)),
      isInDoubt: order !== null && doubtful.has(order.id),
      isReversed: shipment.state === "waiting" && isOwnBook(shipment) && isReversed(shipment.loopId ?? ""),
      isReprint: shipment.reprintOf !== null,
      isTest: owner?.isTest === true || order?.isTest === true,
      expectedDay: shipment.expectedDay,
      carrier: shipment.carrier,
      trackingNumber: shipment.trackingNumber,
      createdAt: shipment.createdAt,
      shippedAt: shipment.shippedAt,
      deliveredAt: shipment.deliveredAt,
    };
  });
}

/** Of a shipment with files that has not left: only a waiting one's book can still change. */
function staleness(row: ShipmentRow): ShipmentLine["stale"] {
  const { state, filesState, prints } = row.shipment;
  if (filesState !== "ready" || (state !== "waiting" && state !== "printing")) return null;
  if (!ticketMatchesAddress(row)) return "address";
  const isOld = prints.some(({ contentVersion }) => contentVersion !== row.loop?.contentVersion);
  return state === "waiting" && row.loop && isOld ? "book" : null;
}

export function foundInViews(search: string): Record<QueueView, number> {
  const found = QUEUE_VIEWS.map((view) => [
    view,
    countRows(shipments, and(viewCondition(view), searchCondition(search))),
  ]);
  return Object.fromEntries(found) as Record<QueueView, number>;
}

export function queueFigures(): Record<QueueView, number> {
  return Object.fromEntries(QUEUE_VIEWS.map((view) => [view, countShipmentsIn(view)()?.found ?? 0])) as Record<
    QueueView,
    number
  >;
}

const countShipmentsIn = memoize((view: QueueView) => prepareGet(() => countingRows(shipments, viewCondition(view))));

/** Shipments by id for a batch, with what keeps each from the printer; unknown ids are left out. */
export function shipmentsNamed(ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = shipmentRows()
    .where(inArray(shipments.id, [...ids].slice(0, MOST_AT_ONCE)))
    .orderBy(asc(shipments.createdAt), asc(shipments.id))
    .all();
  return describe(rows).map((line, place) => {
    const row = rows[place];
    return {
      ...line,
      sending: row ? sendingProblem(row) : ("not_found" as const),
      unreviewed: row?.loop ? weeksAt(row.loop.id, "PENDING") : 0,
      ticketMatchesAddress: row ? ticketMatchesAddress(row) : true,
    };
  });
}

export function shipmentData(shipmentId: string) {
  const row = shipmentRowOf(shipmentId);
  const [line] = row ? describe([row]) : [];
  if (!row || !line) return undefined;
  const { shipment, loop, owner, order } = row;
  const reprints = listReprintsOf(shipmentId);
  return {
    line,
    ownerId: owner?.id ?? null,
    orderId: order?.id ?? null,
    address: addressOf(row),
    /** The address as it was typed, for the forms that change it. */
    place: placeOf(row) ?? null,
    /** By what the carrier reaches them, where the order is given to a printer by hand. */
    reach: [owner?.email, owner?.phone].filter((one) => one != null && one !== ""),
    ticketMatchesAddress: ticketMatchesAddress(row),
    prints: shipment.prints.map(({ keys: _, ...made }) => made),
    filesFailure: shipment.filesFailure,
    reprintOf: shipment.reprintOf,
    reprintReason: shipment.reprintReason,
    reprintCause: REPRINT_CAUSES.find((one) => one === shipment.reprintCause) ?? null,
    reprintPayer: REPRINT_PAYERS.find((one) => one === shipment.reprintPayer) ?? null,
    printingAt: shipment.printingAt,
    shippedAt: shipment.shippedAt,
    deliveredAt: shipment.deliveredAt,
    unreviewed: loop ? weeksAt(loop.id, "PENDING") : 0,
    making: makingProblem(row),
    sending: sendingProblem(row),
    reprints,
  };
}

const listReprintsOf = prepareAll((shipmentId: string) =>
  db
    .select({ id: shipments.id, state: shipments.state, at: shipments.createdAt })
    .from(shipments)
    .where(and(eq(shipments.reprintOf, shipmentId), ne(shipments.id, shipmentId))),
);

export function shipmentsOfOrder(orderId: string): (ShipmentLine & { address: ShipmentAddress | null })[] {
  const rows = listRowsOfOrder(orderId);
  const addressed = rows.map((row) => addressOf(row));
  return describe(rows).map((line, place) => ({ ...line, address: addressed[place] ?? null }));
}

const listRowsOfOrder = prepareAll((orderId: string) =>
  shipmentRows()
    .where(or(eq(shipments.orderId, orderId), and(isNull(shipments.orderId), eq(loopCredits.orderId, orderId))))
    .orderBy(asc(shipments.createdAt)),
);

/** Shipments by id with their addresses, in the order of the ids. */
export function shipmentLines(ids: readonly string[]): (ShipmentLine & { address: ShipmentAddress | null })[] {
  const found = new Map(listRowsById([...ids]).map((row) => [row.shipment.id, row]));
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  return describe(rows).map((line, place) => {
    const row = rows[place];
    return { ...line, address: row ? addressOf(row) : null };
  });
}

const listRowsById = prepareAll((ids: string[]) => shipmentRows().where(isIn(shipments.id, ids)));
