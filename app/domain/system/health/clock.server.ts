import { and, getTableName, gt, lte, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Transaction, write } from "#db/client.server";
import {
  accessTokens,
  alarmNotices,
  alarms,
  attempts,
  backupRuns,
  discountUses,
  emailLanes,
  emails,
  entries,
  impersonations,
  jobs,
  loops,
  oneTimeCodes,
  payments,
  pendingVouchers,
  printOrders,
  serviceChecks,
  sessions,
  staff,
  staffSessions,
  vouchers,
  webhookEvents,
} from "#db/schema";
import { askStorageTime } from "~/adapters/adapters.server";
import { UNDO_MINUTES } from "~/domain/diary/loops/completion";
import { raiseAlarm } from "~/domain/kernel/alarms/alarms.server";
import {
  CODE_LIFE_MINUTES,
  IMPERSONATION_MINUTES,
  LOCK_MINUTES,
  STAFF_SESSION_HOURS,
} from "~/domain/kernel/time/access-lengths";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, WEEK_MS } from "~/domain/kernel/time/durations";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { SESSION_DAYS } from "~/domain/people/accounts/session-length";
import { PAYMENT_OPEN_MINUTES } from "~/domain/shop/order-rules/payment-states";
import { ageInWords } from "./age";
import { CLOCK_WRONG_MS } from "./health-limits";

/**
 * A wrong clock of this machine. Ahead, it is known from the time that storage reports; set back, from times that lie
 * in the future.
 */

/**
 * How this machine's clock differs from storage's, as a message; null when by five minutes at most, or when storage is
 * a disk. @throws when storage doesn't say its time.
 */
export async function clockProblem(now: Date): Promise<string | null> {
  const began = performance.now();
  const theirs = await askStorageTime();
  if (theirs === null) return null;
  const ahead = now.getTime() + performance.now() - began - theirs.getTime();
  if (Math.abs(ahead) <= CLOCK_WRONG_MS) return null;
  const side = ahead > 0 ? "ahead of" : "behind";
  return `This machine’s clock is ${ageInWords(Math.abs(ahead))} ${side} storage’s, which says ${formatMoment(theirs)}.`;
}

/** Work that can't be undone waits while the clock is wrong or can't be compared. @throws then; it is tried again. */
export function withRightClock(run: (now: Date) => unknown): (now: Date) => Promise<void> {
  return async (now) => {
    const problem = await clockProblem(now);
    if (problem) throw new Error(`Waits for the right time. ${problem}`);
    await run(now);
  };
}

/** How far ahead of now a time may lie; what lies further was written while the clock was ahead. */
const LONGEST_AHEAD: readonly [column: SQLiteColumn, milliseconds: number][] = [
  [jobs.runAfter, 0],
  [entries.lockedUntil, LOCK_MINUTES * MINUTE_MS],
  [webhookEvents.nextTryAt, 0],
  [webhookEvents.receivedAt, 0],
  // An attempt of which the provider was asked to keep its page open for longer than it may would never be closed.
  [payments.expiresAt, PAYMENT_OPEN_MINUTES * MINUTE_MS],
  // The reconciler asks about attempts that are older than two minutes.
  [payments.createdAt, 0],
  [payments.updatedAt, 0],
  [discountUses.reservedUntil, PAYMENT_OPEN_MINUTES * MINUTE_MS],
  [pendingVouchers.createdAt, 0],
  [loops.emailsSince, 0],
  // A year without a pause is looked at once a week; one with a later look is looked at once too often.
  [loops.nextEmailAt, WEEK_MS],
  // Held for the sender's undo.
  [emails.nextTryAt, UNDO_MINUTES * MINUTE_MS],
  [emails.createdAt, 0],
  [emails.sentAt, 0],
  [emails.refusedAt, 0],
  [emailLanes.slowedAt, 0],
  [emailLanes.pausedAt, 0],
  [printOrders.nextTryAt, UNDO_MINUTES * MINUTE_MS],
  [alarms.lastSeenAt, 0],
  [alarmNotices.createdAt, 0],
  [alarmNotices.nextTryAt, 0],
  [alarmNotices.sentAt, 0],
  [attempts.at, 0],
  [oneTimeCodes.createdAt, 0],
  [oneTimeCodes.expiresAt, CODE_LIFE_MINUTES * MINUTE_MS],
  [sessions.seenAt, 0],
  [sessions.expiresAt, SESSION_DAYS * DAY_MS],
  [accessTokens.expiresAt, SESSION_DAYS * DAY_MS],
  [staffSessions.seenAt, 0],
  [staffSessions.expiresAt, STAFF_SESSION_HOURS * HOUR_MS],
  [impersonations.expiresAt, IMPERSONATION_MINUTES * MINUTE_MS],
  [backupRuns.at, 0],
  [serviceChecks.okAt, 0],
  [serviceChecks.failedAt, 0],
];

/** Brings times back that were written while the clock was ahead until `from`, and raises the alarm. */
export function noteClockSetBack(from: Date, now: Date): void {
  write((tx) => {
    for (const [column, milliseconds] of LONGEST_AHEAD) bringBack(tx, column, now.getTime() + milliseconds);
    // A later first day that staff chose stays.
    tx.update(vouchers)
      .set({ validFrom: now })
      .where(and(gt(vouchers.validFrom, now), lte(vouchers.validFrom, vouchers.createdAt)))
      .run();
    bringBack(tx, staff.totpLastStep, Math.floor(now.getTime() / TOTP_STEP_MS));
    raiseAlarm(
      tx,
      {
        ...{ kind: "clock_set_back", objectType: "system", objectId: "clock_set_back" },
        message: `The clock went from ${formatMoment(from)} back to ${formatMoment(now)}, by ${ageInWords(from.getTime() - now.getTime())}.`,
        dedupeKey: "clock-set-back",
      },
      now,
    );
  });
}

const TOTP_STEP_MS = 30 * SECOND_MS;

function bringBack(tx: Transaction, column: SQLiteColumn, latest: number): void {
  const table = sql.identifier(getTableName(column.table));
  const name = sql.identifier(column.name);
  tx.run(sql`UPDATE ${table} SET ${name} = ${latest} WHERE ${name} > ${latest}`);
}
