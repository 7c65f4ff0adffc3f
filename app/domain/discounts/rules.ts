import { formatPence } from "../money/pounds";

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
  /** A buyer without an account has no orders to count. */
  hasAccount: boolean;
  paidOrders: number;
  usedThisCode: boolean;
}

export type DiscountRefusal =
  | "unknown"
  | "expired"
  | "used_up"
  | "order_too_small"
  | "account_first"
  | "not_first_order"
  | "already_used";

export type DiscountAnswer = { ok: true; discountPence: number } | { ok: false; reason: DiscountRefusal };

/** What a code takes off a subtotal in pence, or why it takes nothing. */
export function applyDiscount(
  terms: DiscountTerms,
  subtotalPence: number,
  customer: CustomerData,
  now: Date,
): DiscountAnswer {
  if (!terms.isActive || (terms.startsAt && now < terms.startsAt)) return { ok: false, reason: "unknown" };
  if (terms.expiresAt && now >= terms.expiresAt) return { ok: false, reason: "expired" };
  if (terms.maxUses !== null && terms.usedCount >= terms.maxUses) return { ok: false, reason: "used_up" };
  if (terms.minimumOrderPence !== null && subtotalPence < terms.minimumOrderPence) {
    return { ok: false, reason: "order_too_small" };
  }
  if ((terms.firstOrderOnly || terms.oncePerCustomer) && !customer.hasAccount) {
    return { ok: false, reason: "account_first" };
  }
  if (terms.firstOrderOnly && customer.paidOrders > 0) return { ok: false, reason: "not_first_order" };
  if (terms.oncePerCustomer && customer.usedThisCode) return { ok: false, reason: "already_used" };
  return { ok: true, discountPence: worth(terms, subtotalPence) };
}

/** The pence taken off a subtotal. */
export function worth(
  terms: Pick<DiscountTerms, "type" | "value" | "maximumDiscountPence">,
  subtotalPence: number,
): number {
  // Half a penny rounds up, in whole numbers, so that no fraction is ever stored.
  const full =
    terms.type === "PERCENTAGE" ? Math.floor((subtotalPence * terms.value + 50) / 100) : terms.value;
  const most = Math.min(subtotalPence, terms.maximumDiscountPence ?? subtotalPence);
  return Math.min(full, most);
}

/**
 * What a code takes off this sum, as it is said: "10%" where it takes its whole percentage, else the sum: "£3.00".
 */
export function sayTaken(
  terms: Pick<DiscountTerms, "type" | "value">,
  { subtotalPence, discountPence }: { subtotalPence: number; discountPence: number },
): string {
  const isWhole = worth({ ...terms, maximumDiscountPence: null }, subtotalPence) === discountPence;
  return terms.type === "PERCENTAGE" && isWhole ? `${terms.value}%` : formatPence(discountPence);
}

export const DISCOUNT_SENTENCES: Record<DiscountRefusal, string> = {
  unknown: "Code not recognised",
  expired: "This code has expired",
  used_up: "This code has been used up",
  order_too_small: "Your order is too small for this code",
  account_first: "This code works once per customer. Sign in or create an account to use it",
  not_first_order: "This code is for first orders only",
  already_used: "You’ve already used this code",
};
