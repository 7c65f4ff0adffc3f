import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { belongsTo, day, decision, flag, id, instant, oneOf, pence, refersTo, timestamps } from "./columns";
import { orders } from "./orders";

export const PAYMENT_STATUSES = ["opening", "open", "paid", "failed", "expired", "refused"] as const;

/** Where the buyer pays: on the provider's page, or in its card element within ours. */
export const CHECKOUT_MODES = ["page", "element"] as const;

/** One attempt to pay an order. The idempotency key for the provider is order id and attempt number. */
export const payments = sqliteTable(
  "payments",
  {
    id: id(),
    orderId: belongsTo("order_id", () => orders.id),
    attempt: integer("attempt").notNull(),
    status: text("status", { enum: PAYMENT_STATUSES }).notNull().default("opening"),
    checkoutMode: text("surface", { enum: CHECKOUT_MODES }).notNull().default("page"),
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
    ...timestamps(),
  },
  (table) => [
    uniqueIndex("payments_attempt").on(table.orderId, table.attempt),
    uniqueIndex("payments_checkout").on(table.checkoutId),
    index("payments_intent").on(table.paymentIntentId),
    index("payments_status").on(table.status, table.createdAt),
    index("payments_paid").on(table.updatedAt).where(sql`status = 'paid'`),
    check("payments_status_word", oneOf("status", PAYMENT_STATUSES)),
  ],
);

/** Every movement of money, signed: payments are positive, refunds negative. */
export const ledger = sqliteTable(
  "ledger",
  {
    id: id(),
    orderId: refersTo("order_id", () => orders.id),
    kind: text("kind", { enum: ["payment", "refund", "refund_failed", "dispute", "dispute_won"] }).notNull(),
    amountPence: pence("amount_pence").notNull(),
    providerReference: text("provider_reference").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    uniqueIndex("ledger_reference").on(table.kind, table.providerReference),
    index("ledger_order").on(table.orderId),
    index("ledger_at").on(table.at),
  ],
);

export const STATEMENT_KINDS = ["payment", "refund", "dispute", "other"] as const;

/**
 * The provider's statement, line by line, as it was read. `bookedDay` is the line's own London day, or the day it was
 * read where its month was closed by then, so that the totals of a closed month stay.
 */
export const statementLines = sqliteTable(
  "statement_lines",
  {
    /** The provider's id. */
    id: text("id").primaryKey(),
    kind: text("kind", { enum: STATEMENT_KINDS }).notNull(),
    source: text("source").notNull(),
    paymentIntentId: text("payment_intent_id"),
    amountPence: pence("amount_pence").notNull(),
    feePence: pence("fee_pence").notNull(),
    at: instant("at").notNull(),
    bookedDay: day("booked_day").notNull(),
    readAt: instant("read_at").notNull(),
  },
  (table) => [
    index("statement_lines_booked").on(table.bookedDay),
    index("statement_lines_at").on(table.at),
    check("statement_lines_kind", oneOf("kind", STATEMENT_KINDS)),
  ],
);

export const PAYOUT_STATUSES = ["on_its_way", "paid", "failed"] as const;

/** A transfer of the provider's to our bank account, as the provider last reported it. */
export const payouts = sqliteTable(
  "payouts",
  {
    /** The provider's id. */
    id: text("id").primaryKey(),
    amountPence: pence("amount_pence").notNull(),
    status: text("status", { enum: PAYOUT_STATUSES }).notNull(),
    /** Whether somebody asked for it by hand, so that the provider does not say what it is made of. */
    isByHand: flag("is_by_hand").notNull().default(false),
    leftAt: instant("left_at").notNull(),
    arrivesAt: instant("arrives_at").notNull(),
    /** When its lines were read. */
    linesReadAt: instant("lines_read_at"),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("payouts_left").on(table.leftAt), check("payouts_status", oneOf("status", PAYOUT_STATUSES))],
);

export const PAYOUT_LINE_KINDS = [
  "payment",
  "refund",
  "refund_failed",
  "dispute",
  "dispute_won",
  "fee",
  "other",
] as const;

/** What a payout is made of: the movements that left with it. Never changed. */
export const payoutLines = sqliteTable(
  "payout_lines",
  {
    /** The provider's id, as in `statement_lines`. */
    id: text("id").primaryKey(),
    payoutId: refersTo("payout_id", () => payouts.id),
    kind: text("kind", { enum: PAYOUT_LINE_KINDS }).notNull(),
    /** The name by which our ledger knows it: a payment's own, else what caused it. */
    reference: text("reference").notNull(),
    paymentIntentId: text("payment_intent_id"),
    amountPence: pence("amount_pence").notNull(),
    feePence: pence("fee_pence").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    index("payout_lines_payout").on(table.payoutId),
    index("payout_lines_reference").on(table.kind, table.reference),
    check("payout_lines_kind", oneOf("kind", PAYOUT_LINE_KINDS)),
  ],
);

export const DISPUTE_STAGES = ["inquiry", "inquiry_closed", "open", "won", "lost"] as const;

/** A buyer's objection at their bank, as the provider last reported it. */
export const disputes = sqliteTable(
  "disputes",
  {
    /** The provider's id. */
    id: text("id").primaryKey(),
    orderId: refersTo("order_id", () => orders.id),
    stage: text("stage", { enum: DISPUTE_STAGES }).notNull(),
    amountPence: pence("amount_pence").notNull(),
    /** What the provider charges for it; null where it has not reported it. */
    feePence: pence("fee_pence"),
    /** The bank's reason, as the provider's code. */
    reason: text("reason").notNull().default("general"),
    /** Until when the bank takes evidence. */
    dueAt: instant("due_at"),
    /** When evidence was sent, and by which staff member; null if it was sent from the provider's dashboard. */
    answeredAt: instant("answered_at"),
    answeredByStaffId: text("answered_by_staff_id"),
    /** When evidence that a staff member has had sent leaves; null once it has, or where it was taken back. */
    evidenceLeavesAt: instant("evidence_leaves_at"),
    evidenceByStaffId: text("evidence_by_staff_id"),
    openedAt: instant("opened_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("disputes_order").on(table.orderId),
    index("disputes_leaving").on(table.evidenceLeavesAt).where(sql`evidence_leaves_at IS NOT NULL`),
    index("disputes_waiting").on(table.openedAt).where(sql`stage IN ('inquiry', 'open')`),
    check("disputes_stage", oneOf("stage", DISPUTE_STAGES)),
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
    orderId: refersTo("order_id", () => orders.id),
    amountPence: pence("amount_pence").notNull(),
    reason: text("reason").notNull(),
    taken: text("taken", { mode: "json" }).$type<readonly TakenLine[]>().notNull().default([]),
    status: text("status", { enum: REFUND_STATUSES }).notNull().default("pending"),
    providerId: text("provider_id"),
    requestedByStaffId: text("requested_by_staff_id"),
    ...timestamps(),
  },
  (table) => [
    index("refunds_order").on(table.orderId),
    index("refunds_created").on(table.createdAt),
    index("refunds_pending").on(table.updatedAt).where(sql`status = 'pending'`),
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
    orderId: refersTo("order_id", () => orders.id),
    amountPence: pence("amount_pence").notNull(),
    /** The part of the sum that is goodwill beyond what is cancelled. */
    goodwillPence: pence("goodwill_pence").notNull().default(0),
    taken: text("taken", { mode: "json" }).$type<readonly TakenLine[]>().notNull().default([]),
    /** What happens to an unredeemed gift voucher. */
    voucher: text("voucher", { enum: ["cancel", "keep"] }),
    reason: text("reason").notNull(),
    evenIfUsed: flag("even_if_used").notNull(),
    state: text("state", { enum: REFUND_REQUEST_STATES }).notNull().default("waiting"),
    ...decision(),
    /** The refund made from this request. */
    refundId: text("refund_id").references(() => refunds.id),
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
    /** Set while a process is at it. */
    takenUntil: instant("taken_until"),
    /** How often its process died while it was at it. */
    deaths: integer("deaths").notNull().default(0),
    failure: text("failure"),
  },
  (table) => [
    index("webhook_events_waiting").on(table.nextTryAt).where(sql`processed_at IS NULL`),
    // Those whose text is still there: they are emptied some time later.
    index("webhook_events_texts").on(table.receivedAt).where(sql`payload <> ''`),
    index("webhook_events_received").on(table.receivedAt),
    index("webhook_events_object").on(table.objectId, table.type),
  ],
);
