import { EMPTYING_RULE } from "~/domain/diary/entries/emptying";
import { REMOVED_PHOTO_RULE } from "~/domain/diary/photos/removed-photos";
import { NO_PLACE } from "~/domain/diary/rules/photo-rules";
import { IMPERSONATION_MINUTES } from "~/domain/kernel/time/access-lengths";
import { DELETION_WAIT_DAYS, ORDER_RECORD_YEARS } from "~/domain/kernel/time/deletion";
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
import { BOOK_LOOKS_SHOWN } from "~/domain/shop/order-rules/book-looks";
import { CANCELLED_YEAR_DAYS } from "~/domain/shop/order-rules/cancellation";
import { CHECKED_BEFORE_PRINT, PHONE_USE } from "~/domain/shop/order-rules/shipments";
import { BANK_GETS, CARRIER_GETS } from "~/domain/shop/terms/privacy-copy";
import { LEAVES_OUT, STAYS } from "~/domain/shop/terms/what-stays";
import { STOPPING } from "~/domain/shop/vouchers/stopping-words";
import type { KeptPromise } from "./kept-promise";

const NOTICE = "app/domain/shop/terms/privacy-copy.ts";
const TAB = "app/screens/account/privacy-tab.tsx";
const DELETE_PAGE = "app/screens/account/delete-terms.tsx";
const EMAILS = "app/domain/privacy/erasure/deletion-emails.ts";
const EXPIRED = "tests/domain/privacy/retention/retention.test.ts#what has outlived its time goes, to the millisecond";
const NO_TRACE =
  "tests/domain/privacy/erasure/erasure.test.ts#finds no trace in rows, files or bytes but what is lawfully kept";
const period = (name: string) => `app/domain/kernel/time/retention-periods.ts#${name}`;
const stays = {
  where: [NOTICE, DELETE_PAGE, EMAILS],
  rule: "app/domain/shop/terms/what-stays.ts#STAYS",
};

/** What the privacy policy, the Privacy tab, the deletion pages and the emails about them promise. */
export const PRIVACY_PROMISES: readonly KeptPromise[] = [
  {
    says: "we send you only those until you ask for the others again",
    where: [NOTICE],
    rule: "app/domain/mail/bounces/delivery-reports.server.ts#noteReports",
    triedBy: "tests/domain/mail/bounces/delivery-reports.test.ts#stops what can be stopped, and nothing about orders",
  },
  {
    says: CHECKED_BEFORE_PRINT,
    where: [NOTICE, "app/domain/shop/terms/terms-copy.ts"],
    rule: "app/domain/shop/order-rules/shipments.ts#CHECKED_BEFORE_PRINT",
    triedBy: "tests/domain/operations/printing/shipment-steps.test.ts#goes to the printer only when somebody says why",
  },
  {
    says: BOOK_LOOKS_SHOWN,
    where: [NOTICE, TAB],
    rule: "app/domain/shop/order-rules/book-looks.ts#whyTaken",
    triedBy:
      "tests/hyperloop/printing/files.test.ts#an owner reads in the Privacy tab that the file of their book was taken",
  },
  {
    says: "Staff give a reason before they open an entry, and its owner reads who did, when and why.",
    where: [NOTICE, TAB],
    rule: "app/domain/operations/printing/entry-views.server.ts#entryViewsOf",
    triedBy: "tests/screens/account/privacy-tab.test.ts#says that nobody has looked, or who did and why",
  },
  {
    says: `Staff who help you see your account as you do for at most ${IMPERSONATION_MINUTES} minutes, for a recorded reason, and change nothing.`,
    where: [NOTICE, TAB],
    rule: "app/domain/kernel/time/access-lengths.ts#IMPERSONATION_MINUTES",
    triedBy: "tests/hyperloop/people/acts.test.ts#changes nothing, shows no private word, message, document or code",
  },
  {
    says: NO_PLACE,
    where: [NOTICE],
    rule: "app/domain/diary/rules/photo-rules.ts#NO_PLACE",
    triedBy: "tests/domain/diary/photos/metadata-removal.test.ts#loses the place, the camera and every note",
  },
  {
    says: CARRIER_GETS,
    where: [NOTICE],
    rule: "app/domain/shop/terms/privacy-copy.ts#CARRIER_GETS",
    triedBy:
      "tests/adapters/printer/contract.test.ts#hears how the carrier reaches who receives it, with the order and with a new address",
  },
  {
    says: "Who gives a book to the printer by hand is shown the email address and the phone number for the carrier.",
    where: ["app/hyperloop/printing/shipment.tsx"],
    rule: "app/domain/operations/printing/print-queue.server.ts#shipmentData",
    triedBy: "tests/hyperloop/printing/files.test.ts#shows how the carrier reaches who gets the book",
  },
  {
    says: BANK_GETS,
    where: [NOTICE],
    rule: "app/domain/shop/terms/privacy-copy.ts#BANK_GETS",
    triedBy:
      "tests/domain/operations/disputes/answers.test.ts#tells when the year was begun and how much of it was written, and no word of it",
  },
  {
    says: NEWS_RULE,
    where: [NOTICE],
    rule: "app/domain/people/accounts/news.ts#NEWS_RULE",
    triedBy:
      "tests/screens/front/unsubscribe.test.ts#are off unless asked for, and each change is written down with the words that were shown",
  },
  {
    says: STOPPING.account.stillComes,
    where: ["app/screens/front/unsubscribe.tsx"],
    rule: "app/domain/shop/vouchers/stopping-words.ts#STOPPING",
    triedBy:
      "tests/screens/front/unsubscribe.test.ts#says what stops and from which day, what still comes, and how to have them again",
  },
  {
    says: "What staff changed for somebody who asked is in their Privacy tab, also from when they were a guest.",
    where: ["app/screens/account/account-data.server.ts"],
    rule: "app/domain/people/staff/audit-trail.server.ts#changesForOwner",
    triedBy:
      "tests/domain/backoffice/people/corrections.test.ts#is read by the guest too, once they have opened an account",
  },
  {
    says: REMOVED_PHOTO_RULE,
    where: [NOTICE],
    rule: "app/domain/diary/photos/removed-photos.ts#lastRestoreDay",
    triedBy: "tests/domain/diary/photos/removed-photos.test.ts#a removed photo is kept for 30 days",
  },
  {
    says: EMPTYING_RULE,
    where: [NOTICE],
    rule: "app/domain/diary/entries/emptying.ts#EMPTYING_RULE",
    triedBy: "tests/screens/loop/versions.test.ts#goes with the week when its owner empties it",
  },
  {
    says: LEAVES_OUT,
    where: [NOTICE, TAB],
    rule: "app/domain/shop/terms/what-stays.ts#LEAVES_OUT",
    triedBy: "tests/domain/privacy/exports/exports.test.ts#leaves out what it says",
  },
  {
    says: `After you ask, you have ${DELETION_WAIT_DAYS} days to change your mind.`,
    where: [NOTICE, TAB, DELETE_PAGE, EMAILS],
    rule: "app/domain/kernel/time/deletion.ts#deletionDueAt",
    triedBy: "tests/domain/privacy/erasure/deletion-requests.test.ts#sets the day seven days off",
  },
  {
    says: "Then your words and photos, your books, addresses and our emails to you are gone, and we email you.",
    where: [NOTICE, DELETE_PAGE, EMAILS],
    rule: "app/domain/privacy/erasure/erasure.server.ts#eraseDueAccounts",
    triedBy: NO_TRACE,
  },
  {
    says: "What somebody bought as a guest is deleted when they ask, after the same days.",
    where: [NOTICE, EMAILS],
    rule: "app/domain/kernel/time/deletion.ts#DELETION_WAIT_DAYS",
    triedBy:
      "tests/domain/backoffice/people/corrections.test.ts#is told when, and seven days later is in no row of the shop",
  },
  {
    ...stays,
    says: STAYS.orders,
    triedBy: "tests/domain/privacy/erasure/erasure.test.ts#an order keeps its sums and lines",
  },
  {
    ...stays,
    says: STAYS.gifts,
    triedBy:
      "tests/domain/privacy/erasure/erasure.test.ts#a gift that is still to be sent keeps its words until it has gone",
  },
  { ...stays, says: STAYS.noEmails, triedBy: NO_TRACE },
  { ...stays, says: STAYS.staff, triedBy: NO_TRACE },
  {
    ...stays,
    says: STAYS.backups,
    triedBy:
      "tests/domain/privacy/retention/temp-files.test.ts#whole copies of the database in the data folder are removed",
  },
  {
    says: "A recipient who wants no reminders gets none, also once the giver's account is deleted.",
    where: ["app/domain/shop/vouchers/gift-emails.ts"],
    rule: "app/domain/privacy/personal-data/gifts.server.ts#eraseVoucherData",
    triedBy: "tests/domain/privacy/personal-data/gifts.test.ts#works after the giver's account was deleted",
  },
  {
    says: `Paid orders name their buyer for ${ORDER_RECORD_YEARS} years.`,
    where: [NOTICE],
    rule: "app/domain/kernel/time/deletion.ts#orderRecordsUntil",
    triedBy: "tests/domain/privacy/erasure/old-orders.test.ts#a paid order keeps its person for six years",
  },
  {
    says: `A voucher that staff made names its recipient until it is over, and for ${ORDER_RECORD_YEARS} years at least.`,
    where: [NOTICE],
    rule: "app/domain/privacy/personal-data/gifts.server.ts#eraseSentGiftData",
    triedBy:
      "tests/domain/privacy/personal-data/gifts.test.ts#a voucher that staff made forgets its recipient six years on",
  },
  {
    says: `Orders never paid name their buyer for ${KEEP_UNPAID_ORDERS_DAYS} days.`,
    where: [NOTICE],
    rule: period("KEEP_UNPAID_ORDERS_DAYS"),
    triedBy: "tests/domain/privacy/erasure/old-orders.test.ts#an order that was never paid is emptied of its person",
  },
  {
    says: `What was written in a cancelled year can be downloaded for ${CANCELLED_YEAR_DAYS} days.`,
    where: [NOTICE],
    rule: "app/domain/shop/order-rules/cancellation.ts#lastDownloadDay",
    triedBy:
      "tests/domain/shop/orders/cancellation/cancelling.test.ts#can be downloaded for thirty days, and is deleted the day after",
  },
  {
    says: `An account whose address is never confirmed: ${KEEP_UNPROVEN_DAYS} days.`,
    where: [NOTICE],
    rule: period("KEEP_UNPROVEN_DAYS"),
    triedBy: EXPIRED,
  },
  {
    says: `Codes and reset links: ${KEEP_CODES_HOURS} hours.`,
    where: [NOTICE],
    rule: period("KEEP_CODES_HOURS"),
    triedBy: "tests/jobs/tidy-up.test.ts#a code goes twenty-four hours after it was made",
  },
  {
    says: `A sign-in: ${SESSION_IDLE_DAYS} days without a visit, ${SESSION_DAYS} days at most.`,
    where: [NOTICE],
    rule: "app/domain/people/accounts/session-length.ts#SESSION_DAYS",
    triedBy: EXPIRED,
  },
  {
    says: `Counts of attempts: ${KEEP_ATTEMPTS_DAYS} days.`,
    where: [NOTICE],
    rule: period("KEEP_ATTEMPTS_DAYS"),
    triedBy: EXPIRED,
  },
  {
    says: `The text of emails we've sent: ${KEEP_EMAIL_BODIES_DAYS} days.`,
    where: [NOTICE],
    rule: period("KEEP_EMAIL_BODIES_DAYS"),
    triedBy: EXPIRED,
  },
  {
    says: `Emails that belong to no account: ${KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS} days.`,
    where: [NOTICE],
    rule: period("KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS"),
    triedBy: EXPIRED,
  },
  {
    says: "Of an email that brought a gift, the address stays until its voucher is used or runs out.",
    where: [NOTICE],
    rule: "app/domain/privacy/retention/retention.server.ts#deleteExpired",
    triedBy: "tests/domain/privacy/retention/retention.test.ts#the email of a gift loses its words after ninety days",
  },
  {
    says: `The payment provider's messages, once worked on: ${KEEP_WEBHOOK_BODIES_DAYS} days.`,
    where: [NOTICE],
    rule: period("KEEP_WEBHOOK_BODIES_DAYS"),
    triedBy: EXPIRED,
  },
  {
    says: `A voucher code that was typed and not used: ${KEEP_TYPED_VOUCHERS_DAYS} days.`,
    where: [NOTICE],
    rule: period("KEEP_TYPED_VOUCHERS_DAYS"),
    triedBy: EXPIRED,
  },
  {
    says: `What is written through the contact form: ${KEEP_ENQUIRIES_MONTHS} months.`,
    where: [NOTICE],
    rule: period("KEEP_ENQUIRIES_MONTHS"),
    triedBy: EXPIRED,
  },
  {
    says: `Counts of visitors that name nobody: ${KEEP_FUNNEL_MONTHS} months.`,
    where: [NOTICE],
    rule: period("KEEP_FUNNEL_MONTHS"),
    triedBy: EXPIRED,
  },
  {
    says: PHONE_USE,
    where: [NOTICE, "app/screens/account/account-tab.tsx"],
    rule: "app/domain/shop/order-rules/shipments.ts#PHONE_USE",
    triedBy: "tests/domain/operations/printing/print-orders.test.ts#that the printer refuses has not reached it",
  },
  {
    says: ALWAYS_SENT,
    where: [NOTICE, "app/screens/account/account-tab.tsx"],
    rule: "app/domain/mail/outbox/always-sent.ts#ALWAYS_SENT",
    triedBy: "tests/domain/mail/outbox/preferences.test.ts#is not written any, and still hears of their orders",
  },
];
