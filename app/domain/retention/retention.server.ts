import { and, eq, isNotNull, isNull, lt, ne, notExists, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, type Transaction, write } from "#db/client.server";
import {
  accessTokens,
  accounts,
  activeCounts,
  attempts,
  emails,
  enquiries,
  erasedAccounts,
  funnelEvents,
  oneTimeCodes,
  orders,
  pendingVouchers,
  restoreRequests,
  sessions,
  staffSessions,
  webhookEvents,
} from "#db/schema";
import { DAY_MS, HOUR_MS } from "../time/durations";
import {
  KEEP_ATTEMPTS_DAYS,
  KEEP_CODES_HOURS,
  KEEP_ENQUIRIES_DAYS,
  KEEP_ERASED_DAYS,
  KEEP_FUNNEL_DAYS,
  KEEP_RESTORE_REQUESTS_DAYS,
  KEEP_STRAY_EMAILS_DAYS,
  KEEP_TYPED_VOUCHERS_DAYS,
  KEEP_UNPROVEN_DAYS,
  KEEP_WEBHOOK_BODIES_DAYS,
} from "./periods";

/**
 * Data retention: data is kept no longer than needed (UK GDPR art. 5(1)(e)). Days are counted back from now; a repeated
 * run changes nothing.
 */

export interface Cleared {
  sessions: number;
  staffSessions: number;
  accessTokens: number;
  codes: number;
  attempts: number;
  typedVouchers: number;
  webhookBodies: number;
  unprovenAccounts: number;
  enquiries: number;
  enquiryEmails: number;
  strayEmails: number;
  funnelEvents: number;
  activeCounts: number;
  erasedAccounts: number;
  restoreRequests: number;
}

/** Deletes data past its retention time, in one transaction. Returns the number of rows of each kind. */
export function deleteExpired(now: Date): Cleared {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const daysAgo = (days: number) => before(days * DAY_MS);
  return write((tx) => {
    const deleted = (table: SQLiteTable, ...conditions: SQL[]) =>
      tx
        .delete(table)
        .where(and(...conditions))
        .run().changes;
    // Guests with a paid order are kept.
    const ofGuests = db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.accountId, accounts.id), isNotNull(orders.paidAt)));
    return {
      sessions: deleted(sessions, lt(sessions.expiresAt, now)),
      staffSessions: deleted(staffSessions, lt(staffSessions.expiresAt, now)),
      accessTokens: deleted(accessTokens, lt(accessTokens.expiresAt, now)),
      codes: deleted(oneTimeCodes, lt(oneTimeCodes.createdAt, before(KEEP_CODES_HOURS * HOUR_MS))),
      attempts: deleted(attempts, lt(attempts.at, daysAgo(KEEP_ATTEMPTS_DAYS))),
      typedVouchers: deleted(
        pendingVouchers,
        lt(pendingVouchers.createdAt, daysAgo(KEEP_TYPED_VOUCHERS_DAYS)),
      ),
      webhookBodies: emptyWebhookBodies(tx, daysAgo(KEEP_WEBHOOK_BODIES_DAYS)),
      unprovenAccounts: deleted(
        accounts,
        isNull(accounts.emailVerifiedAt),
        lt(accounts.createdAt, daysAgo(KEEP_UNPROVEN_DAYS)),
        notExists(ofGuests),
      ),
      enquiries: deleted(enquiries, lt(enquiries.at, daysAgo(KEEP_ENQUIRIES_DAYS))),
      enquiryEmails: deleted(
        emails,
        eq(emails.kind, "enquiry"),
        lt(emails.createdAt, daysAgo(KEEP_ENQUIRIES_DAYS)),
      ),
      strayEmails: deleted(
        emails,
        isNull(emails.accountId),
        ne(emails.kind, "enquiry"),
        ne(emails.state, "waiting"),
        lt(emails.createdAt, daysAgo(KEEP_STRAY_EMAILS_DAYS)),
      ),
      funnelEvents: deleted(funnelEvents, lt(funnelEvents.at, daysAgo(KEEP_FUNNEL_DAYS))),
      activeCounts: deleted(activeCounts, lt(activeCounts.at, daysAgo(KEEP_FUNNEL_DAYS))),
      erasedAccounts: deleted(erasedAccounts, lt(erasedAccounts.erasedAt, daysAgo(KEEP_ERASED_DAYS))),
      restoreRequests: deleted(
        restoreRequests,
        lt(restoreRequests.createdAt, daysAgo(KEEP_RESTORE_REQUESTS_DAYS)),
      ),
    };
  });
}

function emptyWebhookBodies(tx: Transaction, until: Date): number {
  return tx
    .update(webhookEvents)
    .set({ payload: "" })
    .where(
      and(
        lt(webhookEvents.receivedAt, until),
        isNotNull(webhookEvents.processedAt),
        ne(webhookEvents.payload, ""),
      ),
    )
    .run().changes;
}
