import { enquiryEmail } from "~/domain/backoffice/enquiries/enquiry-email";
import { entryHidden, entryRejected } from "~/domain/backoffice/moderation/moderation-emails";
import { accountCorrected } from "~/domain/backoffice/people/correction-email";
import { OPENING_PRICES } from "~/domain/diary/catalogue/prices";
import { lastEmail, weeklyEmail } from "~/domain/diary/loops/weekly-email";
import { yearDates } from "~/domain/diary/loops/year-dates-email";
import { unreadablePhoto } from "~/domain/diary/photos/photo-emails";
import type { Email, Seller } from "~/domain/mail/layout/email-layout";
import * as printing from "~/domain/operations/printing/printing-emails";
import * as account from "~/domain/people/accounts/account-emails";
import { addressChanged } from "~/domain/people/accounts/address-changed-email";
import * as change from "~/domain/people/accounts/email-change-emails";
import { accountRestored } from "~/domain/people/accounts/restored-email";
import * as staff from "~/domain/people/staff/staff-emails";
import * as deletion from "~/domain/privacy/erasure/deletion-emails";
import { loopWaiting } from "~/domain/shop/orders/loop-waiting-email";
import { type OrderData, orderConfirmation } from "~/domain/shop/orders/order-emails";
import { paymentRefused } from "~/domain/shop/orders/payment-refused-email";
import { refundedByBank, refundFailed, refundOnItsWay } from "~/domain/shop/orders/refund-email";
import { termsCopy } from "~/domain/shop/terms/terms-copy";
import * as gift from "~/domain/shop/vouchers/gift-emails";

/** Every email, in every shape it has, as somebody gets it. */

const ORIGIN = "https://loop.example";
export const SELLER: Seller = {
  name: "Loop Journals Ltd",
  email: "hello@loop.example",
  address: "1 Selvedge Row, Leeds LS1 4AB",
  number: "12345678",
  registeredIn: "England and Wales",
  phone: "0113 496 0000",
  vatNumber: "GB 123 4567 89",
  printerCountry: "United Kingdom",
  origin: ORIGIN,
};

const firstName = "Rosie <Ro>";
const companyEmail = SELLER.email;
const url = (path: string) => `${ORIGIN}/${path}`;
const at = new Date("2026-11-20T14:15:00Z");
const ADDRESS = ["Rosie Lister", "14 Weavers Row", "Hebden Bridge", "HX7 8AA"];

const ORDER: OrderData = {
  firstName,
  orderNumber: "LP-7KQ2M4XN",
  lines: [{ name: "Baby’s First Year", description: "Family loop", unitPence: 6999, quantity: 1 }],
  subtotalPence: 6999,
  discountPence: 700,
  discountCode: "NEW10",
  deliveryPence: 0,
  taxPence: 0,
  totalPence: 6299,
  address: [...ADDRESS, "United Kingdom"],
  paidAt: at,
  startRequestedAt: null,
  terms: termsCopy(SELLER, OPENING_PRICES),
  turn: "Here’s week one.",
  whatNext: { words: "Choose the day your book should arrive.", label: "Choose the day", url: url("loop-end-date") },
  firstQuestion: "What did they do that made you laugh?",
  steps: [
    ["Today", "You choose the dates."],
    ["Week 1", "We email the first question."],
  ],
  theme: "family",
  kind: "loop",
  seller: SELLER,
  guestUrl: null,
};
const COPIES = [
  { name: "A copy", unitPence: 2999, quantity: 3 },
  { name: "A box", unitPence: 500, quantity: 1 },
];

const BOOK = { firstName, title: "Two <feet> at 4am", loopUrl: url("dashboard?loop=1&tab=2"), theme: "pet" };
const SHIPPED = { ...BOOK, carrier: "Royal Mail", trackingNumber: "RM 12 34" };
const SENT = { ...BOOK, pages: 118, goingTo: ADDRESS, isOrdered: true, expectedDay: "2027-12-03" };
const LATE = { ...BOOK, promisedDay: "2027-12-03", posted: null };

const VOUCHER = {
  firstName,
  code: "K7QM-4XPD-92HR",
  lastDay: "20 November 2027",
  loopName: "Puppy’s First Year",
  redeemAt: "loop.example/redeem",
  redeemUrl: url("redeem#K7QM-4XPD-92HR"),
  giftsUrl: url("gifts"),
  recipientName: "Maya",
  theme: "pet",
};
const GIFT = { ...VOUCHER, giverName: "Jean", message: "One line\nand another\n\nand <more>." };
const keepMessage = (line: string) => `⟦message:${line.length}abc⟧`;
const CHANGED = { ...VOUCHER, lastFour: "92HR" };

const weeks = (...found: number[]) => found.map((week) => ({ week, url: url(`this-week/${week}`) }));
const YEAR = {
  firstName,
  loopTitle: "Nell’s year",
  hour: 18,
  picture: { url: url("art/pet.png?due=5&start=sewn"), alt: "Your picture so far: 1 of 52 stitches made." },
  openStitches: weeks(2, 3, 4),
  unfinished: { begun: weeks(29), changed: weeks(31, 32, 33), printsDrafts: false },
  settingsUrl: url("loop-settings/1"),
  theme: "pet",
};
const WEEK = {
  ...YEAR,
  week: 5,
  prompt: "What did Nell do today?",
  keepPrompt: (words: string) => words,
  weekUrl: url("this-week/5"),
  memory: { week: 1, words: "Her first leaf & her second" },
};
const LAST = { ...YEAR, written: 23, proofUrl: url("proof/1") };
const BARE = { openStitches: [], unfinished: { begun: [], changed: [], printsDrafts: true } };
const DATES = {
  firstName,
  loopName: "Puppy’s First Year",
  theme: "pet",
  startDay: "2026-11-20",
  startsLater: false,
  weekOne: { from: "2026-11-20", to: "2026-11-26" },
  lastDay: "2027-11-18",
  deliveryDay: "2027-12-03",
  saysStart: "Your year has started, and week 1 is open.",
  question: "What’s new?",
  voucher: null,
  getsWeeklyEmails: true,
  loopUrl: url("dashboard?loop=1"),
  opensAccount: false,
  datesUrl: url("loop-settings/1"),
  passwordUrl: null,
};

const REFUND = { firstName, orderNumber: "LP-7KQ2M4XN", amountPence: 6299 };
const refunds = ([null, "loop", "gift", "redeemed_gift", "book_copies", { copies: 1 }, { copies: 2 }] as const).map(
  (cancelled) => refundOnItsWay({ ...REFUND, cancelled, isByBuyer: cancelled !== null }),
);
const EXCLUDED = {
  firstName,
  week: 7,
  title: "Nell’s year",
  note: "⟦entry:abc:9⟧",
  weekUrl: url("week/7"),
  theme: "pet",
};

export const SAMPLE_EMAILS: readonly Email[] = [
  account.verificationCode({ firstName, code: "204816", minutes: 10 }),
  account.verificationCode({ firstName: "", code: "204816", minutes: 10, link: { url: url("confirm"), hours: 24 } }),
  account.accountExists({ firstName, signInUrl: url("auth"), resetUrl: url("forgot-password") }),
  account.passwordReset({ firstName, resetUrl: url("reset/abc"), minutes: 30 }),
  account.passwordChanged({ firstName, forgotUrl: url("forgot-password"), companyEmail }),
  change.emailChangeCode({ firstName, code: "204816", minutes: 10 }),
  change.addressTaken({ firstName, signInUrl: url("auth") }),
  ...[true, false].map((isGuest) => change.emailChanged({ firstName, hint: "m…@example.org", companyEmail, isGuest })),
  addressChanged({ firstName, orderNumber: "LP-7KQ2M4XN", lines: ADDRESS, orderUrl: url("orders") }),
  accountRestored({ firstName, what: "your account and 41 photos", signInUrl: url("auth"), companyEmail }),
  ...[true, false].map((isNew) => staff.staffSetUp({ name: "Joan", setUpUrl: url("set-up/abc"), days: 3, isNew })),
  ...(["account", "limits"] as const).map((about) =>
    staff.staffChanged({ name: "Joan", about, what: "Hal may give away 30 vouchers.", url: url("hyperloop/staff") }),
  ),
  ...[["Refund £256.77"], ["Refund £256.77", "A batch of 50 vouchers"]].map((lines) =>
    staff.approvalsWaiting({ name: "Joan", lines, inboxUrl: url("hyperloop/inbox") }),
  ),
  staff.accountOpened({ firstName, email: "ro@a.example", passwordUrl: url("forgot"), termsUrl: url("terms") }),
  ...[true, false].map((hasAccount) =>
    accountCorrected({ firstName, what: "We corrected your name.", companyEmail, hasAccount }),
  ),
  deletion.deletionRequested({ firstName, dueAt: at, settingsUrl: url("account-settings"), companyEmail }),
  deletion.deletionWithdrawn({ firstName, settingsUrl: url("account-settings") }),
  deletion.guestDeletionRequested({ firstName, dueAt: at, companyEmail }),
  deletion.guestDeletionWithdrawn({ firstName, companyEmail }),
  ...[true, false].map((hadAccount) => deletion.accountDeleted({ firstName, at, companyEmail, hadAccount })),
  enquiryEmail({ name: "Rosie <Ro>", email: "rosie@example.com", message: "Is there one for twins?\n\nThey share." }),
  ...[true, false].flatMap((canEdit) => [
    entryRejected({ ...EXCLUDED, canEdit }),
    entryHidden({ ...EXCLUDED, canEdit, firstName: "", theme: null }),
  ]),
  loopWaiting({ firstName, loopName: "Puppy’s First Year", theme: "pet", beginUrl: url("loop-end-date") }),
  paymentRefused({ ...REFUND, totalPence: 6299, payUrl: url("payment") }),
  refundedByBank(REFUND),
  refundFailed(REFUND),
  ...refunds,
  refundOnItsWay({ ...REFUND, amountPence: 0, cancelled: "gift", isByBuyer: false }),
  refundOnItsWay({
    ...REFUND,
    cancelled: { yearUntil: "20 December 2026", downloadUrl: url("cancelled-years") },
    isByBuyer: true,
  }),
  orderConfirmation(ORDER),
  orderConfirmation({ ...ORDER, startRequestedAt: at, firstName: "", theme: null, firstQuestion: null, steps: [] }),
  orderConfirmation({ ...ORDER, kind: "gift", address: null, guestUrl: url("your-order/abc"), totalPence: 0 }),
  orderConfirmation({ ...ORDER, kind: "book_copies", lines: COPIES, deliveryPence: 899, taxPence: 504, terms: null }),
  gift.giftVoucher(VOUCHER),
  gift.giftVoucher({ ...VOUCHER, loopName: null, recipientName: null, theme: null, code: "⟦sealed:abc⟧" }),
  gift.giftForYou({ ...GIFT, keepMessage: (line) => line }),
  gift.giftForYou({ ...GIFT, keepMessage, recipientName: null, loopName: null }),
  gift.giftForYou({ ...GIFT, keepMessage, message: null, giverName: "", loopName: null }),
  ...(["on_hold", "works", "run_out", "closed"] as const).map((to) => gift.giftChanged({ ...CHANGED, change: to })),
  gift.giftYearCancelled({ firstName, name: "Nell’s year", lastDay: "20 December 2026", downloadUrl: url("years") }),
  ...(["recipient", "giver"] as const).map((reader) => gift.voucherReminder({ ...VOUCHER, reader })),
  ...["12 May 2027", null].map((startsOn) => gift.voucherRedeemed({ ...VOUCHER, startsOn })),
  weeklyEmail(WEEK),
  weeklyEmail({ ...WEEK, openStitches: weeks(2, 3, 4, 6, 7, 8, 9), keepPrompt: () => "⟦question:abc⟧", memory: null }),
  weeklyEmail({ ...WEEK, ...BARE, firstName: "", loopTitle: "", hour: 9 }),
  lastEmail(LAST),
  lastEmail({ ...LAST, ...BARE, written: 52, loopTitle: "" }),
  lastEmail({ ...LAST, openStitches: weeks(2), unfinished: { ...YEAR.unfinished, printsDrafts: true }, written: 0 }),
  yearDates(DATES),
  yearDates({ ...DATES, question: null, voucher: { giverName: "Jean" }, startsLater: true, getsWeeklyEmails: false }),
  yearDates({ ...DATES, voucher: { giverName: null }, opensAccount: true, passwordUrl: url("forgot-password") }),
  unreadablePhoto({ firstName, week: 9, fileName: "seal.jpg", refusal: "incomplete", weekUrl: url("dashboard") }),
  printing.bookSentToPrint(SENT),
  printing.bookSentToPrint({ ...SENT, isOrdered: false, pages: 40 }),
  printing.bookSentToPrint({ ...SENT, goingTo: [], pages: null }),
  printing.bookPrinting({ ...BOOK, isReprint: true }),
  ...[1, 3].flatMap((copies) => [
    printing.bookPrinting({ ...BOOK, copies }),
    printing.bookShipped({ ...SHIPPED, copies, goingTo: ADDRESS }),
    printing.trackingCorrected({ ...SHIPPED, copies }),
    printing.bookDelivered({ ...BOOK, copies }),
  ]),
  printing.bookShipped({ ...SHIPPED, carrier: "A cousin", trackingNumber: null, theme: null }),
  printing.trackingCorrected({ ...SHIPPED, trackingNumber: null }),
  printing.bookLate(LATE),
  printing.bookLate({ ...LATE, copies: 2, posted: { day: "2027-11-28", carrier: "", trackingNumber: null } }),
  printing.bookLate({
    ...LATE,
    posted: { day: "2027-11-28", carrier: "Royal Mail", trackingNumber: "AB123456789GB" },
  }),
  printing.bookDelivered(BOOK),
];
