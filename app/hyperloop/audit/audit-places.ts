import { isDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { PERIOD_NAMES, type Period } from "~/domain/kernel/time/periods";
import { LANE_NAMES, type Lane } from "~/domain/mail/kinds/email-kinds";
import { PATHS } from "~/hyperloop/paths";

/** The pages of what staff acts were about, by its type. */
export const PLACES: Readonly<Record<string, (id: string) => string>> = {
  alarm: () => PATHS.alarms,
  analytics: (id) => (id === "finishing" ? PATHS.finishing : `${PATHS.analytics}?period=${id}`),
  audit: (id) => `${PATHS.audit}?area=${id}`,
  checks: () => PATHS.testing,
  discount: (id) => `${PATHS.discounts}/${id}`,
  email: (id) => `${PATHS.emails}/${id}`,
  email_lane: () => PATHS.system,
  entry: (id) => `${PATHS.moderation}/${id}`,
  exposure_limit: (id) => `${PATHS.limits}/${id}`,
  exposure_request: (id) => `${PATHS.limitRequests}/${id}`,
  job: () => PATHS.system,
  ledger: (id) => `${PATHS.ledger}?${daysOf(id).query}`,
  machine: () => PATHS.system,
  note: (id) => `/hyperloop/notes/${id}`,
  order: (id) => `${PATHS.orders}/${id}`,
  pick_list: (id) => `${PATHS.printQueue}/pick-list?day=${id}`,
  "refused-emails": () => PATHS.system,
  refund_request: (id) => `${PATHS.refundRequests}/${id}`,
  reprint_request: (id) => `${PATHS.reprintRequests}/${id}`,
  restore_request: (id) => `${PATHS.restores}/${id}`,
  search: () => `${PATHS.moderation}/words`,
  settings: () => PATHS.settings,
  shipment: (id) => `${PATHS.printQueue}/${id}`,
  staff: (id) => `${PATHS.staff}/${id}`,
  supplier_invoice: (id) => `${PATHS.printCosts}/invoices/${id}`,
  voucher: (id) => `${PATHS.vouchers}/${id}`,
  voucher_batch: (id) => `${PATHS.batches}/${id}`,
  vouchers: (id) => `${PATHS.vouchers}?status=${id}`,
  webhook: () => PATHS.system,
};

/** The names of what has no row. */
export const WORDS: Readonly<Record<string, (id: string) => string>> = {
  account: (id) => (id === "deleted" ? "account" : `account ${id}`),
  accounts: (id) => daysOf(id).words,
  analytics: (id) => (id === "finishing" ? "all years" : (PERIOD_NAMES[id as Period] ?? id).toLowerCase()),
  audit: (id) => (id === "all" ? "all areas" : id),
  checks: (id) => id,
  email_lane: (id) => LANE_NAMES[id as Lane]?.toLowerCase() ?? id,
  ledger: (id) => daysOf(id).words,
  orders: (id) => daysOf(id).words,
  pick_list: (id) => formatDay(id),
  "refused-emails": () => "all emails that were refused",
  search: () => "by words",
  settings: (id) => id,
  vouchers: (id) => (id === "all" ? "the whole list" : `the list of ${id} ones`),
};

/** The days of an export, written "2026-11-01..2026-11-30" in its row. */
function daysOf(id: string) {
  const [from = "", until = from] = decodeURIComponent(id).split("..");
  return {
    query: new URLSearchParams({ from, until }),
    words: isDay(from) && isDay(until) ? `${formatDay(from)} to ${formatDay(until)}` : id,
  };
}
