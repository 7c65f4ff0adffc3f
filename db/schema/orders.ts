import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts";
import { day, flag, id, instant, oneOf, pence } from "./columns";
import { type BookWarning, loops } from "./loops";

export const ORDER_STATUSES = ["PENDING", "PAID", "CANCELLED", "PARTLY_REFUNDED", "REFUNDED"] as const;
export const ORDER_KINDS = ["loop", "gift", "book_copies"] as const;

export const discounts = sqliteTable(
  "discounts",
  {
    id: id(),
    code: text("code").notNull(),
    description: text("description").notNull().default(""),
    type: text("type", { enum: ["PERCENTAGE", "FIXED_AMOUNT"] }).notNull(),
    /** Whole per cent, or pence. */
    value: integer("value").notNull(),
    maxUses: integer("max_uses"),
    usedCount: integer("used_count").notNull().default(0),
    minimumOrderPence: pence("minimum_order_pence"),
    maximumDiscountPence: pence("maximum_discount_pence"),
    firstOrderOnly: flag("first_order_only").notNull().default(false),
    oncePerCustomer: flag("once_per_customer").notNull().default(false),
    startsAt: instant("starts_at"),
    expiresAt: instant("expires_at"),
    isActive: flag("is_active").notNull().default(true),
    archivedAt: instant("archived_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("discounts_code").on(table.code),
    check(
      "discounts_value",
      sql`${table.value} > 0 AND (${table.type} <> 'PERCENTAGE' OR ${table.value} <= 100)`,
    ),
    check("discounts_uses", sql`${table.maxUses} IS NULL OR ${table.usedCount} <= ${table.maxUses}`),
  ],
);

export const orders = sqliteTable(
  "orders",
  {
    id: id(),
    /** The number people read out on the phone: LP- and eight letters and digits. */
    number: text("number").notNull(),
    accountId: text("account_id").references(() => accounts.id, { onDelete: "set null" }),
    /** The basket this order was made from: one basket never makes two orders. */
    basketKey: text("basket_key").notNull(),
    kind: text("kind", { enum: ORDER_KINDS }).notNull(),
    theme: text("theme"),
    type: text("type"),
    status: text("status", { enum: ORDER_STATUSES }).notNull().default("PENDING"),
    currency: text("currency").notNull().default("GBP"),
    subtotalPence: pence("subtotal_pence").notNull(),
    discountPence: pence("discount_pence").notNull().default(0),
    deliveryPence: pence("delivery_pence").notNull().default(0),
    taxPence: pence("tax_pence").notNull().default(0),
    totalPence: pence("total_pence").notNull(),
    refundedPence: pence("refunded_pence").notNull().default(0),
    discountId: text("discount_id").references(() => discounts.id),
    discountCode: text("discount_code"),
    voucherId: text("voucher_id"),
    /** The price list at the time, in JSON. */
    pricing: text("pricing").notNull(),
    /** The delivery address, in JSON, as typed when paying. */
    deliveryAddress: text("delivery_address"),
    /** The recipient of a gift, in JSON, as its giver entered it while paying; copied to the voucher. */
    giftDetails: text("gift_details"),
    email: text("email").notNull(),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    isTest: flag("is_test").notNull().default(false),
    isDemo: flag("is_demo").notNull().default(false),
    createdAt: instant("created_at").notNull(),
    paidAt: instant("paid_at"),
    cancelledAt: instant("cancelled_at"),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("orders_number").on(table.number),
    uniqueIndex("orders_basket").on(table.accountId, table.basketKey),
    index("orders_account").on(table.accountId, table.createdAt),
    index("orders_status").on(table.status, table.createdAt),
    index("orders_paid").on(table.paidAt),
    // Contains all columns of the sales figures, so that they are read from the index alone.
    index("orders_sold")
      .on(table.kind, table.paidAt, table.totalPence, table.refundedPence)
      .where(sql`is_test = 0 AND paid_at IS NOT NULL`),
    check("orders_status_word", oneOf("status", ORDER_STATUSES)),
    check(
      "orders_sum",
      sql`${table.totalPence} = max(0, ${table.subtotalPence} - ${table.discountPence}) + ${table.deliveryPence} + ${table.taxPence}`,
    ),
    check(
      "orders_positive",
      sql`${table.subtotalPence} >= 0 AND ${table.discountPence} >= 0 AND ${table.deliveryPence} >= 0 AND ${table.taxPence} >= 0`,
    ),
    check("orders_refunded", sql`${table.refundedPence} BETWEEN 0 AND ${table.totalPence}`),
    check("orders_currency", sql`${table.currency} = 'GBP'`),
  ],
);

export const orderLines = sqliteTable(
  "order_lines",
  {
    id: id(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    itemId: text("item_id").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    unitPence: pence("unit_pence").notNull(),
    quantity: integer("quantity").notNull(),
    /** How many of them were removed from the print queue before they were printed. */
    withdrawnQuantity: integer("withdrawn_quantity").notNull().default(0),
    loopId: text("loop_id").references(() => loops.id, { onDelete: "set null" }),
    edition: text("edition"),
  },
  (table) => [
    index("order_lines_order").on(table.orderId),
    check("order_lines_sum", sql`${table.unitPence} >= 0 AND ${table.quantity} BETWEEN 1 AND 99`),
  ],
);

export const PAYMENT_STATUSES = ["opening", "open", "paid", "failed", "expired", "refused"] as const;

/** Where the buyer pays: on the provider's page, or in its card element within ours. */
export const PAYMENT_SURFACES = ["page", "element"] as const;

/** One attempt to pay an order. The idempotency key for the provider is order id and attempt number. */
export const payments = sqliteTable(
  "payments",
  {
    id: id(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    attempt: integer("attempt").notNull(),
    status: text("status", { enum: PAYMENT_STATUSES }).notNull().default("opening"),
    surface: text("surface", { enum: PAYMENT_SURFACES }).notNull().default("page"),
    amountPence: pence("amount_pence").notNull(),
    checkoutId: text("checkout_id"),
    checkoutUrl: text("checkout_url"),
    paymentIntentId: text("payment_intent_id"),
    chargeId: text("charge_id"),
    cardBrand: text("card_brand"),
    cardLast4: text("card_last4"),
    lastError: text("last_error"),
    /** When money that was not requested, or arrived twice, was refunded. */
    returnedAt: instant("returned_at"),
    expiresAt: instant("expires_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("payments_attempt").on(table.orderId, table.attempt),
    uniqueIndex("payments_checkout").on(table.checkoutId),
    index("payments_intent").on(table.paymentIntentId),
    index("payments_status").on(table.status, table.createdAt),
    check("payments_status_word", oneOf("status", PAYMENT_STATUSES)),
  ],
);

/** Exactly one row for each fulfilled order: what was fulfilled, and when. */
export const fulfilments = sqliteTable("fulfilments", {
  orderId: text("order_id")
    .primaryKey()
    .references(() => orders.id),
  kind: text("kind", { enum: ["loop_credit", "voucher", "book_copies"] }).notNull(),
  at: instant("at").notNull(),
});

/**
 * A credit for one loop, from one paid order or one voucher. Spent once, when the delivery date is confirmed; the
 * loop's id is then stored here.
 */
export const loopCredits = sqliteTable(
  "loop_credits",
  {
    id: id(),
    accountId: text("account_id").references(() => accounts.id, { onDelete: "set null" }),
    orderId: text("order_id").references(() => orders.id),
    voucherId: text("voucher_id"),
    theme: text("theme").notNull(),
    type: text("type").notNull(),
    loopId: text("loop_id").references(() => loops.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    spentAt: instant("spent_at"),
    cancelledAt: instant("cancelled_at"),
  },
  (table) => [
    uniqueIndex("loop_credits_order").on(table.orderId),
    uniqueIndex("loop_credits_voucher").on(table.voucherId),
    uniqueIndex("loop_credits_loop").on(table.loopId),
    index("loop_credits_account").on(table.accountId, table.createdAt),
    check("loop_credits_source", sql`(${table.orderId} IS NULL) <> (${table.voucherId} IS NULL)`),
  ],
);

/** Every movement of money, signed: payments are positive, refunds negative. */
export const ledger = sqliteTable(
  "ledger",
  {
    id: id(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    kind: text("kind", { enum: ["payment", "refund", "refund_failed", "dispute", "dispute_won"] }).notNull(),
    amountPence: pence("amount_pence").notNull(),
    providerReference: text("provider_reference").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    uniqueIndex("ledger_reference").on(table.kind, table.providerReference),
    index("ledger_order").on(table.orderId),
  ],
);

/** How many of one line of an order a refund cancels. */
export interface TakenLine {
  lineId: string;
  quantity: number;
}

export const REFUND_STATUSES = ["pending", "succeeded", "failed"] as const;

export const refunds = sqliteTable(
  "refunds",
  {
    id: id(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    amountPence: pence("amount_pence").notNull(),
    reason: text("reason").notNull(),
    taken: text("taken", { mode: "json" }).$type<readonly TakenLine[]>().notNull().default([]),
    status: text("status", { enum: REFUND_STATUSES }).notNull().default("pending"),
    providerId: text("provider_id"),
    requestedByStaffId: text("requested_by_staff_id"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("refunds_order").on(table.orderId),
    index("refunds_created").on(table.createdAt),
    uniqueIndex("refunds_provider").on(table.providerId),
    check("refunds_amount", sql`${table.amountPence} > 0`),
  ],
);

export const REFUND_REQUEST_STATES = ["waiting", "approved", "declined"] as const;

/** A refund that one staff member requested and another must approve before anything moves. */
export const refundRequests = sqliteTable(
  "refund_requests",
  {
    id: id(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    amountPence: pence("amount_pence").notNull(),
    /** The part of the sum that is goodwill beyond what is cancelled. */
    goodwillPence: pence("goodwill_pence").notNull().default(0),
    taken: text("taken", { mode: "json" }).$type<readonly TakenLine[]>().notNull().default([]),
    /** What happens to an unredeemed gift voucher. */
    voucher: text("voucher", { enum: ["cancel", "keep"] }),
    reason: text("reason").notNull(),
    evenIfUsed: flag("even_if_used").notNull(),
    state: text("state", { enum: REFUND_REQUEST_STATES }).notNull().default("waiting"),
    requestedByStaffId: text("requested_by_staff_id").notNull(),
    decidedByStaffId: text("decided_by_staff_id"),
    decidedReason: text("decided_reason"),
    /** The refund made from this request. */
    refundId: text("refund_id").references(() => refunds.id),
    createdAt: instant("created_at").notNull(),
    decidedAt: instant("decided_at"),
  },
  (table) => [
    index("refund_requests_order").on(table.orderId),
    index("refund_requests_state").on(table.state, table.createdAt),
    uniqueIndex("refund_requests_one_waiting").on(table.orderId).where(sql`state = 'waiting'`),
    check("refund_requests_amount", sql`${table.amountPence} > 0`),
    check("refund_requests_state_word", oneOf("state", REFUND_REQUEST_STATES)),
    check(
      "refund_requests_two",
      sql`${table.decidedByStaffId} IS NULL OR ${table.decidedByStaffId} <> ${table.requestedByStaffId}`,
    ),
  ],
);

export const DISCOUNT_REQUEST_STATES = ["waiting", "approved", "declined"] as const;

/**
 * A discount that one staff member wants to activate and another must approve. A trigger keeps a discount with requests
 * inactive until one of them is approved.
 */
export const discountRequests = sqliteTable(
  "discount_requests",
  {
    id: id(),
    discountId: text("discount_id")
      .notNull()
      .references(() => discounts.id, { onDelete: "cascade" }),
    state: text("state", { enum: DISCOUNT_REQUEST_STATES }).notNull().default("waiting"),
    requestedByStaffId: text("requested_by_staff_id").notNull(),
    decidedByStaffId: text("decided_by_staff_id"),
    decidedReason: text("decided_reason"),
    createdAt: instant("created_at").notNull(),
    decidedAt: instant("decided_at"),
  },
  (table) => [
    index("discount_requests_discount").on(table.discountId, table.createdAt),
    uniqueIndex("discount_requests_one_waiting").on(table.discountId).where(sql`state = 'waiting'`),
    check("discount_requests_state_word", oneOf("state", DISCOUNT_REQUEST_STATES)),
    check(
      "discount_requests_decided",
      sql`(${table.state} = 'waiting') = (${table.decidedByStaffId} IS NULL)`,
    ),
    check(
      "discount_requests_two",
      sql`${table.decidedByStaffId} IS NULL OR ${table.decidedByStaffId} <> ${table.requestedByStaffId}`,
    ),
  ],
);

/** A use of a discount: reserved during payment, counted once paid, released otherwise. */
export const discountUses = sqliteTable(
  "discount_uses",
  {
    id: id(),
    discountId: text("discount_id")
      .notNull()
      .references(() => discounts.id),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    customerKey: text("customer_key").notNull(),
    state: text("state", { enum: ["reserved", "counted", "released"] }).notNull(),
    reservedUntil: instant("reserved_until"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("discount_uses_order").on(table.orderId),
    index("discount_uses_discount").on(table.discountId, table.state),
    index("discount_uses_customer").on(table.discountId, table.customerKey),
  ],
);

/** Webhook events from the provider, stored before they are processed. */
export const webhookEvents = sqliteTable(
  "webhook_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    objectId: text("object_id").notNull(),
    payload: text("payload").notNull(),
    receivedAt: instant("received_at").notNull(),
    processedAt: instant("processed_at"),
    tries: integer("tries").notNull().default(0),
    nextTryAt: instant("next_try_at"),
    failure: text("failure"),
  },
  (table) => [
    index("webhook_events_waiting").on(table.nextTryAt).where(sql`processed_at IS NULL`),
    index("webhook_events_received").on(table.receivedAt),
    index("webhook_events_object").on(table.objectId, table.type),
  ],
);

export const SHIPMENT_STATES = ["waiting", "printing", "shipped", "delivered"] as const;
export const SHIPMENT_FILE_STATES = ["none", "making", "ready", "failed"] as const;

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
}

/** One shipment of books. Without an order it is the book of the loop itself; with one, ordered copies. */
export const shipments = sqliteTable(
  "shipments",
  {
    id: id(),
    orderId: text("order_id").references(() => orders.id),
    loopId: text("loop_id").references(() => loops.id, { onDelete: "set null" }),
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
    expectedDay: day("expected_day"),
    printingAt: instant("printing_at"),
    shippedAt: instant("shipped_at"),
    deliveredAt: instant("delivered_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("shipments_state").on(table.state, table.createdAt),
    index("shipments_order").on(table.orderId),
    index("shipments_loop").on(table.loopId),
    uniqueIndex("shipments_own_book").on(table.loopId).where(sql`order_id IS NULL AND reprint_of IS NULL`),
    uniqueIndex("shipments_one_reprint").on(table.reprintOf).where(sql`state IN ('waiting', 'printing')`),
  ],
);
