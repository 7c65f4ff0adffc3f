import { EARLIEST_DELIVERY_DAYS, LATEST_DELIVERY_YEARS } from "~/domain/diary/rules/calendar";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { formatPence } from "~/domain/kernel/money/pounds";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { LONGEST_EXTENSION_YEARS } from "~/domain/kernel/time/voucher-validity";
import type { BatchState } from "~/domain/shop/vouchers/batch-records.server";
import { inCurrency } from "~/domain/shop/vouchers/face-value";
import { Badge, type BadgeTone } from "~/ui/badge";

/** A face value in its own currency. */
export function faceValue(pence: number, currency: Parameters<typeof inCurrency>[1]): string {
  return inCurrency(formatPence(pence), currency);
}

/** The tabs of a partner order's vouchers. */
export const BATCH_TABS = ["all", "ACTIVE", "REDEEMED", "EXPIRED", "CANCELLED"] as const;
export type BatchTab = (typeof BATCH_TABS)[number];

const BATCH_STATES = {
  waiting: ["Awaiting approval", "pending"],
  making: ["Being made", "pending"],
  made: ["In use", "good"],
  declined: ["Declined", "off"],
  withdrawn: ["Withdrawn", "off"],
  stopped: ["Stopped", "off"],
} as const satisfies Record<BatchState, readonly [string, BadgeTone]>;

/** Whether the vouchers of a batch can be used. */
export function BatchBadge({ batch }: { readonly batch: { state: BatchState; made: number; cancelled: number } }) {
  const { state, made, cancelled } = batch;
  if (state === "made" && cancelled === made) return <Badge tone="off">Cancelled</Badge>;
  const [words, tone] = BATCH_STATES[state];
  return <Badge tone={tone}>{words}</Badge>;
}

export const EXTEND_REFUSALS = {
  not_open: "You can only extend an active or expired voucher",
  disputed: "A bank is deciding about its payment. You can extend it once that’s settled",
  not_later: "Please choose a day after the current last day, and after today",
  too_late: `Please choose a day within ${numberInWords(LONGEST_EXTENSION_YEARS)} years`,
  limit: "It has run out, and extending it gives away more than you may on your own today",
} as const;

export const RESEND_REFUSALS = {
  not_open: "You can only send a voucher that still works.",
  no_address: "This voucher has no recipient’s email address.",
  too_many: `${capitalise(numberInWords(LIMITS.gift_emails.most))} emails have gone out today, which is the limit. Please try again tomorrow.`,
} as const;

export const RECIPIENT_REFUSALS = {
  not_open: "This voucher can’t be used any more",
  not_bought: "Nobody bought this voucher, so there’s no giver to ask",
  day: "Its day to be sent has passed. Ask the giver to choose another in their account",
} as const;

/** Beside the reason for a change to somebody's gift. */
export const WHO_GAVE = "Say how you know it’s the giver. They can read this";

export const NEW_CODE_REFUSALS = { ...RECIPIENT_REFUSALS, too_many: RESEND_REFUSALS.too_many } as const;

export const EXTEND_BATCH_REFUSALS = {
  none: "None of them ends before that day",
  not_later: "Please choose a day after today",
  too_late: `Please choose a day within ${numberInWords(LONGEST_EXTENSION_YEARS)} years`,
  limit:
    "Some have run out, and extending those gives away more than you may on your own. Generate new ones instead, which a second person can approve",
} as const;

export const WITHDRAW_REFUSALS = {
  not_waiting: "It’s too late: somebody has decided, or all are made.",
  not_own: "Only the person who asked for it can withdraw it.",
} as const;

/** The error beside the field. */
export const REDEEM_REFUSALS = {
  no_customer: { email: "No customer has confirmed this email address" },
  suspended: { email: "This account is suspended" },
  limit: {
    email:
      "They didn’t buy this voucher, and its giver didn’t send it to them. Redeeming it gives away more than you may on your own today. With its code they can redeem it themselves",
  },
  unknown_type: { loop: "Please choose a loop" },
  not_a_day: { deliveryDay: "Please choose a date from the calendar" },
  too_early: { deliveryDay: `Please choose a day at least ${EARLIEST_DELIVERY_DAYS} days ahead` },
  too_late: { deliveryDay: `Please choose a day within ${numberInWords(LATEST_DELIVERY_YEARS)} years` },
  // Of the form as a whole.
  not_yet_valid: { "": "This voucher can’t be redeemed before its first day" },
  expired: { "": "This voucher has expired. You can extend it first" },
  used: { "": "This voucher has already been redeemed" },
  cancelled: { "": "This voucher has been cancelled" },
  on_hold: { "": "This voucher is suspended" },
  unknown: { "": "This voucher can’t be redeemed" },
} as const;

/** The link back to a voucher's page. */
export function toVoucher(id: string) {
  return { label: "Back to the voucher", href: `/hyperloop/vouchers/${id}` };
}
