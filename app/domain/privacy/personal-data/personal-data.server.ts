import { lt } from "drizzle-orm";
import * as tables from "#db/schema";
import {
  daysBefore,
  KEEP_ERASED_DAYS,
  KEEP_FUNNEL_MONTHS,
  KEEP_TYPED_VOUCHERS_DAYS,
  monthsBefore,
} from "~/domain/kernel/time/retention-periods";
import { OF_CORRESPONDENCE, OF_PROVIDER } from "./correspondence.server";
import { OF_ACCESS, OF_ACCOUNTS } from "./people.server";
import { OF_PURCHASES } from "./purchases.server";
import { ofNobody, type RowKind, rows } from "./row-kind.server";
import { OF_YEARS } from "./years.server";

/**
 * Every table, with whose its rows are, what their owner gets of them, how long they are kept and how they are erased.
 * The export, the nightly retention and the erasure of an account read it. It is in the order of the exported data.
 */

const SEARCH = "Triggers write it from the other tables, also when they are erased.";

/** Tables whose rows name no customer. */
export const OF_NOBODY = {
  staffSessions: ofNobody(tables.staffSessions, { staffSessions: (now) => lt(tables.staffSessions.expiresAt, now) }),
  pendingVouchers: ofNobody(tables.pendingVouchers, {
    typedVouchers: (now) => lt(tables.pendingVouchers.createdAt, daysBefore(now, KEEP_TYPED_VOUCHERS_DAYS)),
  }),
  funnelEvents: ofNobody(tables.funnelEvents, {
    funnelEvents: (now) => lt(tables.funnelEvents.at, monthsBefore(now, KEEP_FUNNEL_MONTHS)),
  }),
  activeCounts: ofNobody(tables.activeCounts, {
    activeCounts: (now) => lt(tables.activeCounts.at, monthsBefore(now, KEEP_FUNNEL_MONTHS)),
  }),
  erasedAccounts: ofNobody(tables.erasedAccounts, {
    erasedAccounts: (now) => lt(tables.erasedAccounts.erasedAt, daysBefore(now, KEEP_ERASED_DAYS)),
  }),
  storedTexts: ofNobody(tables.storedTexts),
  settings: ofNobody(tables.settings),
  suppressions: ofNobody(tables.suppressions),
  discounts: ofNobody(tables.discounts),
  discountRequests: ofNobody(tables.discountRequests),
  approvalLimitRequests: ofNobody(tables.approvalLimitRequests),
  staff: ofNobody(tables.staff),
  savedViews: ofNobody(tables.savedViews),
  checkRuns: ofNobody(tables.checkRuns),
  scheduleRuns: ofNobody(tables.scheduleRuns),
  voucherBatches: ofNobody(tables.voucherBatches),
  workItems: ofNobody(tables.workItems),
  statementLines: ofNobody(tables.statementLines),
  payouts: ofNobody(tables.payouts),
  payoutLines: ofNobody(tables.payoutLines),
  alarms: ofNobody(tables.alarms),
  alarmNotices: ofNobody(tables.alarmNotices),
  serviceChecks: ofNobody(tables.serviceChecks),
  backupRuns: ofNobody(tables.backupRuns),
  printOrders: ofNobody(tables.printOrders),
  printCosts: ofNobody(tables.printCosts),
  supplierInvoices: ofNobody(tables.supplierInvoices),
  supplierInvoiceLines: ofNobody(tables.supplierInvoiceLines),
};

export const PERSONAL_DATA: Readonly<Record<string, RowKind>> = {
  ...OF_ACCOUNTS,
  ...OF_PURCHASES,
  ...OF_CORRESPONDENCE,
  ...OF_ACCESS,
  ...OF_YEARS,
  ...OF_PROVIDER,
  ...OF_NOBODY,
  searchEntries: rows(tables.searchEntries, { whose: {}, exported: SEARCH, erased: { stay: SEARCH } }),
};
