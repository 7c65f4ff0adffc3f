import { and, eq, isNotNull, isNull, lt, ne, notExists } from "drizzle-orm";
import { db, write } from "#db/client.server";
import {
  accessTokens,
  accounts,
  activeCounts,
  attempts,
  emails,
  enquiries,
  funnelEvents,
  oneTimeCodes,
  orders,
  pendingVouchers,
  sessions,
  staffSessions,
  webhookEvents,
} from "#db/schema";

/**
 * Data retention: data is kept no longer than needed (UK GDPR art. 5(1)(e)). Days are counted back from now; a repeated
 * run changes nothing.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** One-time codes and reset links, used or not. */
const KEEP_CODES_HOURS = 24;
/** Rate limit counters. */
const KEEP_ATTEMPTS_DAYS = 30;
/** Typed voucher codes that wait for their holder to return. */
const KEEP_TYPED_VOUCHERS_DAYS = 30;
/** Bodies of webhook events; the rows themselves stay. */
const KEEP_WEBHOOK_BODIES_DAYS = 90;
/** Registrations with an unproven address. */
const KEEP_UNPROVEN_DAYS = 30;
/** Sent emails without an account, such as those to an unproven address. */
const KEEP_STRAY_EMAILS_DAYS = 90;
/** Enquiries through the contact form, and the emails with them: twelve months. */
const KEEP_ENQUIRIES_DAYS = 365;

/** Anonymous counts of visits and returning users: thirteen months, so that a season can be compared with the last. */
const KEEP_FUNNEL_DAYS = 400;

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
}

/** Deletes data past its retention time, in one transaction. Returns the number of rows of each kind. */
export function deleteExpired(now: Date): Cleared {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  return write((tx) => ({
    sessions: tx.delete(sessions).where(lt(sessions.expiresAt, now)).run().changes,
    staffSessions: tx.delete(staffSessions).where(lt(staffSessions.expiresAt, now)).run().changes,
    accessTokens: tx.delete(accessTokens).where(lt(accessTokens.expiresAt, now)).run().changes,
    codes: tx
      .delete(oneTimeCodes)
      .where(lt(oneTimeCodes.createdAt, before(KEEP_CODES_HOURS * HOUR)))
      .run().changes,
    attempts: tx
      .delete(attempts)
      .where(lt(attempts.at, before(KEEP_ATTEMPTS_DAYS * DAY)))
      .run().changes,
    typedVouchers: tx
      .delete(pendingVouchers)
      .where(lt(pendingVouchers.createdAt, before(KEEP_TYPED_VOUCHERS_DAYS * DAY)))
      .run().changes,
    webhookBodies: tx
      .update(webhookEvents)
      .set({ payload: "" })
      .where(
        and(
          lt(webhookEvents.receivedAt, before(KEEP_WEBHOOK_BODIES_DAYS * DAY)),
          isNotNull(webhookEvents.processedAt),
          ne(webhookEvents.payload, ""),
        ),
      )
      .run().changes,
    unprovenAccounts: tx
      .delete(accounts)
      .where(
        and(
          isNull(accounts.emailVerifiedAt),
          lt(accounts.createdAt, before(KEEP_UNPROVEN_DAYS * DAY)),
          // Guests with a paid order are kept.
          notExists(
            db
              .select({ id: orders.id })
              .from(orders)
              .where(and(eq(orders.accountId, accounts.id), isNotNull(orders.paidAt))),
          ),
        ),
      )
      .run().changes,
    enquiries: tx
      .delete(enquiries)
      .where(lt(enquiries.at, before(KEEP_ENQUIRIES_DAYS * DAY)))
      .run().changes,
    enquiryEmails: tx
      .delete(emails)
      .where(and(eq(emails.kind, "enquiry"), lt(emails.createdAt, before(KEEP_ENQUIRIES_DAYS * DAY))))
      .run().changes,
    strayEmails: tx
      .delete(emails)
      .where(
        and(
          isNull(emails.accountId),
          ne(emails.kind, "enquiry"),
          ne(emails.state, "waiting"),
          lt(emails.createdAt, before(KEEP_STRAY_EMAILS_DAYS * DAY)),
        ),
      )
      .run().changes,
    funnelEvents: tx
      .delete(funnelEvents)
      .where(lt(funnelEvents.at, before(KEEP_FUNNEL_DAYS * DAY)))
      .run().changes,
    activeCounts: tx
      .delete(activeCounts)
      .where(lt(activeCounts.at, before(KEEP_FUNNEL_DAYS * DAY)))
      .run().changes,
  }));
}
