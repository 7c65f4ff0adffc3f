import type { Permission } from "./permissions";

/** The lists of the back office that can be sorted and whose filters can be saved, each with the permission it takes. */
export const LISTS = {
  orders: "orders.read",
  people: "accounts.read",
  vouchers: "vouchers.read",
  emails: "emails.read",
  moderation: "entries.queue",
  discounts: "discounts.read",
  "print-queue": "printing.read",
  impersonations: "impersonations.read",
  audit: "audit.read",
  inbox: "inbox.read",
} as const satisfies Readonly<Record<string, Permission>>;

export type ListName = keyof typeof LISTS;

export const LIST_NAMES = Object.keys(LISTS) as [ListName, ...ListName[]];
