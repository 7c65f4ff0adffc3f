import { CODE_LIFE_MINUTES, RESET_LINK_MINUTES, SET_UP_LINK_DAYS } from "~/domain/kernel/time/access-lengths";
import { DAY_MINUTES, DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import type { EmailKind } from "../layout/email-layout";

/** When emails are sent, how often a failed one is retried, and how many one address gets. */

/**
 * No address gets more than 5 emails an hour and 20 a day, and all addresses together no more than 500 an hour; an
 * email over a cap waits until there is room and is never dropped. Every email counts. Some kinds are exempt from
 * waiting: codes, which somebody is waiting for and which soon expire; enquiries to the company, whose mailbox must be
 * able to fill (their number is limited at the form); order confirmations, which the law requires promptly; and notices
 * about a password or an account's address.
 */
export const RECIPIENT_CAPS = [
  { most: 5, minutes: 60 },
  { most: 20, minutes: DAY_MINUTES },
] as const;
export const ALL_EMAILS_CAP = { most: 500, minutes: 60 } as const;

interface DeliveryRule {
  /**
   * `nothing`: about an order, an account or a gift on its way; always sent. `email`: only to those who want emails
   * about their year, with an unsubscribe link.
   */
  obeys: "nothing" | "email";
  /** Always sent, and its reader can refuse the reminders that follow it. */
  offersStop?: true;
  isCapped: boolean;
  /** Contains a code or link that grants access, so its text is erased once it is sent. */
  carriesSecret: boolean;
  /** Once it is sent or given up, its row must not name the recipient. */
  forgetsReader?: boolean;
  /** An older email is useless and is cancelled. */
  usefulMinutes: number | null;
}

/** Always sent, and exempt from the caps. */
const PROMPT: DeliveryRule = { obeys: "nothing", isCapped: false, carriesSecret: false, usefulMinutes: null };
/** Always sent, once there is room. */
const CAPPED: DeliveryRule = { ...PROMPT, isCapped: true };
/** Sent to those who want it, once there is room. */
const OPTIONAL: DeliveryRule = { ...CAPPED, obeys: "email" };
/** Carries a code or a link that works for so many minutes. */
const secretFor = (usefulMinutes: number): DeliveryRule => ({
  ...PROMPT,
  carriesSecret: true,
  usefulMinutes,
});

const DELIVERY_RULES: Record<EmailKind, DeliveryRule> = {
  verification_code: secretFor(CODE_LIFE_MINUTES),
  account_exists: CAPPED,
  order_confirmation: PROMPT,
  payment_refused: PROMPT,
  address_changed: PROMPT,
  refund: PROMPT,
  enquiry: PROMPT,
  password_reset: secretFor(RESET_LINK_MINUTES),
  password_changed: PROMPT,
  email_change_code: secretFor(CODE_LIFE_MINUTES),
  email_changed: PROMPT,
  loop_waiting: OPTIONAL,
  year_dates: CAPPED,
  gift_voucher: PROMPT,
  gift: { ...CAPPED, offersStop: true },
  gift_changed: CAPPED,
  voucher_reminder: OPTIONAL,
  voucher_redeemed: CAPPED,
  deletion_asked: PROMPT,
  deletion_withdrawn: PROMPT,
  account_deleted: { ...PROMPT, carriesSecret: true, forgetsReader: true },
  account_restored: PROMPT,
  weekly: OPTIONAL,
  sent_to_print: CAPPED,
  printing: CAPPED,
  shipped: CAPPED,
  shipment_late: CAPPED,
  account_opened: PROMPT,
  approvals_waiting: PROMPT,
  account_corrected: PROMPT,
  staff_changed: PROMPT,
  staff_set_up: secretFor(SET_UP_LINK_DAYS * DAY_MINUTES),
  delivered: CAPPED,
  entry_rejected: CAPPED,
  entry_hidden: CAPPED,
};

/** All kinds, in alphabetical order. */
export const EMAIL_KINDS = Object.keys(DELIVERY_RULES).sort() as EmailKind[];

/** The kinds exempt from the caps. */
export const UNCAPPED_KINDS = EMAIL_KINDS.filter((kind) => !DELIVERY_RULES[kind].isCapped);

/** Whether an email of this kind has an unsubscribe link. */
export function canBeStopped(kind: EmailKind): boolean {
  const { obeys, offersStop = false } = deliveryRule(kind);
  return obeys === "email" || offersStop;
}

/** The rules for a kind; an unknown kind from an old row gets the strictest ones. */
export function deliveryRule(kind: EmailKind): DeliveryRule {
  return DELIVERY_RULES[kind] ?? { obeys: "email", isCapped: true, carriesSecret: true, usefulMinutes: null };
}

export function isStale(kind: EmailKind, createdAt: Date, now: Date): boolean {
  const { usefulMinutes } = deliveryRule(kind);
  return usefulMinutes !== null && now.getTime() - createdAt.getTime() >= usefulMinutes * MINUTE_MS;
}

/** Minutes between attempts; afterwards once a day. */
const BACK_OFF_MINUTES = [1, 5, 15, 60, 240] as const;
/** An email that could not be sent for three days is given up. */
const DEAD_AFTER_DAYS = 3;

/** When to retry after `tries` attempts, the last of them now; null when the email is given up. */
export function nextTryAfter(tries: number, createdAt: Date, now: Date): Date | null {
  if (now.getTime() - createdAt.getTime() >= DEAD_AFTER_DAYS * DAY_MS) return null;
  const minutes = BACK_OFF_MINUTES[tries - 1] ?? DAY_MINUTES;
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

/** How often one email can be sent again within a day. */
export const MOST_RESENDS_A_DAY = 3;

/** A run sends few emails, so that it ends before its first lease does, even if every attempt times out. */
export const EMAILS_PER_RUN = 10;
export const LEASE_MINUTES = 15;
