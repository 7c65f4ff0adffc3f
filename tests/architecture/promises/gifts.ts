import { LIMITS } from "~/domain/kernel/limits/limits";
import { numberInWords } from "~/domain/kernel/text/numbers";
import {
  CHANGED_LATER,
  formatReminders,
  GIVER_MAY,
  GIVER_SEES_NOTHING,
  LIKE_CASH,
  LONGER,
  NOTHING_TO_PAY,
  ONE_LOOP,
  OWNER_DECIDES,
  PROGRESS_ALONE,
  SPENT_LAST,
  SWAP,
  TOLD_WHEN_OPENED,
  VALIDITY,
  whyGift,
} from "~/domain/shop/vouchers/gift-words";
import { VOUCHER_MESSAGES } from "~/domain/shop/vouchers/rules";
import type { KeptPromise } from "./kept-promise";

const WORDS = "app/domain/shop/vouchers/gift-words.ts";
const TERMS = "app/domain/shop/terms/terms-copy.ts";
const EMAILS = "app/domain/shop/vouchers/gift-emails.ts";
const GIFT = "app/screens/gift/gift.tsx";
const DONE = "app/screens/gift/gift-done.tsx";
const QUESTIONS = "app/screens/front/questions-copy.ts";
const PRINTED = "app/domain/operations/documents/voucher-document.server.ts";
const GIVING = "tests/domain/shop/vouchers/gifts.test.ts";
const REDEEMING = "tests/domain/shop/vouchers/redemption.test.ts";
const HISTORY = "tests/domain/shop/orders/history.test.ts";
const MY_GIFTS = "tests/screens/account/gift.test.ts";

/** Promises about vouchers and gifts: to who gives one, and to who gets it. */
export const GIFTS_PROMISES: readonly KeptPromise[] = [
  {
    says: ONE_LOOP,
    where: [TERMS],
    rule: `${WORDS}#ONE_LOOP`,
    triedBy: `${REDEEMING}#begins the loop that was chosen, not the one its giver chose, and spends the voucher`,
  },
  {
    says: VALIDITY.anybody,
    where: [TERMS],
    rule: "app/domain/kernel/time/voucher-validity.ts#lastValidInstant",
    triedBy: "tests/domain/kernel/time/voucher-validity.test.ts#how long a voucher is valid",
  },
  {
    says: VALIDITY.giver,
    where: [GIFT],
    rule: `${WORDS}#VALIDITY`,
    triedBy: "tests/domain/shop/vouchers/vouchers.test.ts#counts the twelve months from the day it is sent",
  },
  {
    says: VALIDITY.short,
    where: [QUESTIONS],
    rule: `${WORDS}#VALIDITY`,
    triedBy: "tests/domain/shop/vouchers/vouchers.test.ts#active from now for twelve months",
  },
  {
    says: "The voucher’s last day is printed on it, and on its page.",
    where: [PRINTED, "app/screens/gift/gift-done-data.server.ts", "app/screens/account/gift-data.server.ts"],
    rule: "app/domain/shop/vouchers/gifts.server.ts#giftOf",
    triedBy:
      "tests/domain/operations/documents/documents.test.ts#has its voucher’s own last day, also one that staff moved on",
  },
  {
    says: VOUCHER_MESSAGES.expired,
    where: [
      ...["typed-code.server.ts", "voucher-redeem.tsx"].map((file) => `app/screens/redeem/${file}`),
      "app/api/vouchers/calls.server.ts",
    ],
    rule: "app/domain/shop/vouchers/rules.ts#VOUCHER_MESSAGES",
    triedBy: "tests/domain/shop/vouchers/pending-voucher.test.ts#tells its holder that it came too late or too early",
  },
  {
    says: LONGER,
    where: [TERMS],
    rule: `${WORDS}#LONGER`,
    triedBy: "tests/hyperloop/vouchers/vouchers.test.ts#is extended to a later day only",
  },
  {
    says: "A day that staff have moved on is never moved back by its giver.",
    where: ["app/screens/account/gift.tsx"],
    rule: "app/domain/shop/vouchers/gifts.server.ts#changeGift",
    triedBy: `${GIVING}#moves no last day back that staff have moved on`,
  },
  {
    says: LIKE_CASH,
    where: [TERMS, EMAILS],
    rule: `${WORDS}#LIKE_CASH`,
    triedBy: `${REDEEMING}#people with one voucher are one loop, and refusals for the others`,
  },
  {
    says: SPENT_LAST,
    where: ["app/screens/redeem/voucher-info.tsx"],
    rule: `${WORDS}#SPENT_LAST`,
    triedBy: "tests/screens/redeem/redeem.test.ts#asks for a later day again without spending anything",
  },
  {
    says: NOTHING_TO_PAY,
    where: [GIFT],
    rule: `${WORDS}#NOTHING_TO_PAY`,
    triedBy: "tests/screens/redeem/redeem.test.ts#never charges anybody: the button that pays is not there",
  },
  {
    says: SWAP.giver,
    where: [EMAILS, GIFT],
    rule: `${WORDS}#SWAP`,
    triedBy: `${REDEEMING}#begins the loop that was chosen, not the one its giver chose`,
  },
  {
    says: SWAP.recipient,
    where: [EMAILS, PRINTED],
    rule: `${WORDS}#SWAP`,
    triedBy: "tests/screens/redeem/redeem.test.ts#leaves the choice of theme and loop to the person who redeems",
  },
  {
    says: "A printed voucher names no price.",
    where: [PRINTED],
    rule: "app/domain/operations/documents/voucher-document.server.ts#renderVoucher",
    triedBy: "tests/domain/operations/documents/documents.test.ts#also one that staff moved on, and names no price",
  },
  {
    says: GIVER_SEES_NOTHING,
    where: [DONE, QUESTIONS, EMAILS],
    rule: `${WORDS}#GIVER_SEES_NOTHING`,
    triedBy: `${MY_GIFTS}#never tells what is written in the loop it became`,
  },
  {
    says: OWNER_DECIDES,
    where: [TERMS],
    rule: `${WORDS}#OWNER_DECIDES`,
    triedBy: `${HISTORY}#sees nothing of the year while its owner does not show it`,
  },
  {
    says: PROGRESS_ALONE,
    where: ["app/screens/loop/loop-settings-parts.tsx"],
    rule: `${WORDS}#PROGRESS_ALONE`,
    triedBy: `${HISTORY}#sees how many weeks are written once the owner shows it, and never the title`,
  },
  {
    says: GIVER_MAY,
    where: [TERMS],
    rule: `${WORDS}#GIVER_MAY`,
    triedBy: `${GIVING}#corrects whom it is for and the day; a later day carries the last day along`,
  },
  {
    says: `A gift is sent ${numberInWords(LIMITS.gift_emails.most)} times a day at most.`,
    where: ["app/screens/account/gift-actions.server.ts"],
    rule: "app/domain/kernel/limits/limits.ts#LIMITS",
    triedBy: `${GIVING}#sends it three times a day and no more, however often the address is corrected`,
  },
  {
    says: "A guest sends their gift again from the page that their receipt opens.",
    where: ["app/screens/account/your-order.tsx"],
    rule: "app/screens/account/gift-actions.server.ts#sendAgain",
    triedBy:
      "tests/screens/account/your-order.test.ts#is sent again by a press, and no other gift of the same guest is",
  },
  {
    says: "A gift is emailed on the morning of the day its giver chose.",
    where: [DONE],
    rule: "app/domain/shop/vouchers/gift-state.ts#isTimeToSend",
    triedBy: `${GIVING}#the day a gift is sent`,
  },
  {
    says: "Its day can be put off for as long as a voucher is valid.",
    where: ["app/domain/shop/vouchers/gifts.server.ts", "app/screens/account/gift.tsx"],
    rule: "app/domain/shop/vouchers/gift-state.ts#latestSendDay",
    triedBy: "tests/domain/shop/vouchers/gift-state.test.ts#can be put off for twelve months from the day in London",
  },
  {
    says: formatReminders("them"),
    where: [DONE],
    rule: `${WORDS}#formatReminders`,
    triedBy: `${GIVING}#goes to the recipient once the gift was sent`,
  },
  {
    says: formatReminders("you"),
    where: [DONE],
    rule: `${WORDS}#formatReminders`,
    triedBy: `${GIVING}#is told of 60 and 14 days before, once each, to its giver while it was not sent`,
  },
  {
    says: "A giver is promised reminders only while they want emails.",
    where: ["app/screens/gift/gift-done-data.server.ts"],
    rule: "app/domain/mail/outbox/preferences.server.ts#isWanted",
    triedBy: "tests/screens/gift/gift.test.ts#promises its giver reminders only while they want emails",
  },
  {
    says: whyGift("The giver"),
    where: [EMAILS],
    rule: `${WORDS}#whyGift`,
    triedBy: `${GIVING}#lets its reader refuse the reminders, and comes all the same`,
  },
  {
    says: TOLD_WHEN_OPENED,
    where: ["app/screens/begin/payment-delivery.tsx"],
    rule: `${WORDS}#TOLD_WHEN_OPENED`,
    triedBy: `${REDEEMING}#tells the giver that it has begun, once, and nothing of what is in it`,
  },
  {
    says: "A recipient is told when their voucher is on hold, works again or is closed, and never why.",
    where: ["app/domain/shop/vouchers/gift-changes.server.ts"],
    rule: "app/domain/shop/vouchers/gift-emails.ts#giftChanged",
    triedBy: "tests/domain/shop/vouchers/gift-changes.test.ts#never reads of a payment, a bank, a dispute or the giver",
  },
  {
    says: CHANGED_LATER.guest,
    where: ["app/screens/begin/payment-delivery.tsx"],
    rule: `${WORDS}#CHANGED_LATER`,
    triedBy: `${GIVING}#corrects it until its last instant, and nothing of it once it is redeemed`,
  },
];
