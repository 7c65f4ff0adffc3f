import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { countingRows, isIn, keepAll, keepGet } from "#db/queries.server";
import { staff, voucherBatches, vouchers } from "#db/schema";
import { recordAuditEvent } from "../staff/audit.server";
import { costOfVouchers, exposureExcess } from "../staff/exposure.server";
import { addMonths, londonDay } from "../time/days";
import { endOfLondonDay, startOfLondonDay } from "../time/instants";
import { codeShown } from "./admin-vouchers.server";
import type { VouchersWanted } from "./forms";
import type { Voucher } from "./holding.server";
import { LONGEST_VALIDITY_YEARS, VOUCHER_MONTHS } from "./validity";
import { issueVoucher } from "./vouchers.server";

/**
 * Vouchers that staff issue in batches. A batch worth more than one person may give away needs a second person: its
 * vouchers are suspended and buy nothing until somebody else approves or declines the batch. A voucher counts as the
 * price of the loop it buys, not as its face value; a test voucher counts as nothing.
 */

export type GenerateResult = { ok: true; batchId: string; isHeld: boolean } | { ok: false; reason: "dates" };

/** Issues a batch and records it in the audit log, with its recipient. */
export function generateVouchers(wanted: VouchersWanted, staffId: string, now: Date): GenerateResult {
  const today = londonDay(now);
  const from = wanted.validFrom === "" || wanted.validFrom <= today ? today : wanted.validFrom;
  const until = wanted.expiresOn === "" ? addMonths(from, VOUCHER_MONTHS) : wanted.expiresOn;
  if (until < today || until < from || until > addMonths(today, 12 * LONGEST_VALIDITY_YEARS))
    return { ok: false, reason: "dates" };
  const recipient = wanted.recipientEmail === "" ? null : wanted.recipientEmail;
  const costPence = wanted.isTest ? 0 : costOfVouchers(wanted.count);
  const validFrom = from === today ? now : startOfLondonDay(from);
  return write((tx): GenerateResult => {
    const given = { staffId, recipientEmail: recipient, costPence };
    const over = wanted.isTest ? null : exposureExcess(tx, given, now);
    const isHeld = over !== null;
    const batchId = newId();
    const { count: many, value, note, currency, isTest } = wanted;
    tx.insert(voucherBatches)
      .values({
        ...{ id: batchId, count: many, valuePence: value, note, madeByStaffId: staffId, createdAt: now },
        ...(isHeld ? { state: "waiting" } : { state: "made", finishedAt: now }),
      })
      .run();
    // The recipient gets no voucher before its first valid day.
    const issued = voucherOf(wanted, from > today ? from : null);
    const made = Array.from({ length: many }, () => issueVoucher(tx, issued, now).voucherId);
    tx.update(vouchers)
      .set({
        batchId,
        currency,
        validFrom,
        expiresAt: endOfLondonDay(until),
        status: isHeld ? "SUSPENDED" : "ACTIVE",
      })
      .where(inArray(vouchers.id, made))
      .run();
    recordAuditEvent(tx, {
      staffId,
      action: "vouchers.generate",
      object: { type: "voucher_batch", id: batchId },
      after: {
        count: many,
        valuePence: value,
        currency,
        isTest,
        from,
        until,
        recipient,
        costPence,
        isHeld,
        over,
      },
      reason: note,
      now,
    });
    return { ok: true, batchId, isHeld };
  });
}

/** The codes of a batch, complete or only their last four characters. */
export function codesOfBatch(batchId: string, reveal: boolean): string[] {
  return db
    .select({ codeSealed: vouchers.codeSealed, lastFour: vouchers.lastFour })
    .from(vouchers)
    .where(eq(vouchers.batchId, batchId))
    .all()
    .map((voucher) => codeShown(voucher, reveal));
}

function voucherOf(wanted: VouchersWanted, sendOnDay: string | null) {
  const orNull = (text: string) => (text === "" ? null : text);
  return {
    valuePence: wanted.value,
    choice: null,
    purchasedByAccountId: null,
    orderId: null,
    recipient: {
      name: orNull(wanted.recipientName),
      email: orNull(wanted.recipientEmail),
      message: orNull(wanted.giftMessage),
      sendOnDay,
    },
    isTest: wanted.isTest,
  };
}

export type BatchResult = { ok: true } | { ok: false; reason: "not_found" | "not_waiting" | "own_batch" };

/** Approves a batch that somebody else has made: its vouchers become valid. */
export function approveBatch(batchId: string, staffId: string, now: Date): BatchResult {
  return decide(batchId, staffId, (tx) => {
    const freed = changeHeld(tx, batchId, "ACTIVE", now);
    tx.update(voucherBatches)
      .set({ approvedByStaffId: staffId, approvedAt: now, finishedAt: now, state: "made" })
      .where(and(eq(voucherBatches.id, batchId), isNull(voucherBatches.approvedByStaffId)))
      .run();
    recordAuditEvent(tx, {
      staffId,
      action: "vouchers.approve",
      object: { type: "voucher_batch", id: batchId },
      before: { status: "SUSPENDED" },
      after: { status: "ACTIVE", count: freed },
      now,
    });
  });
}

/** Declines a batch that somebody else has made, with a reason: its vouchers are cancelled for good. */
export function declineBatch(batchId: string, reason: string, staffId: string, now: Date): BatchResult {
  return decide(batchId, staffId, (tx) => {
    const gone = changeHeld(tx, batchId, "CANCELLED", now);
    tx.update(voucherBatches).set({ state: "declined" }).where(eq(voucherBatches.id, batchId)).run();
    recordAuditEvent(tx, {
      staffId,
      action: "vouchers.decline",
      object: { type: "voucher_batch", id: batchId },
      reason,
      before: { status: "SUSPENDED" },
      after: { status: "CANCELLED", count: gone },
      now,
    });
  });
}

/** Four-eyes rule: decides about a waiting batch, by a person other than its maker. */
function decide(batchId: string, staffId: string, action: (tx: Transaction) => void): BatchResult {
  return write((tx): BatchResult => {
    const batch = tx.select().from(voucherBatches).where(eq(voucherBatches.id, batchId)).get();
    if (!batch) return { ok: false, reason: "not_found" };
    if (batch.approvedByStaffId !== null || !hasHeld(tx, batchId))
      return { ok: false, reason: "not_waiting" };
    if (batch.madeByStaffId === staffId) return { ok: false, reason: "own_batch" };
    action(tx);
    return { ok: true };
  });
}

const isHeldIn = (batchId: string) => and(eq(vouchers.batchId, batchId), eq(vouchers.status, "SUSPENDED"));

function hasHeld(tx: Transaction, batchId: string): boolean {
  return tx.select({ id: vouchers.id }).from(vouchers).where(isHeldIn(batchId)).limit(1).get() !== undefined;
}

function changeHeld(tx: Transaction, batchId: string, status: "ACTIVE" | "CANCELLED", now: Date): number {
  return tx.update(vouchers).set({ status, updatedAt: now }).where(isHeldIn(batchId)).run().changes;
}

export interface Batch {
  id: string;
  count: number;
  valuePence: number;
  currency: Voucher["currency"];
  isTest: boolean;
  /** The email recipient; null for vouchers that are passed on by hand. */
  recipientEmail: string | null;
  note: string;
  madeBy: string;
  madeByStaffId: string;
  approvedBy: string | null;
  createdAt: Date;
  /** How many are suspended until a second person decides, and how many were cancelled. */
  held: number;
  cancelled: number;
}

/** The newest batches, with those that wait for a second person first. */
export function listBatches(most: number): Batch[] {
  const waits = inArray(voucherBatches.id, waitingIds());
  return batchesWhere(undefined, [sql`${waits} DESC`, desc(voucherBatches.createdAt)], most);
}

/** One batch; undefined when it does not exist. */
export function batchData(batchId: string): Batch | undefined {
  return batchesWhere(eq(voucherBatches.id, batchId), [], 1)[0];
}

const pendingQuery = keepGet(() => countingRows(voucherBatches, inArray(voucherBatches.id, waitingIds())));

/** How many batches wait for a second person. */
export const batchesPending = () => pendingQuery()?.found ?? 0;

/**
 * The batches that wait for approval. In an approved batch, a suspended voucher has another reason, such as a disputed
 * payment.
 */
function waitingIds() {
  return db
    .selectDistinct({ id: vouchers.batchId })
    .from(vouchers)
    .innerJoin(voucherBatches, eq(voucherBatches.id, vouchers.batchId))
    .where(and(eq(vouchers.status, "SUSPENDED"), isNull(voucherBatches.approvedByStaffId)));
}

const approvers = alias(staff, "approvers");

function batchesWhere(where: SQL | undefined, order: SQL[], most: number): Batch[] {
  const batches = db
    .select({ batch: voucherBatches, madeBy: staff.name, approvedBy: approvers.name })
    .from(voucherBatches)
    .leftJoin(staff, eq(staff.id, voucherBatches.madeByStaffId))
    .leftJoin(approvers, eq(approvers.id, voucherBatches.approvedByStaffId))
    .where(where)
    .orderBy(...order)
    .limit(most)
    .all();
  const inside = whatIsIn(batches.map(({ batch }) => batch.id));
  return batches.map(({ batch, madeBy, approvedBy }) => {
    const found = inside.get(batch.id);
    const { held = 0, cancelled = 0, currency = "GBP", isTest = false, recipientEmail = null } = found ?? {};
    return {
      id: batch.id,
      count: batch.count,
      valuePence: batch.valuePence,
      note: batch.note,
      madeBy: madeBy ?? "Staff",
      madeByStaffId: batch.madeByStaffId,
      createdAt: batch.createdAt,
      approvedBy,
      currency,
      isTest,
      recipientEmail,
      cancelled,
      held: batch.approvedByStaffId ? 0 : held,
    };
  });
}

const whatIsInQuery = keepAll((batchId: string[]) =>
  db
    .select({
      batchId: vouchers.batchId,
      currency: vouchers.currency,
      isTest: vouchers.isTest,
      recipientEmail: sql<string | null>`max(${vouchers.recipientEmail})`,
      held: sql<number>`sum(${vouchers.status} = 'SUSPENDED')`,
      cancelled: sql<number>`sum(${vouchers.status} = 'CANCELLED')`,
    })
    .from(vouchers)
    .where(isIn(vouchers.batchId, batchId))
    .groupBy(vouchers.batchId),
);

function whatIsIn(batchIds: readonly string[]) {
  const found = whatIsInQuery([...batchIds]);
  return new Map(found.map((row) => [row.batchId, row]));
}

/** The code of the first voucher of a test batch; undefined when there is no voucher. */
export function firstCodeOfBatch(batchId: string): string | undefined {
  const voucher = db
    .select({ codeSealed: vouchers.codeSealed, lastFour: vouchers.lastFour })
    .from(vouchers)
    .where(and(eq(vouchers.batchId, batchId), eq(vouchers.isTest, true)))
    .get();
  return voucher && codeShown(voucher, true);
}
