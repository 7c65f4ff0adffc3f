import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, not, or, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { emails, enquiries, restoreRequests, vouchers, webhookEvents } from "#db/schema";
import { openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import {
  daysBefore,
  KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS,
  KEEP_ENQUIRIES_MONTHS,
  KEEP_RESTORE_REQUESTS_DAYS,
  KEEP_WEBHOOK_BODIES_DAYS,
  monthsBefore,
} from "~/domain/kernel/time/retention-periods";
import { IN_MAILBOX, OTHER_PEOPLES, PLACE, POST, STAFF } from "./left-out";
import { isSame, type KnownPerson, rows } from "./row-kind.server";

/** What was written to somebody, by them, and about them. */

/** Whether an email is the gift itself, whose voucher can still be used: its "No reminders" link is found by it. */
const isOfLiveGift = sql`(${emails.kind} = 'gift' AND EXISTS (
  SELECT 1 FROM ${vouchers} WHERE ${vouchers.status} IN ('ACTIVE', 'SUSPENDED')
  AND instr(${emails.dedupeKey}, 'gift:' || ${vouchers.id} || ':') = 1
  AND ${vouchers.recipientEmail} = ${emails.toEmail}
))`;

const hasNoAccount = (now: Date) =>
  and(
    ...[isNull(emails.accountId), ne(emails.kind, "enquiry"), ne(emails.state, "waiting")],
    lt(emails.createdAt, daysBefore(now, KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS)),
  );

/** The emails that carried what somebody wrote to us. */
const enquiryKeysOf = (email: string) =>
  db
    .select({ key: sql`'enquiry:' || ${enquiries.id}` })
    .from(enquiries)
    .where(isSame(enquiries.email, email));

const isToThem = ({ account: { id, email } }: KnownPerson) =>
  or(eq(emails.accountId, id), and(isNull(emails.accountId), isSame(emails.toEmail, email)));

export const OF_CORRESPONDENCE = {
  emails: rows(emails, {
    whose: isToThem,
    exported: {
      heading: "Emails we sent",
      means: "emails we sent you: what they were about, and when",
      leftOut: {
        ...{
          resendOf: POST,
          textBody: IN_MAILBOX,
          htmlBody: IN_MAILBOX,
          dedupeKey: POST,
          messageId: POST,
          tries: POST,
        },
        ...{ firstTriedAt: POST, nextTryAt: POST, failure: POST, sentByStaffId: STAFF, giftBefore: OTHER_PEOPLES },
      },
      read: emailsOf,
    },
    kept: {
      enquiryEmails: (now) =>
        and(eq(emails.kind, "enquiry"), lt(emails.createdAt, monthsBefore(now, KEEP_ENQUIRIES_MONTHS))),
      giftEmailsEmptied: {
        emptied: { toName: "", subject: "", textBody: "", htmlBody: "" },
        when: (now) => and(hasNoAccount(now), isOfLiveGift, ne(emails.textBody, "")),
      },
      emailsWithoutAccount: (now) => and(hasNoAccount(now), not(isOfLiveGift)),
    },
    // Another person's email that is on its way to this address stays, such as a gift.
    erased: {
      deleted: ({ account: { id, email } }) =>
        or(
          eq(emails.accountId, id),
          and(isSame(emails.toEmail, email), ne(emails.state, "waiting")),
          inArray(emails.dedupeKey, enquiryKeysOf(email)),
        ),
    },
  }),
  enquiries: rows(enquiries, {
    whose: { address: enquiries.email },
    exported: { heading: "Messages you sent us", means: "messages you sent with the contact form" },
    kept: { enquiries: (now) => lt(enquiries.at, monthsBefore(now, KEEP_ENQUIRIES_MONTHS)) },
    erased: "deleted",
  }),
  restoreRequests: rows(restoreRequests, {
    whose: { account: restoreRequests.accountId, address: restoreRequests.account },
    exported: {
      heading: "Deleted by mistake and brought back",
      means: "what was deleted by mistake and brought back, or was to be",
      leftOut: { requestedByStaffId: STAFF, decidedByStaffId: STAFF, copyName: PLACE, report: PLACE },
    },
    kept: {
      restoreRequests: (now) => lt(restoreRequests.createdAt, daysBefore(now, KEEP_RESTORE_REQUESTS_DAYS)),
    },
    erased: {
      deleted: ({ account: { id, email } }) =>
        or(
          inArray(restoreRequests.account, [id]),
          eq(restoreRequests.accountId, id),
          isSame(restoreRequests.account, email),
        ),
    },
  }),
};

export const OF_PROVIDER = {
  webhookEvents: rows(webhookEvents, {
    whose: {},
    exported: "What the provider told us; what it came to is in the payments.",
    kept: {
      webhookBodies: {
        emptied: { payload: "" },
        when: (now) =>
          and(
            lt(webhookEvents.receivedAt, daysBefore(now, KEEP_WEBHOOK_BODIES_DAYS)),
            ...[isNotNull(webhookEvents.processedAt), ne(webhookEvents.payload, "")],
          ),
      },
    },
    erased: { stay: "Emptied where they name the person: erasure/webhook-events.server.ts." },
  }),
};

function emailsOf(person: KnownPerson) {
  return db
    .select()
    .from(emails)
    .where(isToThem(person))
    .orderBy(desc(emails.createdAt))
    .all()
    .map((row) => ({ ...row, subject: openSealedText(row.subject) }));
}
