import { lastCancelDay } from "~/domain/kernel/time/cancellation-days";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";

/**
 * The link in every email about a guest's order: one for the order, and it works as long as what the order is about. Its
 * end is not in the link but follows from the order, so that a voucher that staff extend extends the link too.
 */

interface LinkedOrder {
  kind: "loop" | "gift" | "book_copies";
  status: "PENDING" | "PAID" | "CANCELLED" | "PARTLY_REFUNDED" | "REFUNDED";
  paidAt: Date | null;
  /** The last instant of its voucher; null for an order without one. */
  voucherEndsAt: Date | null;
  isDelivered: boolean;
}

/** Whether the link of an order opens it: while it can be cancelled, its voucher works or its book is to come. */
export function isLinkOpen(order: LinkedOrder, now: Date): boolean {
  const { kind, status, paidAt, voucherEndsAt, isDelivered } = order;
  if (!paidAt) return false;
  if (londonDay(now) <= lastCancelDay(paidAt)) return true;
  if (status === "REFUNDED" || status === "CANCELLED") return false;
  return kind === "gift" ? voucherEndsAt !== null && now <= voucherEndsAt : !isDelivered;
}

const UNTIL = {
  loop: "until your book is delivered",
  book_copies: "until your copies are delivered",
  gift: "until your voucher ends",
} as const;

/** The same of an order that is over: its link ends with the days to cancel it. */
export function formatEndedLink(paidAt: Date): string {
  return `This link works until the end of ${formatDay(lastCancelDay(paidAt))}. Anyone who has it can see your order, so keep it to yourself.`;
}

/** How long the link works, and who may use it. */
export function formatLink(kind: LinkedOrder["kind"]): string {
  return `This link works without an account ${UNTIL[kind]}; once you’ve opened an account, it asks you to sign in. Anyone who has it can see, change and cancel your order, so keep it to yourself.`;
}
