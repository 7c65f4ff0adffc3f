import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { belongsTo, day, id, instant, oneOf, outlives, pence, timestamps } from "./columns";
import { shipments } from "./shipments";
import { staff } from "./staff";

export const PRINT_ORDER_STATES = [
  "waiting",
  "sending",
  "taken",
  "in_production",
  "sent",
  "cancelled",
  "failed",
  "stuck",
] as const;

/** One order of a shipment at a printer with an API. A shipment has one at a time. */
export const printOrders = sqliteTable(
  "print_orders",
  {
    id: id(),
    shipmentId: belongsTo("shipment_id", () => shipments.id),
    /** One key makes one order at the printer, however often it is sent. */
    idempotencyKey: text("idempotency_key").notNull().unique(),
    state: text("state", { enum: PRINT_ORDER_STATES }).notNull().default("waiting"),
    printerOrderId: text("printer_order_id").unique(),
    tries: integer("tries").notNull().default(0),
    /** When it is sent, or asked about, next; null where nothing more is to be done. */
    nextTryAt: instant("next_try_at"),
    /** Why it failed or waits, for staff. */
    failure: text("failure"),
    /** When staff dealt with one that went wrong, by another order or by hand. */
    closedAt: instant("closed_at"),
    askedByStaffId: outlives("asked_by_staff_id", () => staff.id),
    ...timestamps(),
  },
  (table) => [
    index("print_orders_shipment").on(table.shipmentId, table.createdAt),
    index("print_orders_due").on(table.nextTryAt).where(sql`next_try_at IS NOT NULL`),
    uniqueIndex("print_orders_one").on(table.shipmentId).where(sql`closed_at IS NULL`),
    index("print_orders_trouble")
      .on(table.updatedAt)
      .where(sql`state IN ('cancelled', 'failed', 'stuck') AND closed_at IS NULL`),
    check("print_orders_state_word", oneOf("state", PRINT_ORDER_STATES)),
  ],
);

/** An invoice of a printer, and what it is for: the days on which the shipments went there. */
export const supplierInvoices = sqliteTable(
  "supplier_invoices",
  {
    id: id(),
    supplier: text("supplier").notNull(),
    number: text("number").notNull(),
    fromDay: day("from_day").notNull(),
    untilDay: day("until_day").notNull(),
    madeByStaffId: outlives("made_by_staff_id", () => staff.id),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("supplier_invoices_number").on(table.supplier, table.number),
    index("supplier_invoices_created").on(table.createdAt),
  ],
);

/** One line of it: our number as the printer wrote it, and the shipment that has it. */
export const supplierInvoiceLines = sqliteTable(
  "supplier_invoice_lines",
  {
    id: id(),
    invoiceId: belongsTo("invoice_id", () => supplierInvoices.id),
    position: integer("position").notNull(),
    shipmentNumber: text("shipment_number").notNull(),
    shipmentId: outlives("shipment_id", () => shipments.id),
    amountPence: pence("amount_pence").notNull(),
  },
  (table) => [
    index("supplier_invoice_lines_invoice").on(table.invoiceId, table.position),
    index("supplier_invoice_lines_shipment").on(table.shipmentId),
  ],
);

/** What a shipment cost: what the printer quoted, what it charged, and what somebody typed. */
export const printCosts = sqliteTable("print_costs", {
  shipmentId: text("shipment_id")
    .primaryKey()
    .references(() => shipments.id, { onDelete: "cascade" }),
  quotedPence: pence("quoted_pence"),
  quotedAt: instant("quoted_at"),
  chargedPence: pence("charged_pence"),
  typedPence: pence("typed_pence"),
  updatedAt: instant("updated_at").notNull(),
});
