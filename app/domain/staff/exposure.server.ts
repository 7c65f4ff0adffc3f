import {
  and,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  type SQL,
  sql,
  sum,
} from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { keepGet, settingOf } from "#db/queries.server";
import {
  accounts,
  auditEvents,
  discountRequests,
  discounts,
  loops,
  orders,
  refundRequests,
  refunds,
  reprintRequests,
  shipments,
  staff,
  voucherBatches,
  vouchers,
} from "#db/schema";
import { readPrices } from "../catalogue/prices.server";
import { possibleCostPence } from "../discounts/approval";
import { DAY_MS, HOUR_MS } from "../time/durations";
import {
  EXPOSURE_HOURS,
  type Excess,
  type ExposureLimit,
  excessOf,
  type Given,
  USUAL_EXPOSURE_LIMITS,
} from "./exposure";
import { redeemedGiven } from "./exposure-redeemed.server";
import type { StaffRole } from "./permissions";
import { APART_DAYS } from "./second-person";

/** What staff have recently given away, each on one person's word alone. */

type Reader = Pick<Transaction, "select">;

/** The limits of each role, as two super admins last agreed on them. */
export function exposureLimits(): Readonly<Record<StaffRole, ExposureLimit>> {
  const agreed = settingOf("exposure");
  return agreed === undefined
    ? USUAL_EXPOSURE_LIMITS
    : { ...USUAL_EXPOSURE_LIMITS, ...(JSON.parse(agreed) as Partial<typeof USUAL_EXPOSURE_LIMITS>) };
}

const NO_LIMIT_OF_THEIR_OWN = { dayPence: 0, recipientPence: 0 };

/**
 * Which limit of the giver's role this exceeds; null where they may give it alone. Runs within the transaction that
 * gives it, so that of two at once the second sees the first.
 */
export function exposureExcess(reader: Reader, gift: Given, now: Date): Excess | null {
  const giver = reader
    .select({ role: staff.role })
    .from(staff)
    .where(and(eq(staff.id, gift.staffId), eq(staff.isActive, true)))
    .get();
  const since = new Date(now.getTime() - EXPOSURE_HOURS * HOUR_MS);
  const loopPence = exposureLoopPence(now);
  const before = [
    ...vouchersGiven(reader, since, loopPence),
    ...vouchersBeingMade(reader, since, loopPence),
    ...refundsGiven(reader, since),
    ...reprintsGiven(reader, since),
    ...discountsGiven(reader, since, loopPence),
    ...revivedGiven(reader, since, loopPence),
    ...redeemedGiven(reader, since, loopPence),
  ];
  return excessOf(gift, before, giver ? exposureLimits()[giver.role] : NO_LIMIT_OF_THEIR_OWN);
}

/** What so many vouchers cost: a loop each, whatever they say they are worth. */
export function costOfVouchers(many: number, now: Date): number {
  return many * exposureLoopPence(now);
}

const highestPriceQuery = keepGet((name: string, since: Date) =>
  db
    .select({ pence: sql<number | null>`max(${auditEvents.before} ->> ${name})` })
    .from(auditEvents)
    .where(
      and(
        ...[eq(auditEvents.objectType, "settings"), eq(auditEvents.objectId, "prices")],
        gt(auditEvents.at, since),
      ),
    ),
);

/**
 * What something counts as where it is given away: its highest price of the last thirty days. A super_admin could
 * otherwise lower the price, give away a hundred times as much alone, and put the price back.
 */
export function exposurePence(
  name: "loopPence" | "bookCopyStandardPence" | "bookCopyLuxuryPence",
  now: Date,
): number {
  const since = new Date(now.getTime() - APART_DAYS * DAY_MS);
  return Math.max(readPrices()[name], highestPriceQuery(name, since)?.pence ?? 0);
}

export const exposureLoopPence = (now: Date) => exposurePence("loopPence", now);

function vouchersGiven(reader: Reader, since: Date, loopPence: number): Given[] {
  return reader
    .select({
      staffId: voucherBatches.madeByStaffId,
      recipientEmail: vouchers.recipientEmail,
      many: count(),
    })
    .from(vouchers)
    .innerJoin(voucherBatches, eq(voucherBatches.id, vouchers.batchId))
    .where(
      and(
        ...[gt(vouchers.createdAt, since), eq(vouchers.isTest, false)],
        ...[
          isNull(voucherBatches.approvedByStaffId),
          ne(vouchers.status, "SUSPENDED"),
          or(ne(vouchers.status, "CANCELLED"), wasSeen),
        ],
      ),
    )
    .groupBy(voucherBatches.madeByStaffId, vouchers.recipientEmail)
    .all()
    .map(({ many, ...given }) => ({ ...given, costPence: many * loopPence }));
}

/** Those of large batches that the worker has still to make. */
function vouchersBeingMade(reader: Reader, since: Date, loopPence: number): Given[] {
  const made = sql`(SELECT count(*) FROM ${vouchers} WHERE ${vouchers.batchId} = ${voucherBatches}.id)`;
  return reader
    .select({
      staffId: voucherBatches.madeByStaffId,
      many: sql<number>`sum(${voucherBatches.count} - ${made})`,
    })
    .from(voucherBatches)
    .where(
      and(
        ...[eq(voucherBatches.state, "making"), isNull(voucherBatches.approvedByStaffId)],
        ...[gt(voucherBatches.createdAt, since), sql`NOT ${voucherBatches.terms} ->> 'isTest'`],
      ),
    )
    .groupBy(voucherBatches.madeByStaffId)
    .all()
    .map(({ staffId, many }) => ({ staffId, recipientEmail: null, costPence: many * loopPence }));
}

/** Whether somebody may hold the code: it was emailed, its card was taken, or the codes of its batch were opened. */
const wasSeen = sql`(${vouchers.sentAt} IS NOT NULL
  OR EXISTS (SELECT 1 FROM ${auditEvents} WHERE ${auditEvents.objectType} = 'voucher'
    AND ${auditEvents.objectId} = ${vouchers.id} AND ${auditEvents.action} = 'vouchers.reveal')
  OR EXISTS (SELECT 1 FROM ${auditEvents} WHERE ${auditEvents.objectType} = 'voucher_batch'
    AND ${auditEvents.objectId} = ${vouchers.batchId} AND ${auditEvents.action} = 'vouchers.open_seal'))`;

/**
 * Which limit is gone over if these cancelled vouchers are valid again; null for none. Those that were never seen
 * count for their maker as new ones do; those that were seen have counted all the time.
 */
export function excessOfRestoring(reader: Reader, those: SQL | undefined, now: Date): Excess | null {
  const restored = reader
    .select({
      staffId: voucherBatches.madeByStaffId,
      recipientEmail: vouchers.recipientEmail,
      unseen: sql<number>`sum(NOT ${wasSeen})`,
    })
    .from(vouchers)
    .innerJoin(voucherBatches, eq(voucherBatches.id, vouchers.batchId))
    .where(and(those, eq(vouchers.isTest, false), isNull(voucherBatches.approvedByStaffId)))
    .groupBy(voucherBatches.madeByStaffId, vouchers.recipientEmail)
    .all();
  const excesses = restored.map(({ unseen, ...given }) =>
    exposureExcess(reader, { ...given, costPence: costOfVouchers(unseen, now) }, now),
  );
  return excesses.find((excess) => excess !== null) ?? null;
}

/**
 * How many of these vouchers have run out, and which limit this person goes over by making them valid again. Each counts
 * as a new one, but not where two people have approved its batch.
 */
export function reviving(
  reader: Reader,
  { staffId, those }: { staffId: string; those: SQL },
  now: Date,
): { many: number; excess: Excess | null } {
  const hasRunOut = or(eq(vouchers.status, "EXPIRED"), lt(vouchers.expiresAt, now));
  const groups = reader
    .select({ recipientEmail: vouchers.recipientEmail, many: count() })
    .from(vouchers)
    .leftJoin(voucherBatches, eq(voucherBatches.id, vouchers.batchId))
    .where(
      and(
        ...[those, eq(vouchers.isTest, false), isNull(voucherBatches.approvedByStaffId)],
        ...[inArray(vouchers.status, ["ACTIVE", "EXPIRED"]), hasRunOut],
      ),
    )
    .groupBy(vouchers.recipientEmail)
    .all();
  const many = groups.reduce((all, group) => all + group.many, 0);
  if (many === 0) return { many, excess: null };
  const excesses = [{ recipientEmail: null, many }, ...groups].map((group) =>
    exposureExcess(
      reader,
      { staffId, recipientEmail: group.recipientEmail, costPence: costOfVouchers(group.many, now) },
      now,
    ),
  );
  return { many, excess: excesses.find((excess) => excess !== null) ?? null };
}

/** Vouchers that had run out and that one person made valid again. */
function revivedGiven(reader: Reader, since: Date, loopPence: number): Given[] {
  return reader
    .select({
      staffId: auditEvents.staffId,
      recipientEmail: vouchers.recipientEmail,
      many: sql<number>`sum(${auditEvents.after} ->> 'revived')`,
    })
    .from(auditEvents)
    .leftJoin(vouchers, and(eq(auditEvents.objectType, "voucher"), eq(vouchers.id, auditEvents.objectId)))
    .where(
      and(
        ...[gt(auditEvents.at, since), eq(auditEvents.action, "vouchers.extend")],
        sql`${auditEvents.after} ->> 'revived' > 0`,
      ),
    )
    .groupBy(auditEvents.staffId, vouchers.recipientEmail)
    .all()
    .map(({ staffId, recipientEmail, many }) => ({
      ...{ staffId: staffId ?? "", recipientEmail },
      costPence: many * loopPence,
    }));
}

function refundsGiven(reader: Reader, since: Date): Given[] {
  const byTwo = reader
    .select({ id: refundRequests.id })
    .from(refundRequests)
    .where(eq(refundRequests.refundId, refunds.id));
  return reader
    .select({
      staffId: refunds.requestedByStaffId,
      recipientEmail: orders.email,
      pence: sum(refunds.amountPence).mapWith(Number),
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        ...[gt(refunds.createdAt, since), ne(refunds.status, "failed")],
        ...[isNotNull(refunds.requestedByStaffId), notExists(byTwo)],
      ),
    )
    .groupBy(refunds.requestedByStaffId, orders.email)
    .all()
    .map(({ staffId, recipientEmail, pence }) => ({
      staffId: staffId ?? "",
      costPence: pence,
      recipientEmail: recipientEmail || null,
    }));
}

/** The recipient is the reader of the book, wherever it was sent. */
function reprintsGiven(reader: Reader, since: Date): Given[] {
  const byTwo = reader
    .select({ id: reprintRequests.id })
    .from(reprintRequests)
    .where(eq(reprintRequests.reprintId, shipments.id));
  return reader
    .select({
      staffId: shipments.reprintStaffId,
      recipientEmail: sql<string | null>`coalesce(${accounts.email}, ${orders.email})`,
      costPence: shipments.reprintCostPence,
    })
    .from(shipments)
    .leftJoin(loops, eq(loops.id, shipments.loopId))
    .leftJoin(accounts, eq(accounts.id, loops.accountId))
    .leftJoin(orders, eq(orders.id, shipments.orderId))
    .where(
      and(
        ...[gt(shipments.createdAt, since), isNotNull(shipments.reprintOf)],
        ...[isNotNull(shipments.reprintStaffId), notExists(byTwo)],
      ),
    )
    .all()
    .map(({ staffId, recipientEmail, costPence }) => ({
      staffId: staffId ?? "",
      costPence: costPence ?? 0,
      recipientEmail: recipientEmail || null,
    }));
}

/** Codes that one person created or switched on: what they can still cost, or have cost once they are off. */
function discountsGiven(reader: Reader, since: Date, loopPence: number): Given[] {
  const byTwo = reader
    .select({ id: discountRequests.id })
    .from(discountRequests)
    .where(and(eq(discountRequests.discountId, discounts.id), eq(discountRequests.state, "approved")));
  return reader
    .select({ staffId: auditEvents.staffId, discount: discounts })
    .from(auditEvents)
    .innerJoin(discounts, eq(discounts.id, auditEvents.objectId))
    .where(
      and(
        ...[gt(auditEvents.at, since), eq(auditEvents.objectType, "discount")],
        sql`${auditEvents.action} IN ('discounts.create', 'discounts.switch')`,
        sql`coalesce(${auditEvents.after} ->> 'isActive', 1) = 1`,
        notExists(byTwo),
      ),
    )
    .groupBy(auditEvents.staffId, discounts.id)
    .all()
    .map(({ staffId, discount }) => ({
      staffId: staffId ?? "",
      recipientEmail: null,
      costPence:
        possibleCostPence(
          discount.isActive ? discount : { ...discount, maxUses: discount.usedCount },
          loopPence,
        ) ?? 0,
    }));
}
