import { and, eq, isNotNull, isNull, lt, ne, notExists } from "drizzle-orm";
import { db } from "#db/client.server";
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

/**
 * What is kept no longer than it is needed (UK GDPR art. 5(1)(e)). Days are counted back from now; deleting again
 * what is already gone changes nothing.
 */

/** Codes and reset links, used or not. */
const KEEP_CODES_HOURS = 24;
/** Counters of guesses and sends. */
const KEEP_ATTEMPTS_DAYS = 30;
/** Vouchers whose code was typed and that wait for their holder to come back. */
const KEEP_TYPED_VOUCHERS_DAYS = 30;
/** Bodies of the payment provider's messages; that they came, and what was done, stays. */
const KEEP_WEBHOOK_BODIES_DAYS = 90;
/** Registrations whose address was never proven. */
const KEEP_UNPROVEN_DAYS = 30;
/** Emails that belong to no account, such as those to an address that was never proven, once they have gone. */
const KEEP_STRAY_EMAILS_DAYS = 90;
/** What people wrote to us through the contact form, and the email that carried it: twelve months. */
const KEEP_ENQUIRIES_DAYS = 365;

/** Counts of visits and of people who came back, which name nobody: thirteen months, so that a season can be set beside the last. */
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

/** Deletes what has outlived its time, in one transaction. Gives the number of rows of each kind. */
export function clearWhatIsOver(now: Date): Cleared {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  return db.transaction(
    (tx) => ({
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
            // What a guest has paid for waits for them.
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
    }),
    { behavior: "immediate" },
  );
}
