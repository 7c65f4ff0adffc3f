import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import * as schema from "#db/schema";
import { openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import {
  daysBefore,
  KEEP_EMAIL_BODIES_DAYS,
  KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS,
  KEEP_ENQUIRIES_MONTHS,
  KEEP_UNPROVEN_DAYS,
  KEEP_WEBHOOK_BODIES_DAYS,
  monthsBefore,
} from "~/domain/kernel/time/retention-periods";
import { hashEmail } from "~/domain/people/accounts/accounts.server";
import { SESSION_IDLE_DAYS } from "~/domain/people/accounts/session-length";
import { isSame, type KnownPerson, type Person, rowsOf } from "./row-kind.server";

/** Which rows are meant, where columns alone do not say it, and what an export tells besides them. */

const { accounts, attempts, bookFiles, emails, enquiries, entries, entryViews, impersonations, jobs, photos } = schema;
const { loopCredits, orders, restoreRequests, sessions, staff, vouchers, webhookEvents } = schema;

const isUnproven = isNull(accounts.emailVerifiedAt);

/** Their account, and unproven registrations of the same address. */
export const accountsOf = ({ account: { id, email } }: KnownPerson) =>
  or(eq(accounts.id, id), and(isUnproven, isSame(accounts.email, email)));

/** Guests with a paid order are kept. */
export function unprovenAccounts(now: Date) {
  const isPaid = and(eq(orders.accountId, accounts.id), isNotNull(orders.paidAt));
  const paid = db.select({ id: orders.id }).from(orders).where(isPaid);
  return and(isUnproven, lt(accounts.createdAt, daysBefore(now, KEEP_UNPROVEN_DAYS)), notExists(paid));
}

export const endedSessions = (now: Date) =>
  or(lt(sessions.expiresAt, now), lt(sessions.seenAt, daysBefore(now, SESSION_IDLE_DAYS)));

export function attemptsOf({ account: { id, email } }: KnownPerson) {
  const address = hashEmail(email);
  // Counters per client and address have the form "{hash} {client}".
  const isPerClient = sql`${attempts.subject} GLOB ${`${address} *`}`;
  return or(inArray(attempts.subject, [id, address, email, email.toLowerCase()]), isPerClient);
}

export function jobsOf({ loopIds }: Person) {
  const subjects = [bookFiles, photos].map((table) =>
    inArray(
      jobs.subjectId,
      db
        .select({ id: table.id })
        .from(table)
        .where(inArray(table.loopId, [...loopIds])),
    ),
  );
  return or(...subjects);
}

export const restoreRequestsOf = ({ account: { id, email } }: KnownPerson) =>
  or(eq(restoreRequests.accountId, id), eq(restoreRequests.account, id), isSame(restoreRequests.account, email));

export const isToThem = ({ account: { id, email } }: KnownPerson) =>
  or(eq(emails.accountId, id), and(isNull(emails.accountId), isSame(emails.toEmail, email)));

/** Another person's email that is on its way to this address stays, such as a gift. What carried their enquiries goes. */
export function isAboutThem({ account: { id, email } }: KnownPerson) {
  const enquiryKey = { key: sql`'enquiry:' || ${enquiries.id}` };
  const keys = db.select(enquiryKey).from(enquiries).where(isSame(enquiries.email, email));
  const hasGone = and(isSame(emails.toEmail, email), ne(emails.state, "waiting"));
  return or(eq(emails.accountId, id), hasGone, inArray(emails.dedupeKey, keys));
}

export const enquiryEmails = (now: Date) =>
  and(eq(emails.kind, "enquiry"), lt(emails.createdAt, monthsBefore(now, KEEP_ENQUIRIES_MONTHS)));

const hasNoAccount = (now: Date) =>
  and(
    ...[isNull(emails.accountId), ne(emails.kind, "enquiry"), ne(emails.state, "waiting")],
    lt(emails.createdAt, daysBefore(now, KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS)),
  );

/** Whether an email is the gift itself, whose voucher can still be used: its "No reminders" link is found by it. */
const isOfLiveGift = sql`(${emails.kind} = 'gift' AND EXISTS (
  SELECT 1 FROM ${vouchers} WHERE ${vouchers.status} IN ('ACTIVE', 'SUSPENDED')
  AND instr(${emails.dedupeKey}, 'gift:' || ${vouchers.id} || ':') = 1
  AND ${vouchers.recipientEmail} = ${emails.toEmail}
))`;

export const oldGiftEmails = (now: Date) => and(hasNoAccount(now), isOfLiveGift, ne(emails.textBody, ""));
export const oldOtherEmails = (now: Date) => and(hasNoAccount(now), not(isOfLiveGift));

export const oldEmailBodies = (now: Date) =>
  and(
    sql`${emails.state} = 'sent' AND ${emails.isEmptied} = 0`,
    lt(emails.sentAt, daysBefore(now, KEEP_EMAIL_BODIES_DAYS)),
  );

export function oldWebhookBodies(now: Date) {
  const isOld = lt(webhookEvents.receivedAt, daysBefore(now, KEEP_WEBHOOK_BODIES_DAYS));
  return and(isOld, isNotNull(webhookEvents.processedAt), sql`${webhookEvents.payload} <> ''`);
}

export function cancelOpenCredits(tx: Transaction, person: Person, now: Date): void {
  const isOpen = and(isNull(loopCredits.spentAt), isNull(loopCredits.cancelledAt));
  const isTheirs = rowsOf(loopCredits, { account: "accountId" }, person);
  tx.update(loopCredits).set({ cancelledAt: now }).where(and(isTheirs, isOpen)).run();
}

export function emailsOf(person: KnownPerson) {
  const found = db.select().from(emails).where(isToThem(person)).orderBy(desc(emails.createdAt)).all();
  return found.map((row) => ({ ...row, subject: openSealedText(row.subject) }));
}

export function entryViewsOf({ loopIds }: Person) {
  return db
    .select({ ...getTableColumns(entryViews), loopId: entries.loopId, week: entries.week, staffName: staff.name })
    .from(entryViews)
    .innerJoin(entries, eq(entries.id, entryViews.entryId))
    .innerJoin(staff, eq(staff.id, entryViews.staffId))
    .where(inArray(entries.loopId, [...loopIds]))
    .orderBy(desc(entryViews.at))
    .all();
}

export function impersonationsOf({ account }: KnownPerson) {
  return db
    .select({ ...getTableColumns(impersonations), staffName: staff.name })
    .from(impersonations)
    .innerJoin(staff, eq(staff.id, impersonations.staffId))
    .where(eq(impersonations.accountId, account.id))
    .all();
}
