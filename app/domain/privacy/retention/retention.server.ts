import { and, eq, isNotNull, isNull, lt, ne, not, notExists, type SQL, sql } from "drizzle-orm";
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
  vouchers,
  webhookEvents,
} from "#db/schema";
import { DAY_MS, HOUR_MS } from "~/domain/kernel/time/durations";
import {
  KEEP_ATTEMPTS_DAYS,
  KEEP_CODES_HOURS,
  KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS,
  KEEP_ENQUIRIES_MONTHS,
  KEEP_ERASED_DAYS,
  KEEP_FUNNEL_MONTHS,
  KEEP_RESTORE_REQUESTS_DAYS,
  KEEP_TYPED_VOUCHERS_DAYS,
  KEEP_UNPROVEN_DAYS,
  KEEP_WEBHOOK_BODIES_DAYS,
  monthsBefore,
} from "~/domain/kernel/time/retention-periods";
import { SESSION_IDLE_DAYS } from "~/domain/people/accounts/session-length";

/**
 * Data retention: data is kept no longer than needed (UK GDPR art. 5(1)(e)). Days are counted back from now; a repeated
 * run changes nothing.
 */

export interface Cleared {
  sessions: number;
  staffSessions: number;
  accessTokens: number;
  attempts: number;
  typedVouchers: number;
  webhookBodies: number;
  unprovenAccounts: number;
  enquiries: number;
  enquiryEmails: number;
  giftEmailsEmptied: number;
  emailsWithoutAccount: number;
  funnelEvents: number;
  activeCounts: number;
  erasedAccounts: number;
  restoreRequests: number;
}

/** Deletes data past its retention time, in one transaction. Returns the number of rows of each kind. */
export function deleteExpired(now: Date): Cleared {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return write((tx) => {
    const deleted = (table: SQLiteTable, ...conditions: SQL[]) =>
      tx
        .delete(table)
        .where(and(...conditions))
        .run().changes;
    const hasNoAccount = and(
      isNull(emails.accountId),
      ne(emails.kind, "enquiry"),
      ne(emails.state, "waiting"),
      lt(emails.createdAt, daysAgo(KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS)),
    ) as SQL;
    // Guests with a paid order are kept.
    const ofGuests = db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.accountId, accounts.id), isNotNull(orders.paidAt)));
    return {
      sessions:
        deleted(sessions, lt(sessions.expiresAt, now)) +
        deleted(sessions, lt(sessions.seenAt, daysAgo(SESSION_IDLE_DAYS))),
      staffSessions: deleted(staffSessions, lt(staffSessions.expiresAt, now)),
      accessTokens: deleted(accessTokens, lt(accessTokens.expiresAt, now)),
      attempts: deleted(attempts, lt(attempts.at, daysAgo(KEEP_ATTEMPTS_DAYS))),
      typedVouchers: deleted(pendingVouchers, lt(pendingVouchers.createdAt, daysAgo(KEEP_TYPED_VOUCHERS_DAYS))),
      webhookBodies: emptyWebhookBodies(tx, daysAgo(KEEP_WEBHOOK_BODIES_DAYS)),
      unprovenAccounts: deleted(
        accounts,
        isNull(accounts.emailVerifiedAt),
        lt(accounts.createdAt, daysAgo(KEEP_UNPROVEN_DAYS)),
        notExists(ofGuests),
      ),
      enquiries: deleted(enquiries, lt(enquiries.at, monthsBefore(now, KEEP_ENQUIRIES_MONTHS))),
      enquiryEmails: deleted(
        emails,
        eq(emails.kind, "enquiry"),
        lt(emails.createdAt, monthsBefore(now, KEEP_ENQUIRIES_MONTHS)),
      ),
      giftEmailsEmptied: emptyGiftEmails(tx, hasNoAccount),
      emailsWithoutAccount: deleted(emails, hasNoAccount, not(isOfLiveGift)),
      funnelEvents: deleted(funnelEvents, lt(funnelEvents.at, monthsBefore(now, KEEP_FUNNEL_MONTHS))),
      activeCounts: deleted(activeCounts, lt(activeCounts.at, monthsBefore(now, KEEP_FUNNEL_MONTHS))),
      erasedAccounts: deleted(erasedAccounts, lt(erasedAccounts.erasedAt, daysAgo(KEEP_ERASED_DAYS))),
      restoreRequests: deleted(restoreRequests, lt(restoreRequests.createdAt, daysAgo(KEEP_RESTORE_REQUESTS_DAYS))),
    };
  });
}

/** Deletes codes and reset links. More often than each night, because their time is shorter than a day and a night. */
export function deleteOldCodes(now: Date): number {
  const oldest = new Date(now.getTime() - KEEP_CODES_HOURS * HOUR_MS);
  return write((tx) => tx.delete(oneTimeCodes).where(lt(oneTimeCodes.createdAt, oldest)).run().changes);
}

/** Whether an email is the gift itself, whose voucher can still be used: its "No reminders" link is found by it. */
const isOfLiveGift = sql`(${emails.kind} = 'gift' AND EXISTS (
  SELECT 1 FROM ${vouchers} WHERE ${vouchers.status} IN ('ACTIVE', 'SUSPENDED')
  AND instr(${emails.dedupeKey}, 'gift:' || ${vouchers.id} || ':') = 1
  AND ${vouchers.recipientEmail} = ${emails.toEmail}
))`;

/** Removes the text of such emails. */
function emptyGiftEmails(tx: Transaction, hasNoAccount: SQL): number {
  return tx
    .update(emails)
    .set({ toName: "", subject: "", textBody: "", htmlBody: "" })
    .where(and(hasNoAccount, isOfLiveGift, ne(emails.textBody, "")))
    .run().changes;
}

function emptyWebhookBodies(tx: Transaction, until: Date): number {
  return tx
    .update(webhookEvents)
    .set({ payload: "" })
    .where(
      and(lt(webhookEvents.receivedAt, until), isNotNull(webhookEvents.processedAt), ne(webhookEvents.payload, "")),
    )
    .run().changes;
}
