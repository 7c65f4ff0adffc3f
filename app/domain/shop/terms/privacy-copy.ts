import { readPage } from "~/content/pages";
import { EMPTYING_RULE } from "~/domain/diary/entries/emptying";
import { PRIVATE_MATTERS } from "~/domain/diary/entries/private-matters";
import { TAKEN_AT_ANY_TIME, USED_FOR_THE_BOOK } from "~/domain/diary/loops/whose-words";
import { REMOVED_PHOTO_RULE } from "~/domain/diary/photos/removed-photos";
import { NO_PLACE } from "~/domain/diary/rules/photo-rules";
import { type Company, companyLines, whereToWrite } from "~/domain/kernel/company/company";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { IMPERSONATION_MINUTES } from "~/domain/kernel/time/access-lengths";
import { BACKUP_DAYS, DELETION_MOST_DAYS, DELETION_WAIT_DAYS, ORDER_RECORD_YEARS } from "~/domain/kernel/time/deletion";
import {
  KEEP_ATTEMPTS_DAYS,
  KEEP_CODES_HOURS,
  KEEP_EMAIL_BODIES_DAYS,
  KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS,
  KEEP_ENQUIRIES_MONTHS,
  KEEP_FUNNEL_MONTHS,
  KEEP_TYPED_VOUCHERS_DAYS,
  KEEP_UNPAID_ORDERS_DAYS,
  KEEP_UNPROVEN_DAYS,
  KEEP_WEBHOOK_BODIES_DAYS,
} from "~/domain/kernel/time/retention-periods";
import { ALWAYS_SENT } from "~/domain/mail/outbox/always-sent";
import { NEWS_RULE } from "~/domain/people/accounts/news";
import { SESSION_DAYS, SESSION_IDLE_DAYS } from "~/domain/people/accounts/session-length";
import { BOOK_LOOKS_SHOWN } from "../order-rules/book-looks";
import { CANCELLED_YEAR_DAYS } from "../order-rules/cancellation";
import { CHECKED_BEFORE_PRINT, PHONE_USE } from "../order-rules/shipments";
import { COMPLAINTS } from "./complaints";
import { LEAVES_OUT, WHAT_STAYS } from "./what-stays";

/**
 * Who gets a buyer's email address and phone number with a book, as the privacy policy and the form that asks word it.
 */
export const CARRIER_GETS =
  "So that the carrier can reach you about your book, the printer and the carrier also get your email address and, if you gave us one, your phone number.";

/** What the bank of a buyer who disputes a payment is sent; `evidence.server.ts` puts it together. */
export const BANK_GETS =
  "We send the receipt with your name, your email address and the last digits of your card; the terms; when emails and parcels went, and where to; when the year started, how many weeks were written and when the last was; and how many sign-ins we have on record. We never send what you wrote. Of a gift’s year we say only when it started.";

/**
 * The privacy notice: UK GDPR art. 12 to 14, and the complaints procedure of section 164A of the Data Protection Act
 * 2018. Its periods match the retention rules and the deletion of accounts.
 */
export const privacyCopy = readPage<[company: Company]>("privacy", {
  alwaysSent: ALWAYS_SENT,
  backupDays: BACKUP_DAYS,
  bankGets: BANK_GETS,
  bookLooksShown: BOOK_LOOKS_SHOWN,
  cancelledYearDays: CANCELLED_YEAR_DAYS,
  carrierGets: CARRIER_GETS,
  checkedBeforePrint: CHECKED_BEFORE_PRINT,
  companyLines,
  complaints: COMPLAINTS,
  deletionMostDays: DELETION_MOST_DAYS,
  deletionWaitDays: numberInWords(DELETION_WAIT_DAYS),
  emptyingRule: EMPTYING_RULE,
  impersonationMinutes: IMPERSONATION_MINUTES,
  keepAttemptsDays: KEEP_ATTEMPTS_DAYS,
  keepCodesHours: KEEP_CODES_HOURS,
  keepEnquiriesMonths: KEEP_ENQUIRIES_MONTHS,
  keepFunnelMonths: KEEP_FUNNEL_MONTHS,
  keepEmailBodiesDays: KEEP_EMAIL_BODIES_DAYS,
  keepEmailsWithoutAccountDays: KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS,
  keepTypedVouchersDays: KEEP_TYPED_VOUCHERS_DAYS,
  keepUnpaidOrdersDays: KEEP_UNPAID_ORDERS_DAYS,
  keepUnprovenDays: KEEP_UNPROVEN_DAYS,
  keepWebhookBodiesDays: KEEP_WEBHOOK_BODIES_DAYS,
  leavesOut: LEAVES_OUT,
  newsRule: NEWS_RULE,
  noPlace: NO_PLACE,
  orderRecordYears: numberInWords(ORDER_RECORD_YEARS),
  phoneUse: PHONE_USE,
  printer: ({ printerCountry }) =>
    printerCountry === null ? "A printer" : `A printer, which prints in this country: ${printerCountry},`,
  privateMatters: PRIVATE_MATTERS,
  removedPhotoRule: REMOVED_PHOTO_RULE,
  sessionDays: SESSION_DAYS,
  sessionIdleDays: SESSION_IDLE_DAYS,
  takenAtAnyTime: TAKEN_AT_ANY_TIME,
  usedForTheBook: USED_FOR_THE_BOOK,
  whatStays: WHAT_STAYS.join(" "),
  whereToWrite,
});
