import { CODE_LIFE_MINUTES, RESET_LINK_MINUTES, SET_UP_LINK_DAYS } from "~/domain/kernel/time/access-lengths";
import { DAY_MINUTES, MINUTE_MS } from "~/domain/kernel/time/durations";

/** The kinds of email and how each is delivered. */

/**
 * The lanes of the outbox, from the most to the least urgent: none waits for one below it. Somebody waits at a page for what
 * is in the first; what they paid for is in the second.
 */
export const LANES = ["codes", "orders", "weekly", "reminders"] as const;
export type Lane = (typeof LANES)[number];

export const LANE_NAMES: Readonly<Record<Lane, string>> = {
  codes: "Codes and security",
  orders: "Orders, gifts and parcels",
  weekly: "Weekly emails",
  reminders: "Reminders",
};

interface DeliveryRule {
  lane: Lane;
  /**
   * `nothing`: about an order, an account or a gift on its way; always sent. `email`: only to those who want emails
   * about their year, with an unsubscribe link.
   */
  obeys: "nothing" | "email";
  /** Always sent, and its reader can refuse the reminders that follow it. */
  offersStop?: true;
  /** Whether it waits where its recipient has had many lately. */
  isCapped: boolean;
  /** Contains a code or link that grants access, so its text is erased once it is sent. */
  carriesSecret: boolean;
  /** Once it is sent or given up, its row must not name the recipient. */
  forgetsReader?: boolean;
  /** Quotes an entry, or contains a moderator's note about one. */
  quotesEntry?: true;
  /** An older email is useless and is cancelled. */
  usefulMinutes: number | null;
}

/** Always sent, and exempt from the caps. */
const PROMPT: DeliveryRule = {
  ...{ lane: "orders", obeys: "nothing", isCapped: false, carriesSecret: false, usefulMinutes: null },
};
/** Always sent, once there is room. */
const CAPPED: DeliveryRule = { ...PROMPT, isCapped: true };
/** Sent to those who want it, once there is room. */
const OPTIONAL: DeliveryRule = { ...CAPPED, lane: "reminders", obeys: "email" };
/** About who can sign in to an account. */
const SECURITY: DeliveryRule = { ...PROMPT, lane: "codes" };
/** Carries a code or a link that works for so many minutes. */
const secretFor = (usefulMinutes: number): DeliveryRule => ({ ...SECURITY, carriesSecret: true, usefulMinutes });

/** Every kind of email, and how it is delivered. */
const DELIVERY_RULES = {
  verification_code: secretFor(CODE_LIFE_MINUTES),
  account_exists: { ...SECURITY, isCapped: true },
  order_confirmation: PROMPT,
  payment_refused: PROMPT,
  address_changed: PROMPT,
  refund: PROMPT,
  enquiry: PROMPT,
  password_reset: secretFor(RESET_LINK_MINUTES),
  password_changed: SECURITY,
  email_change_code: secretFor(CODE_LIFE_MINUTES),
  email_changed: SECURITY,
  loop_waiting: OPTIONAL,
  year_dates: CAPPED,
  photo_unreadable: CAPPED,
  gift_voucher: PROMPT,
  gift: { ...CAPPED, offersStop: true },
  gift_changed: CAPPED,
  voucher_reminder: OPTIONAL,
  voucher_redeemed: CAPPED,
  deletion_asked: SECURITY,
  deletion_withdrawn: SECURITY,
  account_deleted: { ...SECURITY, carriesSecret: true, forgetsReader: true },
  account_restored: SECURITY,
  weekly: { ...OPTIONAL, lane: "weekly", quotesEntry: true, usefulMinutes: 7 * DAY_MINUTES },
  year_over: { ...OPTIONAL, lane: "weekly" },
  sent_to_print: CAPPED,
  printing: CAPPED,
  shipped: CAPPED,
  shipment_late: CAPPED,
  account_opened: SECURITY,
  approvals_waiting: PROMPT,
  account_corrected: SECURITY,
  staff_changed: SECURITY,
  staff_set_up: secretFor(SET_UP_LINK_DAYS * DAY_MINUTES),
  delivered: CAPPED,
  entry_rejected: { ...CAPPED, quotesEntry: true },
  entry_hidden: { ...CAPPED, quotesEntry: true },
} satisfies Record<string, DeliveryRule>;

export type EmailKind = keyof typeof DELIVERY_RULES;

/** All kinds, in alphabetical order. */
export const EMAIL_KINDS = Object.keys(DELIVERY_RULES).sort() as EmailKind[];

/** The rules for a kind; an unknown kind from an old row gets the strictest ones. */
export function deliveryRule(kind: string): DeliveryRule {
  const rules: Readonly<Record<string, DeliveryRule>> = DELIVERY_RULES;
  return rules[kind] ?? { ...OPTIONAL, carriesSecret: true };
}

/** Whether an email of this kind has an unsubscribe link. */
export function canBeStopped(kind: string): boolean {
  const { obeys, offersStop = false } = deliveryRule(kind);
  return obeys === "email" || offersStop;
}

export function isStale(kind: string, createdAt: Date, now: Date): boolean {
  const { usefulMinutes } = deliveryRule(kind);
  return usefulMinutes !== null && now.getTime() - createdAt.getTime() >= usefulMinutes * MINUTE_MS;
}
