import { INBOX_SORTS, INBOX_TABS, INBOX_USUAL } from "~/domain/backoffice/inbox/work-kinds";
import { ENTRY_SORTS } from "~/domain/backoffice/moderation/moderation-queue.server";
import { ACCOUNT_SORTS } from "~/domain/backoffice/staff/account-list.server";
import { EMAIL_SORTS } from "~/domain/backoffice/staff/admin-emails.server";
import { mayChangeView, savedViewsOf } from "~/domain/backoffice/staff/saved-views.server";
import { isDay } from "~/domain/kernel/time/days";
import { EMAIL_KINDS } from "~/domain/mail/outbox/delivery-policy";
import { QUEUE_SORTS, QUEUE_VIEWS, usualSortOf } from "~/domain/operations/printing/print-queue.server";
import { AREAS, AUDIT_SORTS } from "~/domain/people/staff/audit-log.server";
import { IMPERSONATION_SORTS } from "~/domain/people/staff/impersonations.server";
import type { ListName } from "~/domain/people/staff/list-names";
import { listStaff } from "~/domain/people/staff/staff-list.server";
import { DISCOUNT_SORTS } from "~/domain/shop/discounts/admin-discounts.server";
import { ORDER_SORTS } from "~/domain/shop/orders/admin-orders.server";
import { VOUCHER_SORTS } from "~/domain/shop/vouchers/admin-vouchers.server";
import type { StaffUser } from "~/web/staff-auth.server";
import { PATHS } from "./paths";

/** What the address of each list may ask for; of every filter the default first. */
export const LIST_FILTERS = {
  orders: {
    status: ["all", "PENDING", "PAID", "CANCELLED", "PARTLY_REFUNDED", "REFUNDED"],
    sort: ORDER_SORTS.words,
  },
  people: {
    status: ["all", "active", "inactive", "suspended"],
    kind: ["all", "real", "test"],
    sort: ACCOUNT_SORTS.words,
  },
  vouchers: {
    status: ["all", "ACTIVE", "REDEEMED", "EXPIRED", "CANCELLED", "SUSPENDED"],
    soon: ["", "1"],
    sort: VOUCHER_SORTS.words,
  },
  emails: {
    kind: ["all", ...EMAIL_KINDS],
    state: ["all", "waiting", "sent", "dead", "cancelled"],
    sort: EMAIL_SORTS.words,
  },
  moderation: {
    status: ["all", "PENDING", "FLAGGED", "APPROVED", "REJECTED", "HIDDEN"],
    sort: ENTRY_SORTS.words,
  },
  discounts: {
    status: ["all", "active", "not_yet", "inactive", "expired", "waiting"],
    sort: DISCOUNT_SORTS.words,
  },
  "print-queue": { view: QUEUE_VIEWS, sort: QUEUE_SORTS.words },
  impersonations: { sort: IMPERSONATION_SORTS.words },
  audit: { area: ["all", ...AREAS], sort: AUDIT_SORTS.words },
  inbox: { show: INBOX_TABS, sort: ["", ...INBOX_SORTS] },
} as const satisfies Readonly<Record<ListName, Readonly<Record<string, readonly [string, ...string[]]>>>>;

const USUAL: Readonly<Record<ListName, string>> = {
  orders: ORDER_SORTS.usual,
  people: ACCOUNT_SORTS.usual,
  vouchers: VOUCHER_SORTS.usual,
  emails: EMAIL_SORTS.usual,
  moderation: ENTRY_SORTS.usual,
  discounts: DISCOUNT_SORTS.usual,
  "print-queue": QUEUE_SORTS.usual,
  impersonations: IMPERSONATION_SORTS.usual,
  audit: AUDIT_SORTS.usual,
  inbox: INBOX_USUAL,
};

/** What every list's loader gives to its page besides its rows: its order, and its saved views. */
export function listFacts(list: ListName, { request, staff }: { request: Request; staff: StaffUser }) {
  const params = new URL(request.url).searchParams;
  const asked = viewAsked(list, params);
  const path = LIST_PATHS[list];
  const views = savedViewsOf(list, staff.staffId).map((view) => ({
    id: view.id,
    name: view.name,
    isShared: view.isShared,
    href: `${path}?${view.query}`,
    isCurrent: view.query === asked,
    mayChange: mayChangeView(view, staff),
  }));
  const isNew = asked !== "" && !views.some(({ isCurrent }) => isCurrent);
  return {
    list,
    usual: list === "print-queue" ? usualSortOf(params.get("view") ?? "") : USUAL[list],
    views,
    saveAt: isNew ? `${PATHS.saveView}?list=${list}&${asked}` : null,
  };
}

export const LIST_PATHS: Readonly<Record<ListName, string>> = {
  orders: PATHS.orders,
  people: PATHS.people,
  vouchers: PATHS.vouchers,
  emails: PATHS.emails,
  moderation: PATHS.moderation,
  discounts: PATHS.discounts,
  "print-queue": PATHS.printQueue,
  impersonations: PATHS.impersonations,
  audit: PATHS.audit,
  inbox: PATHS.inbox,
};

/** Filters of a list that are not one of a few values: who did something, and on which days. */
const BY_WHOM: readonly ListName[] = ["impersonations", "audit"];
const BY_DAY: readonly ListName[] = ["audit"];

/** What an address asks of a list: its known filters with a known value other than the usual one, and the search. */
export function viewAsked(list: ListName, params: URLSearchParams): string {
  const chosen: Record<string, string> = {};
  const choices: [string, readonly string[]][] = Object.entries(LIST_FILTERS[list]);
  if (BY_WHOM.includes(list)) choices.push(["by", ["", ...listStaff().map(({ id }) => id)]]);
  for (const [name, words] of choices) {
    const value = params.get(name) ?? "";
    if (value !== words[0] && words.includes(value)) chosen[name] = value;
  }
  for (const name of BY_DAY.includes(list) ? ["from", "until"] : []) {
    const value = params.get(name) ?? "";
    if (isDay(value)) chosen[name] = value;
  }
  return new URLSearchParams(chosen).toString();
}
