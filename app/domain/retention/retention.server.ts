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
import { DAY_MS, HOUR_MS } from "../time/durations";
import {
  KEEP_ATTEMPTS_DAYS,
  KEEP_CODES_HOURS,
  KEEP_ENQUIRIES_DAYS,
  KEEP_FUNNEL_DAYS,
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
      .where(lt(oneTimeCodes.createdAt, before(KEEP_CODES_HOURS * HOUR_MS)))
      .run().changes,
    attempts: tx
      .delete(attempts)
      .where(lt(attempts.at, before(KEEP_ATTEMPTS_DAYS * DAY_MS)))
      .run().changes,
    typedVouchers: tx
      .delete(pendingVouchers)
      .where(lt(pendingVouchers.createdAt, before(KEEP_TYPED_VOUCHERS_DAYS * DAY_MS)))
      .run().changes,
    webhookBodies: tx
      .update(webhookEvents)
      .set({ payload: "" })
      .where(
        and(
          lt(webhookEvents.receivedAt, before(KEEP_WEBHOOK_BODIES_DAYS * DAY_MS)),
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
          lt(accounts.createdAt, before(KEEP_UNPROVEN_DAYS * DAY_MS)),
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
      .where(lt(enquiries.at, before(KEEP_ENQUIRIES_DAYS * DAY_MS)))
      .run().changes,
    enquiryEmails: tx
      .delete(emails)
      .where(and(eq(emails.kind, "enquiry"), lt(emails.createdAt, before(KEEP_ENQUIRIES_DAYS * DAY_MS))))
      .run().changes,
    strayEmails: tx
      .delete(emails)
      .where(
        and(
          isNull(emails.accountId),
          ne(emails.kind, "enquiry"),
          ne(emails.state, "waiting"),
          lt(emails.createdAt, before(KEEP_STRAY_EMAILS_DAYS * DAY_MS)),
        ),
      )
      .run().changes,
    funnelEvents: tx
      .delete(funnelEvents)
      .where(lt(funnelEvents.at, before(KEEP_FUNNEL_DAYS * DAY_MS)))
      .run().changes,
    activeCounts: tx
      .delete(activeCounts)
      .where(lt(activeCounts.at, before(KEEP_FUNNEL_DAYS * DAY_MS)))
      .run().changes,
  }));
}
