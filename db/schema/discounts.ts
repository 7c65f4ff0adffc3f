import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { belongsTo, decision, flag, id, instant, oneOf, pence, timestamps } from "./columns";

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
    ...timestamps(),
  },
  (table) => [
    uniqueIndex("discounts_code").on(table.code),
    check("discounts_value", sql`${table.value} > 0 AND (${table.type} <> 'PERCENTAGE' OR ${table.value} <= 100)`),
    check("discounts_uses", sql`${table.maxUses} IS NULL OR ${table.usedCount} <= ${table.maxUses}`),
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
    discountId: belongsTo("discount_id", () => discounts.id),
    state: text("state", { enum: DISCOUNT_REQUEST_STATES }).notNull().default("waiting"),
    ...decision(),
  },
  (table) => [
    index("discount_requests_discount").on(table.discountId, table.createdAt),
    uniqueIndex("discount_requests_one_waiting").on(table.discountId).where(sql`state = 'waiting'`),
    check("discount_requests_state_word", oneOf("state", DISCOUNT_REQUEST_STATES)),
    check("discount_requests_decided", sql`(${table.state} = 'waiting') = (${table.decidedByStaffId} IS NULL)`),
    check(
      "discount_requests_two",
      sql`${table.decidedByStaffId} IS NULL OR ${table.decidedByStaffId} <> ${table.requestedByStaffId}`,
    ),
  ],
);
