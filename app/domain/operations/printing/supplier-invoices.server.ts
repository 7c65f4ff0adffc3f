import { and, asc, desc, eq, gte, isNull, lte, or, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { beginsWith, isIn, prepareAll, prepareGet } from "#db/queries.server";
import {
  loopCredits,
  orders,
  printCosts,
  printOrders,
  shipments,
  staff,
  supplierInvoiceLines,
  supplierInvoices,
  vouchers,
} from "#db/schema";
import { endOfLondonDay, startOfLondonDay } from "~/domain/kernel/time/instants";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { costOf, type InvoiceLine, type LineVerdict, verdictOf } from "./print-costs";
import { referenceOf, shipmentRows } from "./shipment-contents.server";

/** Printers' invoices, line by line against what we know: matched, differs, unknown to us, missing from the invoice. */

export interface NewInvoice
  extends Pick<typeof supplierInvoices.$inferSelect, "supplier" | "number" | "fromDay" | "untilDay"> {
  readonly lines: readonly InvoiceLine[];
}

export type InvoiceResult = { ok: true; invoiceId: string } | { ok: false; reason: "already" };

/** Stores an invoice with the shipment of each of its lines. One number of a supplier is stored once. */
export function storeInvoice(input: NewInvoice, staffId: string, now: Date): InvoiceResult {
  const { lines, ...head } = input;
  const known = lines.map((line) => ({ ...line, shipmentId: shipmentNamed(line.shipmentNumber) }));
  return write((tx) => {
    if (findSameNumber(head.supplier, head.number)) return { ok: false, reason: "already" };
    const { id } = tx
      .insert(supplierInvoices)
      .values({ ...head, madeByStaffId: staffId, createdAt: now })
      .returning({ id: supplierInvoices.id })
      .get();
    for (const [position, line] of known.entries())
      tx.insert(supplierInvoiceLines)
        .values({ ...line, invoiceId: id, position })
        .run();
    recordAuditEvent(tx, {
      staffId,
      action: "print_costs.keep_invoice",
      object: { type: "supplier_invoice", id },
      after: { number: head.number, lines: lines.length },
      now,
    });
    return { ok: true, invoiceId: id };
  });
}

const findSameNumber = prepareGet((supplier: string, number: string) =>
  db
    .select({ id: supplierInvoices.id })
    .from(supplierInvoices)
    .where(and(eq(supplierInvoices.supplier, supplier), eq(supplierInvoices.number, number))),
);

export function removeInvoice(invoiceId: string, staffId: string, now: Date): boolean {
  return write((tx) => {
    const head = tx.select().from(supplierInvoices).where(eq(supplierInvoices.id, invoiceId)).get();
    if (!head) return false;
    tx.delete(supplierInvoices).where(eq(supplierInvoices.id, invoiceId)).run();
    recordAuditEvent(tx, {
      staffId,
      action: "print_costs.remove_invoice",
      object: { type: "supplier_invoice", id: invoiceId },
      before: { number: head.number },
      now,
    });
    return true;
  });
}

/**
 * The shipment that a printer's invoice names: by our own id, the printer's number, or a reference that one alone has.
 */
function shipmentNamed(typed: string): string | null {
  const words = typed.trim().split(/\s+/);
  for (const word of words) {
    const found = findShipment(word.toLowerCase()) ?? findShipmentOfPrinter(word);
    if (found) return found.id;
  }
  const reference = (words[0] ?? "").toUpperCase();
  const base = reference.replace(/-R$/, "");
  const loopStart = /^LOOP-([0-9A-Z]{8})$/.exec(base)?.[1]?.toLowerCase();
  const order = loopStart ? undefined : findOrder(base);
  const rows = loopStart
    ? shipmentRows().where(beginsWith(shipments.loopId, loopStart)).all()
    : order
      ? listRowsOfOrder(order.id)
      : [];
  const named = rows.filter((row) => referenceOf(row) === reference);
  return named.length === 1 ? (named[0]?.shipment.id ?? null) : null;
}

const findShipment = prepareGet((id: string) =>
  db.select({ id: shipments.id }).from(shipments).where(eq(shipments.id, id)),
);

const findShipmentOfPrinter = prepareGet((printerOrderId: string) =>
  db.select({ id: printOrders.shipmentId }).from(printOrders).where(eq(printOrders.printerOrderId, printerOrderId)),
);

const findOrder = prepareGet((number: string) =>
  db.select({ id: orders.id }).from(orders).where(eq(orders.number, number)),
);

const listRowsOfOrder = prepareAll((orderId: string) =>
  shipmentRows().where(
    or(
      eq(shipments.orderId, orderId),
      and(
        isNull(shipments.orderId),
        sql`${shipments.loopId} IN (
          SELECT ${loopCredits.loopId} FROM ${loopCredits} WHERE ${loopCredits.orderId} = ${orderId}
          UNION ALL SELECT ${vouchers.loopId} FROM ${vouchers} WHERE ${vouchers.orderId} = ${orderId})`,
      ),
    ),
  ),
);

const MOST_LISTED = 100;

export const listInvoices = () => listNewest(MOST_LISTED);

const listNewest = prepareAll((limit: number) =>
  db
    .select({
      id: supplierInvoices.id,
      supplier: supplierInvoices.supplier,
      number: supplierInvoices.number,
      fromDay: supplierInvoices.fromDay,
      untilDay: supplierInvoices.untilDay,
      createdAt: supplierInvoices.createdAt,
      lines: sql<number>`(SELECT count(*) FROM ${supplierInvoiceLines} WHERE ${supplierInvoiceLines.invoiceId} = ${supplierInvoices}.id)`,
      totalPence: sql<number>`(SELECT coalesce(sum(${supplierInvoiceLines.amountPence}), 0) FROM ${supplierInvoiceLines} WHERE ${supplierInvoiceLines.invoiceId} = ${supplierInvoices}.id)`,
    })
    .from(supplierInvoices)
    .orderBy(desc(supplierInvoices.createdAt))
    .limit(limit),
);

const MOST_MISSING = 500;

/** An invoice with a finding for each line, and what is missing on it. Undefined for an unknown id. */
export function invoiceData(invoiceId: string) {
  const head = findInvoice(invoiceId);
  if (!head) return undefined;
  const { invoice } = head;
  const lines = listLines(invoiceId).map(({ costs, ...line }) => {
    const costPence = costOf(costs);
    return { ...line, costPence, verdict: verdictOf({ ...line, costPence }) };
  });
  const [from, until] = [startOfLondonDay(invoice.fromDay), endOfLondonDay(invoice.untilDay)];
  const missing = listMissing(from, until, MOST_MISSING);
  const names = new Map(listRowsById(missing.map(({ id }) => id)).map((row) => [row.shipment.id, referenceOf(row)]));
  return {
    invoice,
    by: head.by,
    lines,
    missing: missing.map(({ id, costs }) => ({
      id,
      reference: names.get(id) ?? id,
      costPence: costOf(costs),
    })),
    totals: totalsOf(lines),
  };
}

const findInvoice = prepareGet((id: string) =>
  db
    .select({ invoice: supplierInvoices, by: staff.name })
    .from(supplierInvoices)
    .leftJoin(staff, eq(staff.id, supplierInvoices.madeByStaffId))
    .where(eq(supplierInvoices.id, id)),
);

const listLines = prepareAll((id: string) =>
  db
    .select({
      id: supplierInvoiceLines.id,
      shipmentNumber: supplierInvoiceLines.shipmentNumber,
      shipmentId: supplierInvoiceLines.shipmentId,
      amountPence: supplierInvoiceLines.amountPence,
      costs: printCosts,
      linesOfShipment: sql<number>`(SELECT count(*) FROM supplier_invoice_lines AS other WHERE other.shipment_id = ${supplierInvoiceLines.shipmentId})`,
    })
    .from(supplierInvoiceLines)
    .leftJoin(printCosts, eq(printCosts.shipmentId, supplierInvoiceLines.shipmentId))
    .where(eq(supplierInvoiceLines.invoiceId, id))
    .orderBy(asc(supplierInvoiceLines.position)),
);

const listMissing = prepareAll((from: Date, until: Date, limit: number) =>
  db
    .select({ id: shipments.id, costs: printCosts })
    .from(shipments)
    .leftJoin(printCosts, eq(printCosts.shipmentId, shipments.id))
    .where(
      and(
        gte(shipments.printingAt, from),
        lte(shipments.printingAt, until),
        sql`NOT EXISTS (SELECT 1 FROM ${supplierInvoiceLines} WHERE ${supplierInvoiceLines.shipmentId} = ${shipments.id})`,
      ),
    )
    .orderBy(asc(shipments.printingAt))
    .limit(limit),
);

const listRowsById = prepareAll((ids: string[]) => shipmentRows().where(isIn(shipments.id, ids)));

/** The same for a file; the transaction records who took it. */
export function exportInvoice(invoiceId: string, staffId: string, now: Date) {
  const data = invoiceData(invoiceId);
  if (!data) return undefined;
  write((tx) => {
    const object = { type: "supplier_invoice", id: invoiceId };
    recordAuditEvent(tx, { staffId, action: "print_costs.export", object, now });
  });
  return data;
}

function totalsOf(
  lines: readonly {
    readonly amountPence: number;
    readonly costPence: number | null;
    readonly verdict: LineVerdict;
  }[],
) {
  const sum = (of: typeof lines) => of.reduce((total, { amountPence }) => total + amountPence, 0);
  const having = (verdict: LineVerdict) => lines.filter((line) => line.verdict === verdict);
  const differing = having("differs");
  return {
    billedPence: sum(lines),
    matchedPence: sum(having("matched")),
    /** What they bill above what we know; below zero where they bill less. */
    differencePence: sum(differing) - differing.reduce((total, { costPence }) => total + (costPence ?? 0), 0),
    twicePence: sum(having("twice")),
    unknownPence: sum(having("unknown")),
    unclear: lines.filter(({ verdict }) => verdict !== "matched").length,
  };
}
