import { and, count, eq, gt, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareGet, settingOf } from "#db/queries.server";
import { auditEvents, staff, voucherBatches, vouchers } from "#db/schema";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { DAY_MS, HOUR_MS } from "~/domain/kernel/time/durations";
import type { StaffRole } from "~/domain/people/staff/permissions";
import { APART_DAYS } from "~/domain/people/staff/second-person";
import {
  APPROVAL_LIMIT_HOURS,
  type ApprovalLimit,
  type Excess,
  excessOf,
  type Given,
  USUAL_APPROVAL_LIMITS,
} from "./approval-limits";
import { givenSince, wasSeen } from "./given-away.server";

/** Whether one person may give something away alone, by what staff have recently given. */

type Reader = Pick<Transaction, "select">;

/** The limits of each role, as two super admins last agreed on them. */
export function approvalLimits(): Readonly<Record<StaffRole, ApprovalLimit>> {
  const agreed = settingOf("exposure");
  return agreed === undefined
    ? USUAL_APPROVAL_LIMITS
    : { ...USUAL_APPROVAL_LIMITS, ...(JSON.parse(agreed) as Partial<typeof USUAL_APPROVAL_LIMITS>) };
}

const NO_LIMIT_OF_THEIR_OWN = { dayPence: 0, recipientPence: 0 };

/**
 * Which limit of the giver's role this exceeds; null where they may give it alone. Runs within the transaction that
 * gives it, so that of two at once the second sees the first.
 */
export function approvalExcess(reader: Reader, gift: Given, now: Date): Excess | null {
  const giver = reader
    .select({ role: staff.role })
    .from(staff)
    .where(and(eq(staff.id, gift.staffId), eq(staff.isActive, true)))
    .get();
  const since = new Date(now.getTime() - APPROVAL_LIMIT_HOURS * HOUR_MS);
  const before = givenSince(reader, since, approvalLoopPence(now));
  return excessOf(gift, before, giver ? approvalLimits()[giver.role] : NO_LIMIT_OF_THEIR_OWN);
}

/** What so many vouchers cost: a loop each, whatever they say they are worth. */
export function costOfVouchers(many: number, now: Date): number {
  return many * approvalLoopPence(now);
}

/**
 * What something counts as where it is given away: its highest price of the last thirty days. A super_admin could
 * otherwise lower the price, give away a hundred times as much alone, and put the price back.
 */
export function givenAwayPence(name: "loopPence" | "bookCopyStandardPence" | "bookCopyLuxuryPence", now: Date): number {
  const since = new Date(now.getTime() - APART_DAYS * DAY_MS);
  return Math.max(readPrices()[name], findHighestPrice(name, since)?.pence ?? 0);
}

const findHighestPrice = prepareGet((name: string, since: Date) =>
  db
    .select({ pence: sql<number | null>`max(${auditEvents.before} ->> ${name})` })
    .from(auditEvents)
    .where(
      and(...[eq(auditEvents.objectType, "settings"), eq(auditEvents.objectId, "prices")], gt(auditEvents.at, since)),
    ),
);

export const approvalLoopPence = (now: Date) => givenAwayPence("loopPence", now);

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
    approvalExcess(reader, { ...given, costPence: costOfVouchers(unseen, now) }, now),
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
    approvalExcess(
      reader,
      { staffId, recipientEmail: group.recipientEmail, costPence: costOfVouchers(group.many, now) },
      now,
    ),
  );
  return { many, excess: excesses.find((excess) => excess !== null) ?? null };
}
