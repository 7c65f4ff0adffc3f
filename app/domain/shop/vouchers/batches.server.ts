import { and, count, eq, inArray } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { type BatchTerms, voucherBatches, vouchers } from "#db/schema";
import { queueJob } from "~/domain/kernel/jobs/queue.server";
import { addMonths, londonDay } from "~/domain/kernel/time/days";
import { endOfLondonDay, startOfLondonDay } from "~/domain/kernel/time/instants";
import { LONGEST_VALIDITY_YEARS, VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";
import { decide } from "~/domain/people/staff/approvals.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { approvalExcess, costOfVouchers } from "../discounts/approval-limits.server";
import { codeShown } from "./admin-vouchers.server";
import { MADE_AT_ONCE, type VouchersWanted } from "./forms";
import { issueVoucher } from "./vouchers.server";

/**
 * Vouchers that staff issue in batches. A batch worth more than one person may give away needs a second person: its
 * vouchers are suspended and buy nothing until somebody else approves or declines the batch. A voucher counts as the
 * price of the loop it buys, not as its face value; a test voucher counts as nothing. More than `MADE_AT_ONCE` are made in
 * the background, once nobody has to approve them any more.
 */

export type GenerateResult =
  | { ok: true; batchId: string; isHeld: boolean }
  | { ok: false; reason: "dates" | "too_many_emails" };

export function generateVouchers(wanted: VouchersWanted, staffId: string, now: Date): GenerateResult {
  const terms = termsOf(wanted, now);
  if (terms === null) return { ok: false, reason: "dates" };
  const isLarge = wanted.count > MADE_AT_ONCE;
  const recipient = wanted.recipientEmail === "" ? null : wanted.recipientEmail;
  if (isLarge && recipient !== null) return { ok: false, reason: "too_many_emails" };
  return write((tx): GenerateResult => {
    const costPence = wanted.isTest ? 0 : costOfVouchers(wanted.count, now);
    const given = { staffId, recipientEmail: recipient, costPence };
    const over = wanted.isTest ? null : approvalExcess(tx, given, now);
    const isHeld = over !== null;
    const { count, value: valuePence, note, currency, isTest } = wanted;
    const { from, until } = terms;
    const state = isHeld ? "waiting" : isLarge ? "making" : "made";
    const batchId = newId();
    tx.insert(voucherBatches)
      .values({
        ...{ id: batchId, count, valuePence, note, madeByStaffId: staffId, createdAt: now, state },
        finishedAt: state === "made" ? now : null,
        terms: isLarge ? terms : null,
      })
      .run();
    if (!isLarge) issueOfBatch(tx, { batchId, valuePence, recipient }, terms, count, now);
    if (isHeld && !isLarge) changeAll(tx, batchId, { from: "ACTIVE", to: "SUSPENDED" }, now);
    if (state === "making") queueJob(tx, { kind: "make-vouchers", subjectId: batchId, now });
    recordAuditEvent(tx, {
      staffId,
      action: "vouchers.generate",
      object: { type: "voucher_batch", id: batchId },
      after: { count, valuePence, currency, isTest, from, until, recipient, costPence, isHeld, over },
      reason: note,
      now,
    });
    return { ok: true, batchId, isHeld };
  });
}

/** The terms of the vouchers wanted; null for days that cannot be. */
function termsOf(wanted: VouchersWanted, now: Date): BatchTerms | null {
  const today = londonDay(now);
  const from = wanted.validFrom === "" || wanted.validFrom <= today ? today : wanted.validFrom;
  const until = wanted.expiresOn === "" ? addMonths(from, VOUCHER_MONTHS) : wanted.expiresOn;
  if (until < from || until > addMonths(today, 12 * LONGEST_VALIDITY_YEARS)) return null;
  const { currency, isTest, recipientName, giftMessage } = wanted;
  return { currency, isTest, from, until, recipientName, giftMessage };
}

interface BatchToIssue {
  batchId: string;
  valuePence: number;
  /** Null for vouchers that are passed on by hand. */
  recipient: string | null;
}

/** Issues so many vouchers of a batch, valid at once or from its first day. */
function issueOfBatch(tx: Transaction, batch: BatchToIssue, terms: BatchTerms, many: number, now: Date): void {
  const { batchId, valuePence, recipient } = batch;
  const { currency, isTest, from, until, recipientName, giftMessage } = terms;
  const isLater = from > londonDay(now);
  const orNull = (text: string) => (text === "" ? null : text);
  const issued = {
    valuePence,
    choice: null,
    purchasedByAccountId: null,
    orderId: null,
    recipient: {
      name: orNull(recipientName),
      email: recipient,
      message: orNull(giftMessage),
      // The recipient gets no voucher before its first valid day.
      sendOnDay: isLater ? from : null,
    },
    isTest,
  };
  const made = Array.from({ length: many }, () => issueVoucher(tx, issued, now).voucherId);
  tx.update(vouchers)
    .set({
      batchId,
      currency,
      validFrom: isLater ? startOfLondonDay(from) : now,
      expiresAt: endOfLondonDay(until),
    })
    .where(inArray(vouchers.id, made))
    .run();
}

/**
 * Makes the vouchers of a large batch, a hundred in each transaction, until all are made or somebody stops it. Run
 * again, it goes on where it was. Between transactions others can write.
 */
export async function makeVouchersOfBatch(batchId: string, now: Date): Promise<void> {
  while (write((tx) => makeSome(tx, batchId, now))) await new Promise((next) => setImmediate(next));
}

function makeSome(tx: Transaction, batchId: string, now: Date): boolean {
  const batch = tx.select().from(voucherBatches).where(eq(voucherBatches.id, batchId)).get();
  if (batch?.state !== "making" || batch.terms === null) return false;
  const { found } = tx.select({ found: count() }).from(vouchers).where(eq(vouchers.batchId, batchId)).get() ?? {
    found: 0,
  };
  const many = Math.min(MADE_AT_ONCE, batch.count - found);
  issueOfBatch(tx, { batchId, valuePence: batch.valuePence, recipient: null }, batch.terms, many, now);
  if (found + many < batch.count) return true;
  tx.update(voucherBatches).set({ state: "made", finishedAt: now }).where(eq(voucherBatches.id, batchId)).run();
  return false;
}

/** The codes of a batch as lists show them, their last four characters. */
export function codesOfBatch(batchId: string): string[] {
  return db
    .select({ codeSealed: vouchers.codeSealed, lastFour: vouchers.lastFour })
    .from(vouchers)
    .where(eq(vouchers.batchId, batchId))
    .all()
    .map((voucher) => codeShown(voucher, false));
}

const findWaiting = (batchId: string) => (tx: Transaction) => {
  const batch = tx.select().from(voucherBatches).where(eq(voucherBatches.id, batchId)).get();
  if (!batch) return "not_found";
  return batch.state === "waiting" ? { waiting: batch, askedBy: batch.madeByStaffId } : "not_waiting";
};

/** Approves a batch that somebody else has made: its vouchers become valid, or are made now. */
export function approveBatch(batchId: string, staffId: string, now: Date) {
  return decide({ staffId, now, approves: true }, findWaiting(batchId), (tx, batch): { ok: true } => {
    const isToMake = batch.terms !== null;
    const freed = changeAll(tx, batchId, { from: "SUSPENDED", to: "ACTIVE" }, now);
    const decided = { approvedByStaffId: staffId, approvedAt: now };
    const then = isToMake ? { state: "making" as const } : { state: "made" as const, finishedAt: now };
    setBatch(tx, batchId, { ...decided, ...then });
    if (isToMake) queueJob(tx, { kind: "make-vouchers", subjectId: batchId, now });
    recordAuditEvent(tx, {
      staffId,
      action: "vouchers.approve",
      object: { type: "voucher_batch", id: batchId },
      before: { status: "SUSPENDED" },
      after: { status: "ACTIVE", count: isToMake ? batch.count : freed },
      now,
    });
    return { ok: true };
  });
}

/** Declines a batch that somebody else has made, with a reason: its vouchers are cancelled for good. */
export function declineBatch(batchId: string, reason: string, staffId: string, now: Date) {
  return decide({ staffId, now, approves: false }, findWaiting(batchId), (tx): { ok: true } => {
    const gone = changeAll(tx, batchId, { from: "SUSPENDED", to: "CANCELLED" }, now);
    setBatch(tx, batchId, { state: "declined" });
    recordAuditEvent(tx, {
      staffId,
      action: "vouchers.decline",
      object: { type: "voucher_batch", id: batchId },
      reason,
      before: { status: "SUSPENDED" },
      after: { status: "CANCELLED", count: gone },
      now,
    });
    return { ok: true };
  });
}

export type WithdrawResult =
  | { ok: true; wasMaking: boolean }
  | { ok: false; reason: "not_found" | "not_waiting" | "not_own" };

/**
 * Takes a batch back, with a reason: one's own before anybody has approved it, or one that is being made, of which
 * nothing is kept. Its vouchers are cancelled.
 */
export function withdrawBatch(batchId: string, reason: string, staffId: string, now: Date): WithdrawResult {
  return write((tx): WithdrawResult => {
    const batch = tx.select().from(voucherBatches).where(eq(voucherBatches.id, batchId)).get();
    if (!batch) return { ok: false, reason: "not_found" };
    if (batch.state !== "waiting" && batch.state !== "making") return { ok: false, reason: "not_waiting" };
    if (batch.madeByStaffId !== staffId) return { ok: false, reason: "not_own" };
    const wasMaking = batch.state === "making";
    const from = wasMaking ? "ACTIVE" : "SUSPENDED";
    const gone = changeAll(tx, batchId, { from, to: "CANCELLED" }, now);
    setBatch(tx, batchId, { state: wasMaking ? "stopped" : "withdrawn" });
    recordAuditEvent(tx, {
      staffId,
      action: wasMaking ? "vouchers.stop" : "vouchers.withdraw",
      object: { type: "voucher_batch", id: batchId },
      reason,
      before: { state: batch.state },
      after: { count: gone },
      now,
    });
    return { ok: true, wasMaking };
  });
}

type BatchRow = typeof voucherBatches.$inferSelect;

function setBatch(tx: Transaction, batchId: string, set: Partial<BatchRow>): void {
  tx.update(voucherBatches).set(set).where(eq(voucherBatches.id, batchId)).run();
}

type Held = "ACTIVE" | "SUSPENDED" | "CANCELLED";

function changeAll(tx: Transaction, batchId: string, { from, to }: Record<"from" | "to", Held>, now: Date): number {
  return tx
    .update(vouchers)
    .set({ status: to, updatedAt: now })
    .where(and(eq(vouchers.batchId, batchId), eq(vouchers.status, from)))
    .run().changes;
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
