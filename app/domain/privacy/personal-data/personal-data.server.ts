import { asc, desc } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#db/schema";
import * as keep from "~/domain/kernel/time/retention-periods";
import { bookViewsOf } from "~/domain/operations/printing/entry-views.server";
import * as those from "./conditions.server";
import { eraseVoucherData } from "./gifts.server";
import { atOnce, type Declared, days, months, type Tables, withAccount } from "./row-kind.server";

/**
 * Every table, with whose its rows are, what their owner gets of them, how long they are kept and how they are erased.
 * The export, the nightly retention and the erasure of an account read it, and its order is that of the exported data.
 */

/** Why an export leaves out columns: credentials, and what belongs to somebody else. */
const OPENS = "A key or its check value: anyone who finds the file could try to use it.";
const STAFF = "Which member of staff did the work is their data; what they decided is included.";
const PLACE = "Where we store the file; the file itself is included, or can be made again.";
const POST = "How the email was delivered; what it was about and when we sent it is included.";
const IN_MAILBOX = "It’s in the mailbox we sent it to, and some emails contained codes.";
const OTHER_PEOPLES = "Belongs to the other person in a gift.";

const TWO_OF_STAFF = { requestedByStaffId: STAFF, decidedByStaffId: STAFF };
const OF_A_CODE = { codeHash: OPENS, codeSealed: OPENS, batchId: STAFF };

const SALES = { stay: "Records of sales, which name nobody." };
const CHAINED = { stay: "The audit trail is chained by hashes." };
const SEARCH = "Triggers write it from the other tables, also when they are erased.";
const NOBODY = { whose: {}, notExported: "They name no customer.", erased: { stay: "They name no customer." } };

/** `vouchers` are those that somebody bought and those that they redeemed. */
type Declarations = { readonly [Name in Exclude<keyof Tables, "vouchers">]: Declared<Tables[Name]> } & {
  readonly [Name in "vouchersBought" | "vouchersRedeemed"]: Declared<Tables["vouchers"]>;
} & { readonly bookViews: Declared<Tables["auditEvents"]> };

/**
 * What the law requires of orders for six years (HMRC: records of sales, VAT Notice 700/21) stays without the person, who
 * is removed when the account is deleted, and when nobody needs to know any more who ordered
 * (`erasure/old-orders.server.ts`). What was bought, when and for how much stays.
 */
const OF_ORDERS = {
  orders: {
    whose: { account: "accountId" },
    orderBy: [desc(schema.orders.createdAt)],
    erased: {
      emptied: { accountId: null, email: "", firstName: "", lastName: "", deliveryAddress: null, giftDetails: null },
      of: { order: "id" },
    },
  },
  orderLines: {
    whose: { order: "orderId" },
    // The name of a copy contains the title of a loop.
    erased: { emptied: { itemId: "book-copy", name: "Book copy", description: "" }, of: { copies: "orderId" } },
  },
  payments: {
    whose: { order: "orderId" },
    erased: { emptied: { checkoutUrl: null, cardBrand: null, cardLast4: null, lastError: null } },
  },
  refunds: {
    whose: { order: "orderId" },
    leftOut: { requestedByStaffId: STAFF },
    erased: { emptied: { reason: "" } },
  },
  refundRequests: {
    whose: { order: "orderId" },
    leftOut: TWO_OF_STAFF,
    erased: { emptied: { reason: "", decidedReason: null } },
  },
  disputes: {
    whose: { order: "orderId" },
    leftOut: { answeredByStaffId: STAFF, evidenceByStaffId: STAFF },
    erased: SALES,
  },
  ledger: { whose: { order: "orderId" }, erased: SALES },
  discountUses: { whose: { order: "orderId" }, erased: { emptied: { customerKey: "" } } },
  fulfilments: { whose: { order: "orderId" }, erased: SALES },
  shipments: {
    whose: { order: "orderId", loop: "loopId" },
    leftOut: { prints: PLACE, filesFailure: PLACE, reprintStaffId: STAFF },
    erased: {
      emptied: { deliveryAddress: null, trackingNumber: null, reprintReason: null, filesFailure: null, prints: [] },
    },
  },
  reprintRequests: {
    whose: { shipment: "shipmentId" },
    leftOut: TWO_OF_STAFF,
    erased: { emptied: { reason: "", deliveryAddress: null, decidedReason: null } },
  },
} satisfies Partial<Declarations>;

const { week, position, createdAt, id } = schema.photos;

/**
 * What lies in a year: exported with it, and deleted with a cancelled one. Photos that were removed go after their days to
 * be put back (`diary/photos/removed-photos.server.ts`).
 */
export const IN_YEARS = {
  entries: {
    whose: { loop: "loopId" },
    leftOut: { reviewedByStaffId: STAFF, lockedByStaffId: STAFF, lockedUntil: STAFF },
  },
  entryVersions: { whose: { loop: "loopId" }, orderBy: [asc(schema.entryVersions.version)] },
  drafts: { whose: { loop: "loopId" } },
  deviceSaves: {
    whose: { loop: "loopId" },
    notExported: "Random names of open pages, and how often each saved.",
    kept: { deviceSaves: { by: "savedAt", until: days(keep.KEEP_DEVICE_SAVES_DAYS) } },
  },
  chosenPrompts: { whose: { loop: "loopId" } },
  photos: {
    whose: { loop: "loopId" },
    leftOut: { originalKey: PLACE, printKey: PLACE, screenKey: PLACE, mediumKey: PLACE, thumbKey: PLACE },
    orderBy: [asc(week), asc(position), asc(createdAt), asc(id)],
  },
  bookFiles: {
    whose: { loop: "loopId" },
    leftOut: { storageKey: PLACE, failure: PLACE },
    orderBy: [asc(schema.bookFiles.createdAt)],
  },
} satisfies Partial<Declarations>;

export const DECLARED = {
  accounts: {
    whose: { account: "id" },
    leftOut: { passwordHash: OPENS },
    kept: { unprovenAccounts: { when: those.unprovenAccounts } },
    erased: { deleted: those.accountsOf },
  },
  addresses: { whose: { account: "accountId" } },
  ...OF_ORDERS,
  loopCredits: { whose: { account: "accountId" }, erased: those.cancelOpenCredits },
  vouchersBought: {
    table: schema.vouchers,
    whose: { account: "purchasedByAccountId" },
    leftOut: { ...OF_A_CODE, redeemedByAccountId: OTHER_PEOPLES, loopId: OTHER_PEOPLES },
    erased: (tx, person, now) => eraseVoucherData(tx, withAccount(person).account, now),
  },
  vouchersRedeemed: {
    table: schema.vouchers,
    whose: { account: "redeemedByAccountId" },
    leftOut: { ...OF_A_CODE, purchasedByAccountId: OTHER_PEOPLES, orderId: OTHER_PEOPLES },
    erased: { stay: "Erased with those that were bought." },
  },
  emails: {
    whose: those.isToThem,
    leftOut: {
      ...{ resendOf: POST, textBody: IN_MAILBOX, htmlBody: IN_MAILBOX, dedupeKey: POST, messageId: POST, tries: POST },
      ...{ firstTriedAt: POST, nextTryAt: POST, failure: POST, sentByStaffId: STAFF, giftBefore: OTHER_PEOPLES },
    },
    read: those.emailsOf,
    kept: {
      enquiryEmails: { when: those.enquiryEmails },
      giftEmailsEmptied: {
        when: those.oldGiftEmails,
        emptied: { toName: "", subject: "", textBody: "", htmlBody: "" },
      },
      emailBodies: {
        ...{ when: those.oldEmailBodies, emptied: { textBody: "", htmlBody: "", isEmptied: true } },
        hasOwnTask: true,
      },
      emailsWithoutAccount: { when: those.oldOtherEmails },
    },
    erased: { deleted: those.isAboutThem },
  },
  enquiries: {
    whose: { address: "email" },
    kept: { enquiries: { by: "at", until: months(keep.KEEP_ENQUIRIES_MONTHS) } },
    erased: "deleted",
  },
  restoreRequests: {
    whose: { account: "accountId", address: "account" },
    leftOut: { ...TWO_OF_STAFF, copyName: PLACE, report: PLACE },
    kept: { restoreRequests: { by: "createdAt", until: days(keep.KEEP_RESTORE_REQUESTS_DAYS) } },
    erased: { deleted: those.restoreRequestsOf },
  },
  consents: {
    whose: { account: "accountId" },
    erased: { stay: "Proof of what was asked and answered; the address is a hash." },
  },
  entryViews: { whose: {}, leftOut: { staffId: STAFF }, read: those.entryViewsOf },
  bookViews: {
    table: schema.auditEvents,
    whose: {},
    read: ({ account }) => bookViewsOf(account.id),
    erased: CHAINED,
  },
  auditEvents: { whose: {}, notExported: "Staff activity; what came of it is given.", erased: CHAINED },
  impersonations: {
    whose: { account: "accountId" },
    leftOut: { keyHash: OPENS, staffId: STAFF },
    read: those.impersonationsOf,
    erased: { emptied: { reason: "" } },
  },
  accountNotes: { whose: { account: "accountId" }, leftOut: { staffId: STAFF, ownerStaffId: STAFF } },
  sessions: {
    whose: { account: "accountId" },
    leftOut: { keyHash: OPENS },
    kept: { sessions: { when: those.endedSessions } },
  },
  accessTokens: {
    whose: { account: "accountId" },
    leftOut: { keyHash: OPENS },
    kept: { accessTokens: { by: "expiresAt", until: atOnce } },
  },
  // Kept for a day, less than from one night to the next: `deleteOldCodes`.
  oneTimeCodes: {
    whose: { account: "accountId" },
    leftOut: { codeHash: OPENS },
    erased: { deleted: { account: "accountId", address: "sentTo" } },
  },
  attempts: {
    whose: those.attemptsOf,
    notExported: "Counters of guesses and sends, which say nothing else.",
    kept: { attempts: { by: "at", until: days(keep.KEEP_ATTEMPTS_DAYS) } },
    erased: "deleted",
  },
  loops: { whose: { account: "accountId" } },
  ...IN_YEARS,
  jobs: {
    whose: those.jobsOf,
    notExported: "How our machine is getting on; nothing is said of anybody.",
    erased: "deleted",
  },
  webhookEvents: {
    whose: {},
    notExported: "What the provider told us; what it came to is in the payments.",
    kept: { webhookBodies: { when: those.oldWebhookBodies, emptied: { payload: "" } } },
    erased: { stay: "Emptied where they name the person: erasure/webhook-events.server.ts." },
  },
  searchEntries: { whose: {}, notExported: SEARCH, erased: { stay: SEARCH } },
  staffSessions: { ...NOBODY, kept: { staffSessions: { by: "expiresAt", until: atOnce } } },
  pendingVouchers: {
    ...NOBODY,
    kept: { typedVouchers: { by: "createdAt", until: days(keep.KEEP_TYPED_VOUCHERS_DAYS) } },
  },
  funnelEvents: { ...NOBODY, kept: { funnelEvents: { by: "at", until: months(keep.KEEP_FUNNEL_MONTHS) } } },
  activeCounts: { ...NOBODY, kept: { activeCounts: { by: "at", until: months(keep.KEEP_FUNNEL_MONTHS) } } },
  erasedAccounts: { ...NOBODY, kept: { erasedAccounts: { by: "erasedAt", until: days(keep.KEEP_ERASED_DAYS) } } },
  ...{ storedTexts: NOBODY, settings: NOBODY, suppressions: NOBODY, discounts: NOBODY, discountRequests: NOBODY },
  ...{
    approvalLimitRequests: NOBODY,
    staff: NOBODY,
    savedViews: NOBODY,
    checkRuns: NOBODY,
    scheduleRuns: NOBODY,
    machines: NOBODY,
  },
  ...{ voucherBatches: NOBODY, workItems: NOBODY, statementLines: NOBODY, payouts: NOBODY, payoutLines: NOBODY },
  ...{ alarms: NOBODY, alarmNotices: NOBODY, serviceChecks: NOBODY, backupRuns: NOBODY, printOrders: NOBODY },
  ...{ emailLanes: NOBODY, sendingAddresses: NOBODY, countedDays: NOBODY, countedFigures: NOBODY },
  ...{ printCosts: NOBODY, supplierInvoices: NOBODY, supplierInvoiceLines: NOBODY },
} satisfies Declarations;

export interface RowKind extends Declared {
  name: string;
  table: SQLiteTable;
}

const toKinds = (declarations: object): readonly RowKind[] =>
  Object.entries(declarations as Record<string, Declared>).map(([name, declared]) => ({
    ...{ name, table: (schema as unknown as Record<string, SQLiteTable>)[name] as SQLiteTable },
    ...declared,
  }));

export const PERSONAL_DATA = toKinds(DECLARED);
export const DATA_OF_ORDERS = toKinds(OF_ORDERS);
