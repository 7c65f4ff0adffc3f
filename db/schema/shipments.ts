import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { belongsTo, day, decision, id, instant, oneOf, outlives, pence, timestamps } from "./columns";
import { type BookWarning, loops } from "./loops";
import { orders } from "./orders";

export const SHIPMENT_STATES = ["waiting", "printing", "shipped", "delivered"] as const;
export const SHIPMENT_FILE_STATES = ["none", "making", "ready", "failed"] as const;
export const REPRINT_REQUEST_STATES = ["waiting", "approved", "declined"] as const;

/** The printer's files for the books of one binding in a shipment, and what they were made from. */
export interface PrintSet {
  binding: "standard" | "luxury";
  copies: number;
  pages: number;
  /** The content version that was typeset: files of an older one are not sent. */
  contentVersion: number;
  /** Identifies the address on the job ticket without storing it: files for a changed address are not sent. */
  addressHash?: string;
  warnings: readonly BookWarning[];
  keys: { interior: string; cover: string; ticket: string };
  /**
   * What they are, see `PrintedBook` in app/domain/book/books/print-order.server.ts; missing of files of before it was
   * recorded.
   */
  files?: {
    title: string;
    printer: string;
    spineWidth: number;
    isAsSigned: boolean | null;
    interior: PrintFile;
    cover: PrintFile;
  };
}

interface PrintFile {
  name: string;
  bytes: number;
  sha256: string;
  preflight: {
    printer: string;
    condition: string;
    pages: number;
    rules: number;
    lowestPixelsPerInch: number | null;
    faults: Finding[];
    notes: Finding[];
  };
}

interface Finding {
  rule: string;
  page: number | null;
  detail: string;
}

/** One shipment of books. Without an order it is the book of the loop itself; with one, ordered copies. */
export const shipments = sqliteTable(
  "shipments",
  {
    id: id(),
    orderId: text("order_id").references(() => orders.id),
    loopId: outlives("loop_id", () => loops.id),
    /** The destination, in JSON; null while it follows its order, or the owner's saved address. */
    deliveryAddress: text("delivery_address"),
    state: text("state", { enum: SHIPMENT_STATES }).notNull().default("waiting"),
    filesState: text("files_state", { enum: SHIPMENT_FILE_STATES }).notNull().default("none"),
    /** Why the files could not be made, for staff. */
    filesFailure: text("files_failure"),
    prints: text("prints", { mode: "json" }).$type<readonly PrintSet[]>().notNull().default([]),
    carrier: text("carrier"),
    trackingNumber: text("tracking_number"),
    reprintOf: text("reprint_of"),
    reprintReason: text("reprint_reason"),
    /** One of the causes that are counted; null for a first print, and before they were. */
    reprintCause: text("reprint_cause"),
    /** Who pays for it; null for those of before anybody was asked. */
    reprintPayer: text("reprint_payer"),
    /** Who had it printed again, and what that was thought to cost; null for those of before that was recorded. */
    reprintStaffId: text("reprint_staff_id"),
    reprintCostPence: pence("reprint_cost_pence"),
    expectedDay: day("expected_day"),
    printingAt: instant("printing_at"),
    shippedAt: instant("shipped_at"),
    deliveredAt: instant("delivered_at"),
    ...timestamps(),
  },
  (table) => [
    // A page of the queue is found in one of these alone.
    index("shipments_state").on(table.state, table.createdAt, table.id, table.loopId, table.orderId, table.reprintOf),
    index("shipments_expected").on(
      table.state,
      table.expectedDay,
      table.id,
      table.loopId,
      table.orderId,
      table.reprintOf,
    ),
    index("shipments_order").on(table.orderId),
    index("shipments_loop").on(table.loopId),
    index("shipments_printing").on(table.printingAt),
    index("shipments_trouble")
      .on(table.updatedAt)
      .where(sql`state = 'waiting' AND (reprint_of IS NOT NULL OR files_state = 'failed')`),
    index("shipments_reprints").on(table.createdAt).where(sql`reprint_of IS NOT NULL`),
    uniqueIndex("shipments_own_book").on(table.loopId).where(sql`order_id IS NULL AND reprint_of IS NULL`),
    uniqueIndex("shipments_one_reprint").on(table.reprintOf).where(sql`state IN ('waiting', 'printing')`),
  ],
);

/** A reprint that one staff member asks for and another decides about. A shipment has one waiting at most. */
export const reprintRequests = sqliteTable(
  "reprint_requests",
  {
    id: id(),
    shipmentId: belongsTo("shipment_id", () => shipments.id),
    /** Which printing of the book it would be: 2 for the first reprint. */
    printing: integer("printing").notNull(),
    costPence: pence("cost_pence").notNull(),
    cause: text("cause").notNull(),
    payer: text("payer").notNull(),
    reason: text("reason").notNull(),
    /** Where it would go, in JSON; null once its owner was erased. */
    deliveryAddress: text("delivery_address"),
    state: text("state", { enum: REPRINT_REQUEST_STATES }).notNull().default("waiting"),
    ...decision(),
    /** The shipment made from this request. */
    reprintId: outlives("reprint_id", () => shipments.id),
  },
  (table) => [
    index("reprint_requests_shipment").on(table.shipmentId),
    index("reprint_requests_reprint").on(table.reprintId),
    index("reprint_requests_waiting").on(table.createdAt).where(sql`state = 'waiting'`),
    uniqueIndex("reprint_requests_one_waiting").on(table.shipmentId).where(sql`state = 'waiting'`),
    check("reprint_requests_cost", sql`${table.costPence} >= 0`),
    check("reprint_requests_state_word", oneOf("state", REPRINT_REQUEST_STATES)),
    check(
      "reprint_requests_two",
      sql`${table.decidedByStaffId} IS NULL OR ${table.decidedByStaffId} <> ${table.requestedByStaffId}`,
    ),
  ],
);
