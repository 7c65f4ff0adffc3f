import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db } from "#db/client.server";
import { countingRows, isIn, prepareAll, prepareGet } from "#db/queries.server";
import { staff, voucherBatches, vouchers } from "#db/schema";
import { type SortOf, sortsOf } from "#db/sorting.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import type { Voucher } from "./pending-voucher.server";

/** Partner orders as staff see them: their state, and where their vouchers are now. */

type Row = typeof voucherBatches.$inferSelect;

export interface Batch
  extends Pick<
    Row,
    "id" | "count" | "valuePence" | "note" | "madeByStaffId" | "createdAt" | "state" | "finishedAt" | "approvedAt"
  > {
  currency: Voucher["currency"];
  isTest: boolean;
  /** The email recipient; null for vouchers that are passed on by hand. */
  recipientEmail: string | null;
  madeBy: string;
  approvedBy: string | null;
  /** How many were made so far, and how many of these were cancelled. */
  made: number;
  cancelled: number;
  /** When the sealed export was opened last, by whom and why; and who asks to open it again. */
  seal: {
    openedAt: Date | null;
    openedBy: string | null;
    reason: string | null;
    askedAt: Date | null;
    askedByStaffId: string | null;
    askedBy: string | null;
    askedReason: string | null;
  };
}

export type BatchState = Row["state"];

/** A few hundred rows at most, so no index is needed. */
export const BATCH_SORTS = sortsOf(
  { made: voucherBatches.createdAt, vouchers: voucherBatches.count },
  { usual: "-made", id: voucherBatches.id },
);

/** So many batches, usually the newest; those that wait for a second person come first. */
export function listBatches(most: number, sort: SortOf<typeof BATCH_SORTS> = ""): Batch[] {
  const waits = sql`${voucherBatches.state} = 'waiting' DESC`;
  return batchesWhere(undefined, [waits, ...BATCH_SORTS.orderBy(sort)], most);
}

export function batchData(batchId: string): Batch | undefined {
  return batchesWhere(eq(voucherBatches.id, batchId), [], 1)[0];
}

export const batchesPending = () => countPending()?.found ?? 0;

const countPending = prepareGet(() => countingRows(voucherBatches, eq(voucherBatches.state, "waiting")));

const approvers = alias(staff, "approvers");
const openers = alias(staff, "openers");
const askers = alias(staff, "askers");

function batchesWhere(where: SQL | undefined, order: SQL[], most: number): Batch[] {
  const batches = db
    .select({
      batch: voucherBatches,
      madeBy: staff.name,
      approvedBy: approvers.name,
      openedBy: openers.name,
      askedBy: askers.name,
    })
    .from(voucherBatches)
    .leftJoin(staff, eq(staff.id, voucherBatches.madeByStaffId))
    .leftJoin(approvers, eq(approvers.id, voucherBatches.approvedByStaffId))
    .leftJoin(openers, eq(openers.id, voucherBatches.codeExportOpenedByStaffId))
    .leftJoin(askers, eq(askers.id, voucherBatches.codeExportAskedByStaffId))
    .where(where)
    .orderBy(...order)
    .limit(most)
    .all();
  const inside = whatIsIn(batches.map(({ batch }) => batch.id));
  return batches.map(({ batch, madeBy, approvedBy, openedBy, askedBy }) => {
    const { id, count, valuePence, note, madeByStaffId, createdAt, state, finishedAt, approvedAt } = batch;
    const found = inside.get(id);
    return {
      ...{ id, count, valuePence, note, madeByStaffId, createdAt, state, finishedAt, approvedAt, approvedBy },
      madeBy: madeBy ?? "Staff",
      currency: found?.currency ?? batch.terms?.currency ?? "GBP",
      isTest: found?.isTest ?? batch.terms?.isTest ?? false,
      recipientEmail: found?.recipientEmail ?? null,
      made: found?.made ?? 0,
      cancelled: found?.cancelled ?? 0,
      seal: {
        openedAt: batch.codeExportOpenedAt,
        openedBy,
        reason: batch.codeExportReason,
        askedAt: batch.codeExportAskedAt,
        askedByStaffId: batch.codeExportAskedByStaffId,
        askedBy,
        askedReason: batch.codeExportAskedReason,
      },
    };
  });
}

function whatIsIn(batchIds: readonly string[]) {
  const found = listContents([...batchIds]);
  return new Map(found.map((row) => [row.batchId, row]));
}

const listContents = prepareAll((batchId: string[]) =>
  db
    .select({
      batchId: vouchers.batchId,
      currency: vouchers.currency,
      isTest: vouchers.isTest,
      recipientEmail: sql<string | null>`max(${vouchers.recipientEmail})`,
      made: sql<number>`count(*)`,
      cancelled: sql<number>`sum(${vouchers.status} = 'CANCELLED')`,
    })
    .from(vouchers)
    .where(isIn(vouchers.batchId, batchId))
    .groupBy(vouchers.batchId),
);

export interface BatchCounts {
  made: number;
  sent: number;
  /** Somebody typed the code; codes handed over on paper are known by that alone. */
  opened: number;
  redeemed: number;
  redeemedThisWeek: number;
  open: number;
  expired: number;
  cancelled: number;
  /** Wait for a second person. */
  held: number;
  /** The last day of those that can be redeemed, or could be: the earliest and the latest. */
  firstEnd: Date | null;
  lastEnd: Date | null;
}

const WEEK_MS = 7 * DAY_MS;

export function batchCounts(batchId: string, now: Date): BatchCounts | undefined {
  const found = countVouchers(batchId, now.getTime(), now.getTime() - WEEK_MS);
  const at = (ms: number | null) => (ms === null ? null : new Date(ms));
  return found && { ...found, firstEnd: at(found.firstEnd), lastEnd: at(found.lastEnd) };
}

const countVouchers = prepareGet((batchId: string, now: number, weekAgo: number) =>
  db
    .select({
      made: sql<number>`count(*)`,
      sent: sql<number>`count(${vouchers.sentAt})`,
      opened: sql<number>`count(${vouchers.openedAt})`,
      redeemed: sql<number>`count(*) FILTER (WHERE ${vouchers.status} = 'REDEEMED')`,
      redeemedThisWeek: sql<number>`count(*) FILTER (WHERE ${vouchers.redeemedAt} > ${weekAgo})`,
      open: sql<number>`count(*) FILTER (WHERE ${vouchers.status} = 'ACTIVE' AND ${vouchers.expiresAt} >= ${now})`,
      expired: sql<number>`count(*) FILTER (WHERE ${vouchers.status} = 'EXPIRED' OR (${vouchers.status} = 'ACTIVE' AND ${vouchers.expiresAt} < ${now}))`,
      cancelled: sql<number>`count(*) FILTER (WHERE ${vouchers.status} = 'CANCELLED')`,
      held: sql<number>`count(*) FILTER (WHERE ${vouchers.status} = 'SUSPENDED')`,
      firstEnd: sql<
        number | null
      >`min(${vouchers.expiresAt}) FILTER (WHERE ${vouchers.status} IN ('ACTIVE', 'EXPIRED'))`,
      lastEnd: sql<
        number | null
      >`max(${vouchers.expiresAt}) FILTER (WHERE ${vouchers.status} IN ('ACTIVE', 'EXPIRED'))`,
    })
    .from(vouchers)
    .where(eq(vouchers.batchId, batchId)),
);
