import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts";
import { belongsTo, flag, id, instant, oneOf, outlives, pence, refersTo } from "./columns";
import { discounts } from "./discounts";
import { loops } from "./loops";

export const ORDER_STATUSES = ["PENDING", "PAID", "CANCELLED", "PARTLY_REFUNDED", "REFUNDED"] as const;
export const ORDER_KINDS = ["loop", "gift", "book_copies"] as const;

/** A text of the terms or of the privacy notice, as it read when an order was first made under it; never changed. */
export const storedTexts = sqliteTable("kept_texts", {
  /** The SHA-256 of what it says. */
  hash: text("hash").primaryKey(),
  /** The whole page, in JSON. */
  page: text("page").notNull(),
  storedAt: instant("kept_at").notNull(),
});

export const orders = sqliteTable(
  "orders",
  {
    id: id(),
    /** The number people read out on the phone: LP- and eight letters and digits. */
    number: text("number").notNull(),
    accountId: outlives("account_id", () => accounts.id),
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
    /** When the buyer asked for the year to start within the cooling-off period; null without that wish. */
    startRequestedAt: instant("start_requested_at"),
    /** The terms it was made under, and the privacy notice of that day; null for orders older than the record. */
    termsHash: text("terms_hash").references(() => storedTexts.hash),
    privacyHash: text("privacy_hash").references(() => storedTexts.hash),
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
    index("orders_email").on(sql`lower(${table.email})`),
    index("orders_status").on(table.status, table.createdAt),
    // A page of the list is read from one of these alone, for any status.
    index("orders_created").on(table.createdAt, table.id, table.status),
    index("orders_total").on(table.totalPence, table.id, table.status),
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
    orderId: belongsTo("order_id", () => orders.id),
    itemId: text("item_id").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    unitPence: pence("unit_pence").notNull(),
    quantity: integer("quantity").notNull(),
    /** How many of them were removed from the print queue before they were printed. */
    withdrawnQuantity: integer("withdrawn_quantity").notNull().default(0),
    loopId: outlives("loop_id", () => loops.id),
    edition: text("edition"),
  },
  (table) => [
    index("order_lines_order").on(table.orderId),
    check("order_lines_sum", sql`${table.unitPence} >= 0 AND ${table.quantity} BETWEEN 1 AND 99`),
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
    accountId: outlives("account_id", () => accounts.id),
    orderId: text("order_id").references(() => orders.id),
    voucherId: text("voucher_id"),
    theme: text("theme").notNull(),
    type: text("type").notNull(),
    loopId: outlives("loop_id", () => loops.id),
    createdAt: instant("created_at").notNull(),
    spentAt: instant("spent_at"),
    cancelledAt: instant("cancelled_at"),
  },
  (table) => [
    uniqueIndex("loop_credits_order").on(table.orderId),
    uniqueIndex("loop_credits_voucher").on(table.voucherId),
    uniqueIndex("loop_credits_loop").on(table.loopId),
    index("loop_credits_account").on(table.accountId, table.createdAt),
    index("loop_credits_open").on(table.createdAt).where(sql`spent_at IS NULL AND cancelled_at IS NULL`),
    // Whether a year was cancelled, asked of thousands that were not.
    index("loop_credits_gone").on(table.loopId).where(sql`cancelled_at IS NOT NULL`),
    index("loop_credits_cancelled").on(table.cancelledAt).where(sql`cancelled_at IS NOT NULL`),
    check("loop_credits_source", sql`(${table.orderId} IS NULL) <> (${table.voucherId} IS NULL)`),
  ],
);

/** A use of a discount: reserved during payment, counted once paid, released otherwise. */
export const discountUses = sqliteTable(
  "discount_uses",
  {
    id: id(),
    discountId: refersTo("discount_id", () => discounts.id),
    orderId: refersTo("order_id", () => orders.id),
    customerKey: text("customer_key").notNull(),
    state: text("state", { enum: ["reserved", "counted", "released"] }).notNull(),
    reservedUntil: instant("reserved_until"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("discount_uses_order").on(table.orderId),
    index("discount_uses_discount").on(table.discountId, table.state),
    index("discount_uses_customer").on(table.discountId, table.customerKey),
    index("discount_uses_held").on(table.reservedUntil).where(sql`state = 'reserved'`),
  ],
);
