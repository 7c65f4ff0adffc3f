import { restInWords } from "~/domain/kernel/limits/limits";
import { formatPence } from "~/domain/kernel/money/pounds";
import { londonDay } from "~/domain/kernel/time/days";
import { endOfLondonDay, startOfLondonDay } from "~/domain/kernel/time/instants";

/**
 * Discounts: a percentage or a fixed sum off the subtotal, never below zero and never off delivery. A code may require
 * a minimum order, cap its discount, expire, start later, and be for first orders only.
 */

export interface DiscountTerms {
  type: "PERCENTAGE" | "FIXED_AMOUNT";
  /** Whole per cent, or pence. */
  value: number;
  maxUses: number | null;
  usedCount: number;
  minimumOrderPence: number | null;
  maximumDiscountPence: number | null;
  firstOrderOnly: boolean;
  oncePerCustomer: boolean;
  startsAt: Date | null;
  expiresAt: Date | null;
  isActive: boolean;
}

export interface CustomerData {
  /** Without an account the email of the order says who they are, so a refusal doesn't tell what was bought. */
  isGuest: boolean;
  paidOrders: number;
  usedThisCode: boolean;
}

export type DiscountRefusal =
  | "unknown"
  | "inactive"
  | "not_yet"
  | "expired"
  | "used_up"
  | "order_too_small"
  | "account_first"
  | "email_known"
  | "not_first_order"
  | "already_used";

export type DiscountResult = { ok: true; discountPence: number } | { ok: false; reason: DiscountRefusal };

export function applyDiscount(
  terms: DiscountTerms,
  subtotalPence: number,
  customer: CustomerData,
  now: Date,
): DiscountResult {
  if (!terms.isActive) return { ok: false, reason: "inactive" };
  if (terms.expiresAt && now >= terms.expiresAt) return { ok: false, reason: "expired" };
  if (terms.maxUses !== null && terms.usedCount >= terms.maxUses) return { ok: false, reason: "used_up" };
  if (terms.startsAt && now < terms.startsAt) return { ok: false, reason: "not_yet" };
  if (terms.minimumOrderPence !== null && subtotalPence < terms.minimumOrderPence) {
    return { ok: false, reason: "order_too_small" };
  }
  const known = whyKnown(terms, customer);
  if (known) return { ok: false, reason: customer.isGuest ? "email_known" : known };
  return { ok: true, discountPence: worth(terms, subtotalPence) };
}

/** Why a code that works once is over for this customer; null where it isn't. */
export function whyKnown(terms: OnceTerms, customer: Pick<CustomerData, "paidOrders" | "usedThisCode">) {
  if (terms.firstOrderOnly && customer.paidOrders > 0) return "not_first_order";
  return terms.oncePerCustomer && customer.usedThisCode ? "already_used" : null;
}

type OnceTerms = Pick<DiscountTerms, "firstOrderOnly" | "oncePerCustomer">;

/** Whether a code asks who its buyer is: a guest is then known by the email of their order. */
export function asksForBuyer({ firstOrderOnly, oncePerCustomer }: OnceTerms): boolean {
  return firstOrderOnly || oncePerCustomer;
}

/** The message for a guest about such a code where it is applied, before they have identified themselves. */
export function formatAsked(terms: OnceTerms): string | null {
  if (!asksForBuyer(terms)) return null;
  const what = terms.firstOrderOnly ? "It’s for a first order." : "It works once per customer.";
  return `${what} We check your email address when you pay.`;
}

export function worth(
  terms: Pick<DiscountTerms, "type" | "value" | "maximumDiscountPence">,
  subtotalPence: number,
): number {
  // Half a penny rounds up, in whole numbers, so that no fraction is ever stored.
  const full = terms.type === "PERCENTAGE" ? Math.floor((subtotalPence * terms.value + 50) / 100) : terms.value;
  const most = Math.min(subtotalPence, terms.maximumDiscountPence ?? subtotalPence);
  return Math.min(full, most);
}

/**
 * What a code takes off this sum, as text: "10%" where it takes its whole percentage, else the sum: "£3.00".
 */
export function formatTaken(
  terms: Pick<DiscountTerms, "type" | "value">,
  { subtotalPence, discountPence }: { subtotalPence: number; discountPence: number },
): string {
  const isWhole = worth({ ...terms, maximumDiscountPence: null }, subtotalPence) === discountPence;
  return terms.type === "PERCENTAGE" && isWhole ? `${terms.value}%` : formatPence(discountPence);
}

export function tooManyCodes(seconds: number): string {
  return `Too many codes were tried. Try again in ${restInWords(seconds)}, or pay without a code`;
}

export const DISCOUNT_MESSAGES: Record<DiscountRefusal, string> = {
  unknown: "Code not recognised",
  inactive: "This code isn’t active at the moment",
  not_yet: "You can’t use this code yet",
  expired: "This code has expired",
  used_up: "This code has been used up",
  order_too_small: "Your order is too small for this code",
  account_first: "Sign in or create an account to use this code",
  email_known:
    "This code doesn’t work with this email address. It may have been used for an order before, as a guest or with an account",
  not_first_order: "This code is for first orders only",
  already_used: "You’ve already used this code",
};

/** The most that one person takes off a price. */
export const ALONE_MOST_PERCENT = 50;

export type CostTerms = Pick<DiscountTerms, "type" | "value" | "maxUses" | "maximumDiscountPence">;

/**
 * Whether a discount needs a second person whatever else was given: one that takes more than half off a loop, or has no
 * limit of uses, so that its cost is unlimited. For all others, what they can cost counts towards the day's limit.
 */
export function needsSecondPerson(terms: CostTerms, loopPence: number): boolean {
  if (terms.maxUses === null) return true;
  if (terms.type === "PERCENTAGE") return terms.value > ALONE_MOST_PERCENT;
  return worth(terms, loopPence) * 100 > loopPence * ALONE_MOST_PERCENT;
}

/** The cost in pence if every use is made, each off one loop; null without a limit of uses. */
export function possibleCostPence(terms: CostTerms, loopPence: number): number | null {
  return terms.maxUses === null ? null : terms.maxUses * worth(terms, loopPence);
}

/** A discount's state for staff. */
export type DiscountState = "waiting" | "inactive" | "expired" | "used_up" | "not_yet" | "active";

export interface StatedTerms
  extends Pick<DiscountTerms, "isActive" | "startsAt" | "expiresAt" | "maxUses" | "usedCount"> {
  /** For a second person to approve it. */
  isWaiting: boolean;
}

/** Waiting for approval comes first, then switched off, expired, used up, not begun; otherwise it can be used. */
export function discountState(terms: StatedTerms, now: Date): DiscountState {
  if (terms.isWaiting) return "waiting";
  if (!terms.isActive) return "inactive";
  if (terms.expiresAt !== null && terms.expiresAt <= now) return "expired";
  if (terms.maxUses !== null && terms.usedCount >= terms.maxUses) return "used_up";
  return terms.startsAt !== null && now < terms.startsAt ? "not_yet" : "active";
}

/** The start of its first London day and the end of its last; null for an unset day (""). */
export function discountTimes(days: { startsOn: string; expiresOn: string }): {
  startsAt: Date | null;
  expiresAt: Date | null;
} {
  const { startsOn, expiresOn } = days;
  return {
    startsAt: startsOn === "" ? null : startOfLondonDay(startsOn),
    expiresAt: expiresOn === "" ? null : endOfLondonDay(expiresOn),
  };
}

/** The last London day of a code, which may end with its last instant or at the midnight after it. */
export const lastDayOf = (expiresAt: Date): string => londonDay(new Date(expiresAt.getTime() - 1));
