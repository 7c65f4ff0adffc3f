/** The addresses of the back office's lists and pages. */
export const PATHS = {
  alarms: "/hyperloop/alarms",
  analytics: "/hyperloop/analytics",
  audit: "/hyperloop/audit",
  batches: "/hyperloop/vouchers/batches",
  dashboard: "/hyperloop/dashboard",
  discounts: "/hyperloop/discounts",
  emails: "/hyperloop/emails",
  finishing: "/hyperloop/finishing",
  impersonations: "/hyperloop/impersonations",
  inbox: "/hyperloop/inbox",
  limitRequests: "/hyperloop/settings/limits/requests",
  limits: "/hyperloop/settings/limits",
  ledger: "/hyperloop/ledger",
  moderation: "/hyperloop/moderation",
  orders: "/hyperloop/orders",
  payouts: "/hyperloop/ledger/payouts",
  people: "/hyperloop/people",
  printCosts: "/hyperloop/print-costs",
  printQueue: "/hyperloop/print-queue",
  refundRequests: "/hyperloop/orders/refunds",
  reprintRequests: "/hyperloop/print-queue/reprints",
  restores: "/hyperloop/system/restores",
  search: "/hyperloop/search",
  settings: "/hyperloop/settings",
  staff: "/hyperloop/staff",
  system: "/hyperloop/system",
  testing: "/hyperloop/testing",
  saveView: "/hyperloop/views/new",
  undo: "/hyperloop/undo",
  vouchers: "/hyperloop/vouchers",
} as const;

/** The page of a person, with an account or as a guest. */
export function personPath({ id, isGuest }: { readonly id: string; readonly isGuest: boolean }): string {
  return isGuest ? `${PATHS.people}/guest/${id}` : `${PATHS.people}/${id}`;
}
