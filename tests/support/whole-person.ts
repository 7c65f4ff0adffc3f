import { randomBytes } from "node:crypto";
import { getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "#db/client.server";
import * as schema from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { hashEmail } from "~/domain/people/accounts/accounts.server";
import { NOW } from "./people";

/**
 * A person with a row in every table that a person can reach, and in each of its text columns a unique text. The
 * columns are read from the schema, so that one added later is included.
 */

/** The tables and columns of emails to somebody else. */
export const TO_OTHERS = "to others";

type Values = Record<string, unknown>;

export interface WholePerson {
  accountId: string;
  email: string;
  loopId: string;
  /** The texts in each text column, as "table.column", with the row's kind if a table has rows of several. */
  marks: { column: string; words: string; kind?: string }[];
  /** Tables that have rows. */
  tables: Set<string>;
}

/** Makes one; `status` is that of their loop. */
export async function wholePerson(status: "ACTIVE" | "DELIVERED" = "ACTIVE"): Promise<WholePerson> {
  const marks: WholePerson["marks"] = [];
  const tables = new Set<string>();
  const unique = () => randomBytes(6).toString("hex");
  const email = `Ines.${unique()}@example.org`;

  /** Inserts a row with the values given, and a unique text in every other text column. Gives the row. */
  function add<Table extends SQLiteTable>(table: Table, given: Values, kind?: string): Table["$inferSelect"] {
    const { columns, name } = getTableConfig(table);
    const keys = new Map(
      Object.entries(table as unknown as Record<string, { name?: string }>).map(([key, column]) => [column?.name, key]),
    );
    const values: Values = {};
    for (const column of columns) {
      const key = keys.get(column.name) ?? column.name;
      if (key in given) values[key] = given[key];
      else if (column.getSQLType() === "text" && !column.enumValues?.length && (!column.primary || key !== "id")) {
        const mark = `mark-${unique()}`;
        marks.push({ column: `${name}.${key}`, words: mark, ...(kind === undefined ? {} : { kind }) });
        values[key] = mark;
      } else if (column.dataType === "date" && column.notNull) values[key] = NOW;
    }
    tables.add(getTableName(table));
    return db
      .insert(table)
      .values(values as Table["$inferInsert"])
      .returning()
      .get() as Table["$inferSelect"];
  }

  const account = add(schema.accounts, { email, emailVerifiedAt: NOW });
  marks.push({ column: "accounts.email", words: email });
  const accountId = account.id;
  const staffId = db
    .insert(schema.staff)
    .values({ email: `ruth.${unique()}@staff.example`, name: "Ruth Bell", role: "support", createdAt: NOW })
    .returning()
    .get().id;

  for (const table of [schema.sessions, schema.accessTokens]) add(table, { accountId, expiresAt: later(30) });
  add(schema.oneTimeCodes, { accountId, purpose: "change_email", sentTo: email, expiresAt: later(1) });
  add(schema.consents, { accountId, emailHash: hashEmail(email), kind: "marketing", given: true });
  add(schema.addresses, { accountId });
  const limit = "enquiries_email";
  for (const subject of [email.toLowerCase(), hashEmail(email), accountId]) add(schema.attempts, { limit, subject });
  add(schema.accountNotes, {
    accountId,
    staffId,
    orderId: null,
    ownerStaffId: staffId,
    dueDay: "2026-11-27",
  });
  add(schema.impersonations, { accountId, staffId, expiresAt: NOW });
  add(schema.auditEvents, { staffId, objectId: accountId });

  const days = { startDay: "2026-11-20", deliveryDay: "2027-12-03", pauses: [], pausedFromDay: null };
  const look = { theme: "pet", type: "puppys-first-year" };
  const loop = add(schema.loops, { accountId, status, ...days, ...look });
  const loopId = loop.id;
  const entry = add(schema.entries, { loopId, week: 1, ...nobodyOfStaff });
  add(schema.entryVersions, { loopId, week: 1, version: 1 });
  add(schema.drafts, { loopId, week: 2 });
  add(schema.deviceSaves, { loopId, week: 2, number: 1 });
  add(schema.chosenPrompts, { loopId, week: 2 });
  add(schema.entryViews, { entryId: entry.id, staffId });
  for (const [state, position] of [
    ["ready", 1],
    ["removed", 2],
  ] as const) {
    const stem = `photos/${loopId}/${state}${unique()}`;
    const files = { originalKey: `${stem}-original.jpg`, printKey: `${stem}-print.jpg` };
    const small = {
      screenKey: `${stem}-screen.jpg`,
      mediumKey: `${stem}-medium.jpg`,
      thumbKey: `${stem}-thumb.jpg`,
    };
    const sizes = { width: 6, height: 4, printWidth: 6, printHeight: 4, bytes: 5 };
    add(schema.photos, { loopId, week: 1, position, state, ...files, ...small, ...sizes });
    for (const key of [...Object.values(files), ...Object.values(small)]) {
      await storage.put(key, Buffer.from(photoMark(loopId)), "image/jpeg");
    }
  }
  const storageKey = `books/${loopId}/1-book.pdf`;
  const book = add(schema.bookFiles, {
    loopId,
    kind: "interior",
    contentVersion: 1,
    state: "ready",
    storageKey,
  });
  await storage.put(storageKey, Buffer.from(photoMark(loopId)), "application/pdf");
  add(schema.jobs, { kind: "render-book", subjectId: book.id, state: "dead", runAfter: NOW });

  const sums = { subtotalPence: 6999, totalPence: 6999, currency: "GBP", status: "PAID" as const };
  const discount = db
    .insert(schema.discounts)
    .values({
      code: `CODE${unique()}`,
      type: "FIXED_AMOUNT",
      value: 1,
      usedCount: 1,
      createdAt: NOW,
      updatedAt: NOW,
    })
    .returning()
    .get();
  const order = (kind: string, given: Values = {}) => {
    const made = add(schema.orders, {
      accountId,
      kind,
      ...sums,
      ...look,
      email,
      paidAt: NOW,
      voucherId: null,
      discountId: null,
      termsHash: null,
      privacyHash: null,
      ...given,
    });
    const orderId = made.id;
    add(schema.orderLines, { orderId, loopId: null, unitPence: 6999, quantity: 1 }, kind);
    const payment = add(schema.payments, { orderId, attempt: 1, status: "paid", amountPence: 6999 });
    const providerReference = String(payment.paymentIntentId);
    add(schema.disputes, { id: unique(), orderId, stage: "lost", amountPence: 6999 });
    add(schema.ledger, { orderId, kind: "payment", amountPence: 6999, providerReference });
    return made;
  };
  const own = order("loop", { discountId: discount.id });
  add(schema.fulfilments, { orderId: own.id, kind: "loop_credit", at: NOW });
  add(schema.discountUses, {
    discountId: discount.id,
    orderId: own.id,
    customerKey: accountId,
    state: "counted",
  });
  add(schema.loopCredits, { accountId, orderId: own.id, voucherId: null, loopId, spentAt: NOW, ...look });
  add(schema.refunds, {
    orderId: own.id,
    amountPence: 5,
    status: "failed",
    requestedByStaffId: staffId,
    taken: [],
  });
  const decided = { decidedByStaffId: null, refundId: null, evenIfUsed: false, taken: [] };
  add(schema.refundRequests, { orderId: own.id, amountPence: 6, requestedByStaffId: staffId, ...decided });
  const gift = order("gift");
  add(schema.fulfilments, { orderId: gift.id, kind: "voucher", at: NOW });
  const valid = { valuePence: 6999, expiresAt: later(365), ...look, batchId: null, loopId: null };
  const bought = { purchasedByAccountId: accountId, redeemedByAccountId: null, sendOnDay: null };
  const voucher = add(schema.vouchers, { ...valid, ...bought, orderId: gift.id, sentAt: NOW });
  const receivedFor = { purchasedByAccountId: null, orderId: null, redeemedByAccountId: accountId };
  const redeemed = { status: "REDEEMED", redeemedAt: NOW, sendOnDay: null, recipientEmail: email };
  const received = add(schema.vouchers, { ...valid, ...receivedFor, ...redeemed, loopId: null });
  add(schema.loopCredits, { accountId, orderId: null, voucherId: received.id, loopId: null, ...look });
  const copies = order("book_copies");
  add(schema.fulfilments, { orderId: copies.id, kind: "book_copies", at: NOW });
  const sent = add(schema.shipments, {
    orderId: copies.id,
    loopId,
    state: "delivered",
    reprintOf: null,
    reprintStaffId: staffId,
    expectedDay: null,
    prints: [],
  });
  const again = { shipmentId: sent.id, requestedByStaffId: staffId, decidedByStaffId: null, reprintId: null };
  add(schema.reprintRequests, { ...again, printing: 3, costPence: 1, state: "declined" });

  const asked = { requestedByStaffId: staffId, decidedByStaffId: null, state: "declined" };
  add(schema.restoreRequests, { accountId, account: email, ...asked });

  add(schema.emails, { accountId, toEmail: email, state: "sent" });
  const toOthers = { accountId: null, state: "sent" };
  const byGift = { ...toOthers, toEmail: String(voucher.recipientEmail), dedupeKey: `gift:${voucher.id}` };
  add(schema.emails, byGift, TO_OTHERS);
  const enquiry = add(schema.enquiries, { email });
  const byEnquiry = { ...toOthers, toEmail: "us@loop.example", dedupeKey: `enquiry:${enquiry.id}` };
  add(schema.emails, { ...byEnquiry, kind: "enquiry" }, TO_OTHERS);
  for (const [name, payload] of [
    ["email", JSON.stringify({ object: "charge", id: "ch", receipt_email: email.toLowerCase() })],
    ["order", JSON.stringify({ object: "refund", metadata: { orderId: own.id }, note: email })],
  ] as const) {
    add(schema.webhookEvents, { id: `evt_${unique()}_${name}`, payload, processedAt: NOW });
  }
  return { accountId, email, loopId, marks, tables };
}

const nobodyOfStaff = { reviewedByStaffId: null, lockedByStaffId: null };

/** The contents of this loop's files. */
export function photoMark(loopId: string): string {
  return `the light of ${loopId}`;
}

function later(days: number): Date {
  return new Date(NOW.getTime() + days * 86_400_000);
}
