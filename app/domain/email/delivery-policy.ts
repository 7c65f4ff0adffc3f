import { CODE_LIFE_MINUTES } from "../accounts/codes";
import { RESET_LINK_MINUTES } from "../accounts/password-reset";
import { SET_UP_LINK_DAYS } from "../staff/access-lengths";
import { DAY_MINUTES, DAY_MS, MINUTE_MS } from "../time/durations";
import type { EmailKind } from "./email-layout";

/** When emails go, how often they are tried, and how many one person gets. */

/**
 * No address gets more than 5 emails in an hour and 20 in a day, and all of them together no more than 500 in an
 * hour; an email over the cap waits until there is room, it is never dropped. Every email counts. Some kinds go
 * regardless: a code, which somebody is waiting for and which is useless later, an enquiry to the company, whose
 * emailbox is meant to fill (how many of each can be asked for is limited where they are made), the confirmation of
 * an order, which the law wants promptly, and what concerns a password or an account's address.
 */
export const RECIPIENT_CAPS = [
  { most: 5, minutes: 60 },
  { most: 20, minutes: DAY_MINUTES },
] as const;
export const ALL_EMAILS_CAP = { most: 500, minutes: 60 } as const;

interface DeliveryRule {
  /**
   * `nothing`: about an order, an account or a gift on its way, and goes always. `email`: only to whoever wants
   * emails about their year, and with a way to stop them.
   */
  obeys: "nothing" | "email";
  isCapped: boolean;
  /** What it says opens something: it is emptied once it has gone. */
  carriesSecret: boolean;
  /** Once its way has ended, nothing of it may say whom it went to. */
  forgetsReader?: boolean;
  /** After so long it only confuses, and is withdrawn. */
  usefulMinutes: number | null;
}

const DELIVERY_RULES: Record<EmailKind, DeliveryRule> = {
  verification_code: {
    obeys: "nothing",
    isCapped: false,
    carriesSecret: true,
    usefulMinutes: CODE_LIFE_MINUTES,
  },
  account_exists: { obeys: "nothing", isCapped: true, carriesSecret: false, usefulMinutes: null },
  order_confirmation: { obeys: "nothing", isCapped: false, carriesSecret: false, usefulMinutes: null },
  refund: { obeys: "nothing", isCapped: false, carriesSecret: false, usefulMinutes: null },
  enquiry: { obeys: "nothing", isCapped: false, carriesSecret: false, usefulMinutes: null },
  password_reset: {
    obeys: "nothing",
    isCapped: false,
    carriesSecret: true,
    usefulMinutes: RESET_LINK_MINUTES,
  },
  password_changed: { obeys: "nothing", isCapped: false, carriesSecret: false, usefulMinutes: null },
  email_change_code: {
    obeys: "nothing",
    isCapped: false,
    carriesSecret: true,
    usefulMinutes: CODE_LIFE_MINUTES,
  },
  email_changed: { obeys: "nothing", isCapped: false, carriesSecret: false, usefulMinutes: null },
  loop_waiting: { obeys: "email", isCapped: true, carriesSecret: false, usefulMinutes: null },
  gift_voucher: { obeys: "nothing", isCapped: false, carriesSecret: false, usefulMinutes: null },
  gift: { obeys: "nothing", isCapped: true, carriesSecret: false, usefulMinutes: null },
  voucher_reminder: { obeys: "email", isCapped: true, carriesSecret: false, usefulMinutes: null },
  voucher_redeemed: { obeys: "nothing", isCapped: true, carriesSecret: false, usefulMinutes: null },
  deletion_asked: { obeys: "nothing", isCapped: false, carriesSecret: false, usefulMinutes: null },
  deletion_withdrawn: { obeys: "nothing", isCapped: false, carriesSecret: false, usefulMinutes: null },
  account_deleted: {
    obeys: "nothing",
    isCapped: false,
    carriesSecret: true,
    forgetsReader: true,
    usefulMinutes: null,
  },
  weekly: { obeys: "email", isCapped: true, carriesSecret: false, usefulMinutes: null },
  printing: { obeys: "nothing", isCapped: true, carriesSecret: false, usefulMinutes: null },
  shipped: { obeys: "nothing", isCapped: true, carriesSecret: false, usefulMinutes: null },
  account_opened: { obeys: "nothing", isCapped: false, carriesSecret: false, usefulMinutes: null },
  staff_set_up: {
    obeys: "nothing",
    isCapped: false,
    carriesSecret: true,
    usefulMinutes: SET_UP_LINK_DAYS * DAY_MINUTES,
  },
  delivered: { obeys: "nothing", isCapped: true, carriesSecret: false, usefulMinutes: null },
  entry_rejected: { obeys: "nothing", isCapped: true, carriesSecret: false, usefulMinutes: null },
  entry_hidden: { obeys: "nothing", isCapped: true, carriesSecret: false, usefulMinutes: null },
};

/** Every kind there is, in the order of their names. */
export const EMAIL_KINDS = Object.keys(DELIVERY_RULES).sort() as EmailKind[];

/** Those that go however many have gone. */
export const UNCAPPED_KINDS = EMAIL_KINDS.filter((kind) => !DELIVERY_RULES[kind].isCapped);

/** The rules for a kind; a row of a kind that is no longer written is treated with most care. */
export function deliveryRule(kind: EmailKind): DeliveryRule {
  return DELIVERY_RULES[kind] ?? { obeys: "email", isCapped: true, carriesSecret: true, usefulMinutes: null };
}

export function isStale(kind: EmailKind, createdAt: Date, now: Date): boolean {
  const { usefulMinutes } = deliveryRule(kind);
  return usefulMinutes !== null && now.getTime() - createdAt.getTime() >= usefulMinutes * MINUTE_MS;
}

/** Minutes between one try and the next; afterwards once a day. */
const BACK_OFF_MINUTES = [1, 5, 15, 60, 240] as const;
/** An email that could not be posted for three days is dead. */
const DEAD_AFTER_DAYS = 3;

/** When to try again after `tries` tries, the last of them now; null when the email is given up. */
export function nextTryAfter(tries: number, createdAt: Date, now: Date): Date | null {
  if (now.getTime() - createdAt.getTime() >= DEAD_AFTER_DAYS * DAY_MS) return null;
  const minutes = BACK_OFF_MINUTES[tries - 1] ?? DAY_MINUTES;
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

/** How often one email can be sent again within a day. */
export const MOST_RESENDS_A_DAY = 3;

/** A run takes few emails, so that even with every time-out reached it ends before the first lease does. */
export const EMAILS_PER_RUN = 10;
export const LEASE_MINUTES = 15;
