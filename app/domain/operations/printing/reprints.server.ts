import { and, count, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { printCosts, reprintRequests, shipments } from "#db/schema";
import { soonestBookDay } from "~/domain/diary/loops/book-days";
import { londonDay } from "~/domain/kernel/time/days";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { approvalExcess, givenAwayPence } from "~/domain/shop/discounts/approval-limits.server";
import type { ShipmentRefusal } from "~/domain/shop/order-rules/shipments";
import type { ReprintGiven } from "./forms";
import { REPRINTS_ALONE } from "./print-costs";
import { booksIn, type ShipmentRow, shipmentRowOf } from "./shipment-contents.server";
import { change, record } from "./shipment-records.server";

/**
 * Reprints. One person has a book printed again once, within what they may give away alone in a day; the same book once
 * more, or beyond that, is recorded as a request, and a second person decides (`reprint-requests.server.ts`).
 */

type Reader = Pick<Transaction, "select">;

export type ReprintRefusal = ShipmentRefusal | "already" | "asked";

/** `requestId`: it waits for a second person. */
export type ReprintResult =
  | { ok: true; shipmentId: string }
  | { ok: true; requestId: string }
  | { ok: false; reason: ReprintRefusal };

/** What printing a shipment again would be. */
export interface ReprintQuote {
  /** 2 for the first reprint. */
  printing: number;
  costPence: number;
  /** Why a second person decides; null where one is enough. */
  isForTwo: "printing" | "day" | "recipient" | null;
}

/**
 * What it costs: what the printer charged or quoted for this shipment, else the highest price of its books lately. What
 * a person typed doesn’t count, because they may be the one who gives it away.
 */
function costOfReprint({ shipment }: ShipmentRow, now: Date): number {
  const known = findCosts(shipment.id);
  const priced = (booksIn([shipment]).get(shipment.id) ?? []).reduce(
    (pence, { binding, copies }) =>
      pence + copies * givenAwayPence(binding === "luxury" ? "bookCopyLuxuryPence" : "bookCopyStandardPence", now),
    0,
  );
  return known?.charged ?? known?.quoted ?? priced;
}

const findCosts = prepareGet((shipmentId: string) =>
  db
    .select({ charged: printCosts.chargedPence, quoted: printCosts.quotedPence })
    .from(printCosts)
    .where(eq(printCosts.shipmentId, shipmentId)),
);

const isSameBook = ({ shipment }: ShipmentRow) =>
  and(
    eq(shipments.loopId, shipment.loopId ?? ""),
    sql`${shipments.orderId} IS ${shipment.orderId}`,
    isNotNull(shipments.reprintOf),
  );

function reprintsOf(reader: Reader, row: ShipmentRow): number {
  return reader.select({ found: count() }).from(shipments).where(isSameBook(row)).get()?.found ?? 0;
}

function quote(reader: Reader, row: ShipmentRow, staffId: string, now: Date): ReprintQuote {
  const before = reprintsOf(reader, row);
  const costPence = costOfReprint(row, now);
  const recipientEmail = row.owner?.email ?? (row.order?.email || null);
  const excess = approvalExcess(reader, { staffId, recipientEmail, costPence }, now);
  return { printing: before + 2, costPence, isForTwo: before >= REPRINTS_ALONE ? "printing" : excess };
}

/** What printing this shipment again would cost, and whether it takes two; undefined for an unknown one. */
export function quoteReprint(shipmentId: string, staffId: string, now: Date): ReprintQuote | undefined {
  const row = shipmentRowOf(shipmentId);
  return row && quote(db, row, staffId, now);
}

export function reprintProblem(tx: Reader, row: ShipmentRow): ReprintRefusal | null {
  const { shipment, loop } = row;
  if (shipment.state !== "shipped" && shipment.state !== "delivered") return "not_now";
  if (!loop) return "gone";
  const underWay = tx
    .select({ id: shipments.id })
    .from(shipments)
    .where(and(isSameBook(row), inArray(shipments.state, ["waiting", "printing"])))
    .get();
  return underWay ? "already" : null;
}

function isAskedFor(tx: Reader, row: ShipmentRow): boolean {
  const { loopId, orderId } = row.shipment;
  const found = tx
    .select({ id: reprintRequests.id })
    .from(reprintRequests)
    .innerJoin(shipments, eq(shipments.id, reprintRequests.shipmentId))
    .where(
      and(
        ...[eq(reprintRequests.state, "waiting"), eq(shipments.loopId, loopId ?? "")],
        sql`${shipments.orderId} IS ${orderId}`,
      ),
    )
    .get();
  return found !== undefined;
}

/**
 * Queues a reprint of a sent shipment, for a reason, to an address of its own; one that needs two people is recorded as
 * a request only. One at a time.
 */
export function reprintShipment(shipmentId: string, input: ReprintGiven, staffId: string, now: Date): ReprintResult {
  return change<ReprintResult>(shipmentId, (tx, row) => {
    const problem = reprintProblem(tx, row) ?? (isAskedFor(tx, row) ? "asked" : null);
    if (problem) return { ok: false, reason: problem };
    const { printing, costPence, isForTwo } = quote(tx, row, staffId, now);
    if (isForTwo) return { ok: true, requestId: ask(tx, row, { ...input, printing, costPence }, staffId, now) };
    const { reason, cause, payer, ...address } = input;
    const deliveryAddress = JSON.stringify(address);
    const to = queueReprint(tx, row, { reason, cause, payer, deliveryAddress, costPence, staffId }, now);
    record(tx, row.shipment, {
      ...{ staffId, action: "printing.reprint", reason, now },
      after: { shipmentId: to, cause, payer, printing, costPence },
    });
    return { ok: true, shipmentId: to };
  });
}

function ask(
  tx: Transaction,
  { shipment }: ShipmentRow,
  input: ReprintGiven & Pick<ReprintQuote, "printing" | "costPence">,
  staffId: string,
  now: Date,
): string {
  const { reason, cause, payer, printing, costPence, ...address } = input;
  const terms = { cause, payer, printing, costPence };
  const { id } = tx
    .insert(reprintRequests)
    .values({
      ...terms,
      ...{ shipmentId: shipment.id, reason, requestedByStaffId: staffId, createdAt: now },
      deliveryAddress: JSON.stringify(address),
    })
    .returning({ id: reprintRequests.id })
    .get();
  recordAuditEvent(tx, {
    ...{ staffId, action: "printing.ask_reprint", reason, now },
    object: { type: "shipment", id: shipment.id },
    after: { requestId: id, ...terms },
  });
  return id;
}

/** Writes the shipment of a reprint. Its audit event is the caller’s. */
export function queueReprint(
  tx: Transaction,
  { shipment }: ShipmentRow,
  by: {
    reason: string;
    cause: string;
    payer: string;
    deliveryAddress: string | null;
    costPence: number;
    staffId: string;
  },
  now: Date,
): string {
  const again = tx
    .insert(shipments)
    .values({
      orderId: shipment.orderId,
      loopId: shipment.loopId,
      reprintOf: shipment.id,
      reprintReason: by.reason,
      reprintCause: by.cause,
      reprintPayer: by.payer,
      reprintStaffId: by.staffId,
      reprintCostPence: by.costPence,
      deliveryAddress: by.deliveryAddress,
      expectedDay: soonestBookDay(londonDay(now)),
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: shipments.id })
    .get();
  return again.id;
}
