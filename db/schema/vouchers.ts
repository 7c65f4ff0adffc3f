import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts";
import { belongsTo, day, flag, id, instant, oneOf, outlives, pence, timestamps } from "./columns";
import { loops } from "./loops";
import { orders } from "./orders";

export const VOUCHER_STATUSES = ["ACTIVE", "REDEEMED", "EXPIRED", "CANCELLED", "SUSPENDED"] as const;

/** A credit for one loop. The code is stored only as a keyed hash and as an encrypted copy for its buyer. */
export const vouchers = sqliteTable(
  "vouchers",
  {
    id: id(),
    codeHash: text("code_hash").notNull(),
    codeSealed: text("code_sealed").notNull(),
    lastFour: text("last_four").notNull(),
    status: text("status", { enum: VOUCHER_STATUSES }).notNull().default("ACTIVE"),
    valuePence: pence("value_pence").notNull(),
    currency: text("currency", { enum: ["GBP", "USD", "EUR"] })
      .notNull()
      .default("GBP"),
    theme: text("theme"),
    type: text("type"),
    validFrom: instant("valid_from").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** When it was to end before staff extended it last, so that the extension can be undone. */
    extendedFrom: instant("extended_from"),
    recipientName: text("recipient_name"),
    recipientEmail: text("recipient_email"),
    giftMessage: text("gift_message"),
    /** Who it is from, as on the card; null means the buyer's first name. */
    giverName: text("giver_name"),
    sendOnDay: day("send_on_day"),
    sentAt: instant("sent_at"),
    openedAt: instant("opened_at"),
    purchasedByAccountId: text("purchased_by_account_id").references(() => accounts.id, {
      onDelete: "set null",
    }),
    orderId: text("order_id").references(() => orders.id),
    batchId: text("batch_id"),
    redeemedByAccountId: text("redeemed_by_account_id").references(() => accounts.id, {
      onDelete: "set null",
    }),
    redeemedAt: instant("redeemed_at"),
    loopId: outlives("loop_id", () => loops.id),
    isTest: flag("is_test").notNull().default(false),
    isDemo: flag("is_demo").notNull().default(false),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex("vouchers_code").on(table.codeHash),
    uniqueIndex("vouchers_order").on(table.orderId),
    uniqueIndex("vouchers_loop").on(table.loopId),
    index("vouchers_status").on(table.status, table.expiresAt),
    index("vouchers_batch").on(table.batchId),
    index("vouchers_buyer").on(table.purchasedByAccountId),
    index("vouchers_redeemer").on(table.redeemedByAccountId),
    index("vouchers_recipient").on(table.recipientEmail),
    index("vouchers_recipient_begins").on(sql`lower(${table.recipientEmail})`),
    index("vouchers_last_four").on(table.lastFour),
    // Contains all columns of the sums above the list, so that they are read from the index alone.
    index("vouchers_summed").on(table.isTest, table.status, table.expiresAt, table.currency, table.valuePence),
    // A page of the list is read from one of these alone, for any status.
    index("vouchers_expires").on(table.expiresAt, table.id, table.status),
    index("vouchers_value").on(table.valuePence, table.id, table.status, table.expiresAt),
    index("vouchers_created").on(table.createdAt, table.id, table.status, table.expiresAt),
    index("vouchers_redeemed")
      .on(table.redeemedAt, table.status, table.isTest, table.currency, table.valuePence)
      .where(sql`redeemed_at IS NOT NULL`),
    index("vouchers_to_send")
      .on(table.sendOnDay)
      .where(sql`status = 'ACTIVE' AND sent_at IS NULL AND recipient_email IS NOT NULL`),
    check("vouchers_status_word", oneOf("status", VOUCHER_STATUSES)),
    check("vouchers_value", sql`${table.valuePence} > 0`),
  ],
);

/** The code a visitor typed and wants stored while they sign in; identified by a key in their journey cookie. */
export const pendingVouchers = sqliteTable("pending_vouchers", {
  keyHash: text("key_hash").primaryKey(),
  voucherId: belongsTo("voucher_id", () => vouchers.id),
  createdAt: instant("created_at").notNull(),
});

export const BATCH_STATES = ["waiting", "making", "made", "declined", "withdrawn", "stopped"] as const;

/** What the vouchers of a partner order will be, until they are made. */
export interface BatchTerms {
  currency: "GBP" | "USD" | "EUR";
  isTest: boolean;
  /** London days, both inclusive. */
  from: string;
  until: string;
  recipientName: string;
  giftMessage: string;
}

/** A partner order: vouchers that staff issue together. */
export const voucherBatches = sqliteTable(
  "voucher_batches",
  {
    id: id(),
    count: integer("count").notNull(),
    valuePence: integer("value_pence").notNull(),
    note: text("note").notNull().default(""),
    madeByStaffId: text("made_by_staff_id").notNull(),
    approvedByStaffId: text("approved_by_staff_id"),
    createdAt: instant("created_at").notNull(),
    state: text("state", { enum: BATCH_STATES }).notNull().default("made"),
    /** Null where its vouchers were made at once. */
    terms: text("terms", { mode: "json" }).$type<BatchTerms>(),
    approvedAt: instant("approved_at"),
    /** When the last voucher was made. */
    finishedAt: instant("finished_at"),
    /** The export with whole codes is sealed: it is opened once, and again when a second person agrees. */
    codeExportOpenedAt: instant("seal_opened_at"),
    codeExportOpenedByStaffId: text("seal_opened_by_staff_id"),
    codeExportReason: text("seal_reason"),
    codeExportAskedByStaffId: text("seal_asked_by_staff_id"),
    codeExportAskedAt: instant("seal_asked_at"),
    codeExportAskedReason: text("seal_asked_reason"),
  },
  (table) => [
    index("voucher_batches_waiting").on(table.createdAt).where(sql`state = 'waiting'`),
    index("voucher_batches_seal").on(table.codeExportAskedAt).where(sql`seal_asked_at IS NOT NULL`),
  ],
);
