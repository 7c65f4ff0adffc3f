import { BOOK_PROMISE, COPY_PROMISE, formatBookDay, MAKING_IN_WORDS } from "~/domain/diary/loops/book-days";
import { START_BY_DATE, WISH_FIRST_API } from "~/domain/diary/loops/starting";
import { LATEST_DELIVERY_YEARS, MOST_PAUSED_WEEKS, WEEKS } from "~/domain/diary/rules/calendar";
import { CANCELLATION_DAYS, MAKING_DAYS } from "~/domain/kernel/time/agreed-days";
import { IN_SHORT } from "~/domain/shop/order-rules/cancellation";
import { REMINDER_DAYS } from "~/domain/shop/vouchers/gift-state";
import { STOPPING } from "~/domain/shop/vouchers/stopping-words";
import type { KeptPromise } from "./kept-promise";

/** What we promise about time: when a year starts, when it can be written, when its book comes, when we write. */
export const TIME_PROMISES: readonly KeptPromise[] = [
  {
    says: BOOK_PROMISE,
    where: ["app/domain/shop/terms/terms-copy.ts"],
    rule: "app/domain/diary/loops/book-days.ts#bookDayOf",
    triedBy: "tests/domain/diary/loops/book-days.test.ts#for who signs off on the last day of week 52",
  },
  {
    says: `Send it today and the book arrives by a day ${MAKING_IN_WORDS} from now, or by the day you chose`,
    where: [
      "app/screens/loop/sign-off.tsx",
      "app/screens/loop/finished-data.server.ts",
      "app/screens/loop/loop-settings-data.server.ts",
      "app/domain/operations/printing/sign-off.server.ts",
    ],
    rule: "app/domain/diary/loops/book-days.ts#bookDayOf",
    triedBy: "tests/domain/diary/loops/book-days.test.ts#for who signs off a day later",
  },
  {
    says: COPY_PROMISE,
    where: [
      "app/domain/shop/terms/terms-copy.ts",
      "app/screens/account/books-tab.tsx",
      "app/domain/shop/orders/order-thanks.server.ts",
    ],
    rule: "app/domain/diary/loops/book-days.ts#COPY_PROMISE",
    triedBy: "tests/domain/diary/loops/book-days.test.ts#says one time of printing and delivering everywhere",
  },
  {
    says: `A copy of a finished book arrives within ${MAKING_DAYS} days; one of a year that isn’t sent to print on its book’s day`,
    where: ["app/screens/checkout/checkout-data.server.ts", "app/domain/shop/orders/copies.server.ts"],
    rule: "app/domain/diary/loops/book-days.ts#formatCopyDay",
    triedBy: "tests/domain/diary/loops/book-days.test.ts#comes on the day its book would",
  },
  {
    says: `A reprint arrives within ${MAKING_DAYS} days`,
    where: ["app/domain/operations/printing/reprints.server.ts"],
    rule: "app/domain/diary/loops/book-days.ts#soonestBookDay",
    triedBy: "tests/domain/diary/loops/book-days.test.ts#comes within the time of printing and delivering one",
  },
  {
    says: "If your parcel is later than we said, we tell you",
    where: ["app/domain/shop/terms/terms-copy.ts"],
    rule: "app/domain/operations/printing/late-shipments.server.ts#reportLateShipments",
    triedBy: "tests/domain/operations/printing/late-shipments.test.ts#is told to its reader on the day after, once",
  },
  {
    says: START_BY_DATE,
    where: [
      "app/ui/no-loop-yet.tsx",
      "app/ui/year-timeline.tsx",
      "app/domain/shop/orders/loop-waiting-email.ts",
      "app/domain/shop/orders/order-thanks.server.ts",
    ],
    rule: "app/domain/diary/loops/starting.ts#START_BY_DATE",
    triedBy: "tests/domain/diary/loops/starting.test.ts#names the weeks that lie between the start and the book",
  },
  {
    says: "Your year starts on a day, and you can write from a day",
    where: [
      "app/screens/begin/end-date-aside.tsx",
      "app/screens/begin/end-date-offers.ts",
      "app/screens/loop/loop-waiting-data.server.ts",
      "app/screens/loop/year.server.ts",
      "app/screens/loop/loop-settings-actions.server.ts",
      "app/domain/diary/loops/year-dates.server.ts",
    ],
    rule: "app/domain/diary/loops/starting.ts#formatStart",
    triedBy: "tests/domain/diary/loops/starting.test.ts#can be written from the fifteenth day after the order",
  },
  {
    says: "Next, choose when your book should arrive. Your year can start today, or from a day",
    where: [
      "app/screens/begin/signup-complete.tsx",
      "app/screens/loop/loop-waiting-data.server.ts",
      "app/domain/shop/orders/order-thanks.server.ts",
    ],
    rule: "app/domain/diary/loops/starting.ts#formatStartBeforeDate",
    triedBy: "tests/domain/diary/loops/starting.test.ts#names the first day it can be",
  },
  {
    says: `${IN_SHORT.wish} Without the tick it starts after the ${CANCELLATION_DAYS} days.`,
    where: [
      "app/screens/begin/end-date-offers.ts",
      "app/screens/loop/start-today.tsx",
      "app/screens/loop/loop-settings-change.tsx",
      "app/screens/loop/loop-settings-actions.server.ts",
      "app/hyperloop/people/acts.server.ts",
    ],
    rule: "app/domain/diary/loops/starting.ts#needsWish",
    triedBy: "tests/screens/begin/loop-end-date.test.ts#moves the date to an earlier start only with the same tick",
  },
  {
    says: `You can pause for up to ${MOST_PAUSED_WEEKS} weeks in total; everything after that moves back, your book too`,
    where: ["app/domain/shop/terms/terms-copy.ts", "app/screens/loop/loop-settings-parts.tsx"],
    rule: "app/domain/diary/rules/calendar.ts#MOST_PAUSED_WEEKS",
    triedBy: "tests/domain/diary/loops/book-days.test.ts#keeps up with pauses",
  },
  {
    says: `You write for ${WEEKS} weeks; printing and delivering take ${MAKING_IN_WORDS}`,
    where: [
      "app/screens/begin/loop-end-date.tsx",
      "app/screens/begin/signup-complete.tsx",
      "app/screens/begin/payment-covered.tsx",
      "app/screens/front/questions-copy.ts",
      "app/screens/front/year-book.tsx",
      "app/domain/shop/terms/terms-copy.ts",
    ],
    rule: "app/domain/diary/rules/calendar.ts#MAKING_WEEKS",
    triedBy: "tests/domain/diary/loops/book-days.test.ts#for who signs off on the last day of week 52",
  },
  {
    says: "Within the days to cancel week 1 can be written as soon as the tick is given, which is asked where one writes",
    where: [
      "app/screens/loop/save-week.server.ts",
      "app/screens/loop/week-buttons.server.ts",
      "app/screens/loop/loop-waiting.tsx",
      "app/api/entries/calls.server.ts",
      "app/api/weeks/draft.ts",
    ],
    rule: "app/domain/diary/entries/entries.server.ts#startToWrite",
    triedBy:
      "tests/screens/loop/week-not-saved/start-first.test.ts#keeps what was typed on the page, asks for the tick there",
  },
  {
    says: WISH_FIRST_API,
    where: ["app/api/entries/calls.server.ts"],
    rule: "app/domain/diary/loops/starting.ts#WISH_FIRST_API",
    triedBy: "tests/screens/loop/week-not-saved/start-first.test.ts#by an API client is refused with its reason",
  },
  {
    says: "Without the tick week 1 can be written from the first minute after the days to cancel, or from its year’s start",
    where: ["app/screens/loop/loop-waiting-data.server.ts", "app/domain/diary/loops/year-dates.server.ts"],
    rule: "app/domain/diary/loops/starting.ts#canWrite",
    triedBy:
      "tests/domain/diary/entries/entries/early-weeks.test.ts#can’t be written in the last moment of the days to cancel",
  },
  {
    says: "A bank is told when a date was chosen and when its year starts, and of no start that lies ahead",
    where: ["app/hyperloop/orders/evidence.tsx"],
    rule: "app/domain/operations/disputes/evidence.server.ts#evidenceOf",
    triedBy:
      "tests/domain/operations/disputes/answers.test.ts#is the first day of the year, not the day its date was chosen",
  },
  {
    says: `A copy that comes with its book is promised for its book’s day, whatever moves that`,
    where: ["app/domain/diary/loops/rescheduling.server.ts", "app/domain/operations/printing/sign-off.server.ts"],
    rule: "app/domain/diary/loops/copies-with-book.server.ts#promiseCopiesWithBook",
    triedBy: "tests/domain/diary/loops/copies-with-book.test.ts#Where the book’s day moves, its copy’s does",
  },
  {
    says: `Until a year has begun, moving its book moves all of it; then its weeks keep their dates, and the book comes ${MAKING_DAYS} days after week ${WEEKS} at the soonest and ${LATEST_DELIVERY_YEARS} years from today at the latest`,
    where: [
      "app/screens/loop/loop-settings-data.server.ts",
      "app/screens/loop/loop-settings-actions.server.ts",
      "app/hyperloop/people/acts.server.ts",
    ],
    rule: "app/domain/diary/loops/rescheduling.ts#moveWindow",
    triedBy:
      "tests/domain/diary/loops/rescheduling.test.ts#a book that was moved away can come back, but not before a pause is made up for",
  },
  {
    says: "The next weekly email comes on a day",
    where: [
      "app/screens/loop/loop-settings-actions.server.ts",
      "app/screens/loop/loop-settings-data.server.ts",
      "app/screens/account/account-actions.server.ts",
    ],
    rule: "app/domain/diary/entries/weekly-emails.ts#formatNextEmail",
    triedBy: "tests/domain/diary/entries/weekly-emails/next-email.test.ts#names the one after an email that",
  },
  {
    says: "The weekly email comes once a week, on the day and at the hour in London that its owner chose; on Sundays between 18:00 and 18:30 where they chose none",
    where: ["app/screens/loop/loop-settings-parts.tsx", "app/domain/diary/entries/weekly-emails.server.ts"],
    rule: "app/domain/diary/entries/weekly-emails.server.ts#queueDueWeeklyEmails",
    triedBy: "tests/domain/diary/entries/weekly-emails.test.ts#comes on the day and hour that were picked",
  },
  {
    says: STOPPING.recipient.stillComes,
    where: ["app/screens/front/unsubscribe.tsx"],
    rule: "app/domain/shop/vouchers/stopping-words.ts#STOPPING",
    triedBy: "tests/screens/front/unsubscribe.test.ts#speaks of a voucher alone",
  },
  {
    says: `A voucher’s reminders come on the mornings ${REMINDER_DAYS.join(" and ")} days before its last day, once each`,
    where: ["app/screens/gift/gift-done.tsx"],
    rule: "app/domain/shop/vouchers/delivery.server.ts#remindOfVouchers",
    triedBy:
      "tests/domain/shop/vouchers/gifts.test.ts#is told of on the morning of the fourteenth day before its last one",
  },
  {
    says: "The day of a book is one on every page, before it is sent to print, on its way and after it is delivered.",
    where: ["app/screens/loop/loop-settings-data.server.ts", "app/screens/account/order-data.server.ts"],
    rule: "app/domain/diary/loops/book-days.ts#promisedBookDay",
    triedBy:
      "tests/screens/account/account-settings/one-answer.test.ts#is one day on every page, also after its year was sent to print late",
  },
  {
    says: `A book arrives ${formatBookDay("2027-12-09")}.`,
    where: [
      ...["sign-off.tsx", "loop-settings-parts.tsx"].map((file) => `app/screens/loop/${file}`),
      "app/domain/diary/loops/year-dates-email.ts",
      "app/domain/operations/printing/printing-emails.ts",
      "app/screens/account/orders-tab.tsx",
      "app/screens/front/home.tsx",
    ],
    rule: "app/domain/diary/loops/book-days.ts#formatBookDay",
    triedBy: "tests/domain/operations/printing/late-shipments.test.ts#is told to its reader on the day after, once",
  },
];
