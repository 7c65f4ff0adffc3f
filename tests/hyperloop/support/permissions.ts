import { addDays, londonDay } from "~/domain/kernel/time/days";
import type { Permission } from "~/domain/people/staff/permissions";
import type { Fillings } from "../../support/html-form";
import { call, get, leadAway, type PermissionLine, post } from "./permission-line";
import {
  approveEntry,
  bounceEmail,
  openApproved,
  openEntry,
  oweNote,
  ownBatch,
  ownLimitRequest,
  ownMadeBatch,
  ownRestore,
  ownView,
  pauseReminders,
  sendEmail,
  startImpersonation,
} from "./work-begun";

/**
 * The permission of every staff address: a line for each page, each button on them and each API call.
 * tests/architecture/permissions.test.ts compares this list with the code, tests/security/staff-permissions.test.ts
 * tries every line with every role, and both name the line that a new page, button or call needs here.
 *
 * Addresses are written as in remix.config.ts. A name in them is the fixture of that name (see fixtures.ts); `at` gives
 * another one, or a query. `fields` are what a person types so that the button works.
 */

const WHY = { Reason: "Asked for by telephone" };
const PASSWORD = "Three-lemons-7";
const PLACE = {
  "First name": "Ada",
  "Last name": "Moss",
  "Address line 1": "4 Quay Row",
  "Town or city": "Whitby",
};
const GOODWILL = { Goodwill: "10", ...WHY };
const LARGE = {
  ...GOODWILL,
  Goodwill: "300",
  "Refund even if its date is chosen, or it’s redeemed or printed": true,
};
const SELECTED = { shipment: true };
const LATER_DAY = `${new Date().getFullYear() + 2}-06-30`;

const SOON = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

const INBOX = "/hyperloop/inbox";
const NOTED = { "Ring the carrier": true };
const CLOSE = { at: `${INBOX}/close?item=email:email-dead` };
/** A day that every year may be moved to. */
const MOVED_DAY = addDays(londonDay(new Date()), 500);

/** A view of whichever list the role reads first: each list takes the filters that it knows. */
const SAVED = { at: "/hyperloop/views/new?status=PENDING&soon=1&sort=code" };

const ACCOUNT = "/hyperloop/people/:account";
const GUEST = "/hyperloop/people/guest/:guest";
const EMAIL = "/hyperloop/emails/:email";
const READING = { "Why do you need to read it?": "Complaint", ...WHY };
const QUOTING = { at: "/hyperloop/emails/:quotingEmail/reveal" };
const ORDER = "/hyperloop/orders/:order";
const DISPUTE = `${ORDER}/disputes/:dispute`;
const DISPUTED = (response: string) => ({ at: `/hyperloop/orders/:disputedOrder/disputes/:dispute/${response}` });
const REQUEST = "/hyperloop/orders/refunds/:request";
const REPRINT = "/hyperloop/print-queue/reprints/:request";
const RESTORES = "/hyperloop/system/restores";
const RESTORE = `${RESTORES}/:request`;
const ASKED_BACK = { at: `${RESTORES}/:restoreRequest` };
const ASKED_AGAIN = { at: "/hyperloop/print-queue/reprints/:reprintRequest" };
const VOUCHERS = "/hyperloop/vouchers";
const VOUCHER = "/hyperloop/vouchers/:voucher";
const BATCH = "/hyperloop/vouchers/batches/:batch";
const OWN_BATCH = { at: "/hyperloop/vouchers/batches/:batch/withdraw", before: ownBatch };
const MADE_BATCH = (page: string) => ({ at: `/hyperloop/vouchers/batches/:madeBatch/${page}` });
const OWN_MADE_BATCH = (page: string) => ({ ...MADE_BATCH(page), before: ownMadeBatch });
const LEDGER = "/hyperloop/ledger";
const PAYOUTS = `${LEDGER}/payouts`;
const CODES = "/hyperloop/discounts";
const CODE = "/hyperloop/discounts/:discount";
const WAITING_CODE = { at: "/hyperloop/discounts/:waitingDiscount" };
const MODERATION = "/hyperloop/moderation";
const ENTRY = `${MODERATION}/:entry`;
const OPENED = { at: "/hyperloop/moderation/:openEntry", before: openEntry };
const QUEUE = "/hyperloop/print-queue";
const SHIPMENT = "/hyperloop/print-queue/:shipment";
const STEP = "/hyperloop/print-queue/batch/:step";
const SEND = { at: `${QUEUE}/batch/send?shipments=:shipment` };
const SHIP = { at: `${QUEUE}/batch/ship?shipments=:printingShipment` };
const DELIVER = { at: `${QUEUE}/batch/deliver?shipments=:shippedShipment` };
const COSTS = "/hyperloop/print-costs";
const INVOICE = `${COSTS}/invoices/:invoice`;
const atPrinter = (name: string) => ({ at: `${QUEUE}/${name}/printer`, page: `${QUEUE}/${name}` });
const SYSTEM = "/hyperloop/system";
const TESTING = "/hyperloop/testing";
const PART = "/hyperloop/settings/:part";
const LIMITS = "/hyperloop/settings/limits/:role";
const LIMITS_OF = { at: "/hyperloop/settings/limits/marketing" };
const LIMIT_REQUEST = "/hyperloop/settings/limits/requests/:request";
const ASKED_LIMITS = { at: "/hyperloop/settings/limits/requests/:limitRequest" };
const PRICES = { at: "/hyperloop/settings/prices" };
const MEMBER = "/hyperloop/staff/:member";

/** A page with one form, and its button. */
function asks(address: string, permission: Permission, more: Parameters<typeof post>[2] = {}) {
  const { at, before } = more;
  return [get(address, permission, at ? { at, before } : { before }), post(address, permission, more)];
}

/** The page that asks before a bulk action, and its button. */
function selected(address: string, permission: Permission, id: string, fields: Fillings = {}) {
  return asks(address, permission, { at: `${address}?id=${id}`, fields });
}

/** A file that a button on `page` asks for. */
function file(address: string, permission: Permission, page: string) {
  return [leadAway(address, permission), post(address, permission, { page, status: 200 })];
}

export const PERMISSION_LINES: readonly PermissionLine[] = [
  get("/hyperloop/dashboard", "dashboard.read"),
  ...selected("/hyperloop/orders/ticked/note", "orders.note", ":order", { Note: "Waiting for the carrier" }),
  ...selected("/hyperloop/emails/ticked/send-again", "emails.resend", ":email"),
  ...selected("/hyperloop/vouchers/ticked/extend", "vouchers.extend", ":voucher", {
    "Valid until": LATER_DAY,
    ...WHY,
  }),
  ...selected("/hyperloop/vouchers/ticked/send-again", "vouchers.resend", ":voucher"),
  ...selected("/hyperloop/vouchers/ticked/cancel", "vouchers.cancel", ":voucher", WHY),
  ...selected("/hyperloop/alarms/ticked/resolve", "alarms.resolve", ":alarm", WHY),
  ...selected("/hyperloop/discounts/ticked/switch-off", "discounts.change", ":discount"),
  ...asks("/hyperloop/views/new", "views.save", {
    ...SAVED,
    fields: { Name: "Waiting for a call" },
  }),
  get("/hyperloop/views/:view", "views.save", { before: ownView }),
  post("/hyperloop/views/:view", "views.save", {
    intent: "rename",
    fields: { Name: "Running now" },
    before: ownView,
  }),
  post("/hyperloop/views/:view", "views.save", { intent: "delete", before: ownView }),
  get(INBOX, "inbox.read"),
  post(INBOX, "inbox.change", { intent: "take", fields: NOTED, before: oweNote }),
  post(INBOX, "inbox.change", {
    intent: "give",
    fields: { ...NOTED, "Give to": "support 1" },
    before: oweNote,
  }),
  post(INBOX, "inbox.change", {
    intent: "put_off",
    fields: { ...NOTED, "Snooze until": SOON },
    before: oweNote,
  }),
  ...asks(`${INBOX}/close`, "emails.resend", { ...CLOSE, fields: WHY }),

  get("/hyperloop/search", "search.use", { at: "/hyperloop/search?q=example" }),

  // Customers
  get("/hyperloop/people", "accounts.read"),
  ...asks("/hyperloop/people/new", "accounts.create", { fields: { Email: "new@example.org" } }),
  ...asks("/hyperloop/people/test-users", "accounts.create", { fields: { password: PASSWORD } }),
  get(ACCOUNT, "accounts.read"),
  post(ACCOUNT, "accounts.note", { intent: "note", fields: { "Add a note": "Rang on Friday" } }),
  get(GUEST, "accounts.read"),
  ...asks(`${ACCOUNT}/email`, "accounts.correct", {
    fields: { "New email address": "aled@example.org", ...WHY },
    at: "/hyperloop/people/:guest/email",
  }),
  ...asks(`${ACCOUNT}/name`, "accounts.correct", { fields: WHY }),
  ...asks(`${ACCOUNT}/addresses/:address`, "accounts.correct", { fields: { Label: "Home", ...WHY } }),
  ...asks(`${ACCOUNT}/reset-link`, "accounts.correct", { fields: WHY }),
  ...asks(`${ACCOUNT}/emails-again`, "accounts.correct", { fields: WHY, before: bounceEmail }),
  ...asks(`${ACCOUNT}/loops/:loop/date`, "loops.correct", { fields: { "Delivery date": MOVED_DAY, ...WHY } }),
  ...asks(`${ACCOUNT}/loops/:loop/pause`, "loops.correct", { fields: { Weeks: "2", ...WHY } }),
  ...asks(`${ACCOUNT}/loops/:loop/type`, "loops.correct", { fields: { Type: "pet/my-cat-and-me", ...WHY } }),
  ...asks(`${ACCOUNT}/credits/:credit`, "loops.correct", { fields: { "Delivery date": MOVED_DAY, ...WHY } }),
  ...asks(`${ACCOUNT}/delete`, "accounts.delete", {
    fields: WHY,
    at: "/hyperloop/people/:leaver/delete",
  }),
  post(`${ACCOUNT}/delete`, "accounts.delete", {
    fields: WHY,
    intent: "keep",
    at: "/hyperloop/people/:leavingGuest/delete",
  }),
  get(`${ACCOUNT}/suspend`, "accounts.suspend"),
  post(`${ACCOUNT}/suspend`, "accounts.suspend", { intent: "suspend", fields: WHY }),
  post(`${ACCOUNT}/suspend`, "accounts.suspend", {
    intent: "reactivate",
    fields: WHY,
    at: "/hyperloop/people/:suspendedAccount/suspend",
  }),
  ...asks(`${ACCOUNT}/impersonate`, "accounts.impersonate", { fields: WHY }),
  get("/hyperloop/impersonations", "impersonations.read"),
  leadAway("/hyperloop/impersonations/end", "accounts.impersonate"),
  post("/hyperloop/impersonations/end", "accounts.impersonate", { page: null, before: startImpersonation }),
  get("/hyperloop/emails", "emails.read"),
  get(EMAIL, "emails.read"),
  post(EMAIL, "emails.resend"),
  post(EMAIL, "emails.resend", { page: ACCOUNT }),
  get(`${EMAIL}/sheet`, "emails.read"),
  ...asks(`${EMAIL}/reveal`, "emails.reveal", { ...QUOTING, fields: READING, status: 200 }),

  // Orders and money
  get("/hyperloop/orders", "orders.read"),
  get(ORDER, "orders.read"),
  post(ORDER, "orders.note", { intent: "note", fields: { "Add a note": "Waiting for the carrier" } }),
  get("/hyperloop/notes/:note", "orders.note"),
  post("/hyperloop/notes/:note", "orders.note", { intent: "done", page: ACCOUNT }),
  post("/hyperloop/notes/:note", "orders.note", {
    intent: "follow_up",
    fields: { "Follow up on": LATER_DAY },
  }),
  ...asks(`${DISPUTE}/evidence`, "disputes.answer", {
    ...DISPUTED("evidence"),
    fields: { "I’ve read it all. It can only be sent once.": true },
  }),
  get(`${DISPUTE}/accept`, "disputes.accept", DISPUTED("accept")),
  // These tests have no provider, so the request is refused there and nothing is written.
  post(`${DISPUTE}/accept`, "disputes.accept", { ...DISPUTED("accept"), fields: WHY, onlyShows: true }),
  get(`${ORDER}/receipt`, "orders.read"),
  ...asks(`${ORDER}/address`, "orders.correct_address", { fields: { ...PLACE, Postcode: "YO21 3PU", ...WHY } }),
  get(`${ORDER}/refund`, "refunds.give"),
  post(`${ORDER}/refund`, "refunds.give", { intent: "sum", fields: GOODWILL, status: 200, onlyShows: true }),
  post(`${ORDER}/refund`, "refunds.give", { intent: "give", fields: GOODWILL }),
  post(`${ORDER}/refund`, "refunds.give", {
    intent: "give",
    fields: LARGE,
    at: "/hyperloop/orders/:largeOrder/refund",
  }),
  get("/hyperloop/orders/refunds", "orders.read"),
  get(REQUEST, "refunds.approve"),
  post(REQUEST, "refunds.approve", { intent: "approve" }),
  post(REQUEST, "refunds.approve", { intent: "decline", fields: WHY }),

  // Vouchers
  get(VOUCHERS, "vouchers.read"),
  ...file(`${VOUCHERS}/export`, "vouchers.export", VOUCHERS),
  ...asks(`${VOUCHERS}/generate`, "vouchers.generate", { fields: { "How many": "2", "What for": "Fair" } }),
  call("POST", `${VOUCHERS}/generate`, "vouchers.generate", { json: { count: 2, value: 49 }, status: 201 }),
  get(`${VOUCHERS}/batches`, "vouchers.read"),
  get(BATCH, "vouchers.read"),
  post(BATCH, "vouchers.approve", { intent: "approve" }),
  post(BATCH, "vouchers.approve", { intent: "decline", fields: WHY }),
  post(BATCH, "vouchers.approve", { intent: "allow_seal", at: `${VOUCHERS}/batches/:askedBatch` }),
  post(BATCH, "vouchers.approve", {
    intent: "refuse_seal",
    fields: WHY,
    at: `${VOUCHERS}/batches/:askedBatch`,
  }),
  ...asks(`${BATCH}/withdraw`, "vouchers.generate", { ...OWN_BATCH, fields: WHY }),
  get(`${BATCH}/export`, "vouchers.open_seal", MADE_BATCH("export")),
  leadAway(`${BATCH}/codes`, "vouchers.open_seal"),
  post(`${BATCH}/codes`, "vouchers.open_seal", {
    page: "/hyperloop/vouchers/batches/:madeBatch/export",
    at: "/hyperloop/vouchers/batches/:madeBatch/codes",
    fields: WHY,
    status: 200,
  }),
  post(`${BATCH}/export`, "vouchers.open_seal", {
    intent: "ask",
    fields: WHY,
    at: `${VOUCHERS}/batches/:openedBatch/export`,
  }),
  ...asks(`${BATCH}/extend`, "vouchers.change_orders", {
    ...OWN_MADE_BATCH("extend"),
    fields: { "New last day": LATER_DAY, ...WHY },
  }),
  ...asks(`${BATCH}/cancel`, "vouchers.change_orders", { ...OWN_MADE_BATCH("cancel"), fields: WHY }),
  get(VOUCHER, "vouchers.read"),
  post(VOUCHER, "vouchers.resend", { intent: "resend" }),
  post(VOUCHER, "vouchers.reveal", { intent: "code", status: 200 }),
  post(VOUCHER, "vouchers.read_message", { intent: "message", status: 200 }),
  ...asks(`${VOUCHER}/cancel`, "vouchers.cancel", { fields: WHY }),
  ...asks(`${VOUCHER}/extend`, "vouchers.extend", { fields: { "Valid until": LATER_DAY, ...WHY } }),
  ...asks(`${VOUCHER}/recipient`, "vouchers.resend", {
    fields: { "Their email address": "callum@example.org", ...WHY },
  }),
  ...asks(`${VOUCHER}/new-code`, "vouchers.cancel", {
    fields: { "Their email address": "callum@example.net", ...WHY },
  }),
  ...asks(`${VOUCHER}/redeem`, "vouchers.redeem", { fields: WHY }),
  ...file(`${VOUCHER}/document`, "vouchers.reveal", VOUCHER),

  // Discounts
  get(CODES, "discounts.read"),
  post(CODES, "discounts.change", { intent: "deactivate" }),
  post(CODES, "discounts.change", { intent: "activate" }),
  ...asks(`${CODES}/new`, "discounts.change", { fields: { Code: "NEW-5", Type: "PERCENTAGE", Value: "5" } }),
  get(CODE, "discounts.read"),
  post(CODE, "discounts.approve", { intent: "approve", ...WAITING_CODE }),
  post(CODE, "discounts.approve", { intent: "decline", fields: WHY, ...WAITING_CODE }),
  ...asks(`${CODE}/last-day`, "discounts.change", { fields: { expiresOn: "2099-12-01" } }),
  ...asks(`${CODE}/delete`, "discounts.change"),
  call("GET", "/api/discount-codes", "discounts.read"),
  call("POST", "/api/discount-codes", "discounts.change", {
    json: { code: "BY-PROGRAM", type: "PERCENTAGE", value: 5 },
    status: 201,
  }),
  call("PATCH", "/api/discount-codes/:discount", "discounts.change", { json: { isActive: false } }),
  call("DELETE", "/api/discount-codes/:discount", "discounts.change"),

  // Figures
  get("/hyperloop/analytics", "analytics.read"),
  ...file("/hyperloop/analytics/export", "analytics.export", "/hyperloop/analytics"),
  get("/hyperloop/finishing", "analytics.read"),
  ...file("/hyperloop/finishing/export", "analytics.export", "/hyperloop/finishing"),

  get(LEDGER, "ledger.read"),
  ...file(`${LEDGER}/export`, "ledger.export", LEDGER),
  leadAway(`${LEDGER}/records`, "records.export"),
  post(`${LEDGER}/records`, "records.export", { intent: "orders", page: LEDGER, status: 200 }),
  post(`${LEDGER}/records`, "records.export", { intent: "customers", page: LEDGER, status: 200 }),
  get(PAYOUTS, "ledger.read"),
  get(`${PAYOUTS}/:payout`, "ledger.read"),
  ...file(`${PAYOUTS}/export`, "ledger.export", PAYOUTS),

  // Private text and pictures
  get(MODERATION, "entries.queue"),
  ...asks(`${MODERATION}/words`, "entries.open", { fields: { Words: "number plate", ...READING } }),
  get(ENTRY, "entries.open"),
  get(ENTRY, "entries.open", OPENED),
  post(ENTRY, "entries.open", { intent: "open", fields: { Reason: "Review before printing" } }),
  post(ENTRY, "entries.open", { intent: "close", ...OPENED }),
  post(ENTRY, "entries.open", { intent: "hold", ...OPENED }),
  post(ENTRY, "entries.judge", { intent: "approve", ...OPENED }),
  post(ENTRY, "entries.judge", { intent: "reject", fields: { Note: "A number plate" }, ...OPENED }),
  post(ENTRY, "entries.judge", {
    intent: "hide",
    fields: { Note: "As she asked" },
    ...OPENED,
    before: openApproved,
  }),
  post(ENTRY, "entries.judge", { intent: "undo", ...OPENED, before: approveEntry }),
  post(ENTRY, "entries.judge", { intent: "flag", fields: { Note: "Is that an address?" }, ...OPENED }),
  call("GET", `${ENTRY}/photos/:photo/:size`, "entries.open", {
    at: "/hyperloop/moderation/:openEntry/photos/:photo/screen",
    before: openEntry,
  }),

  // Printing
  get(QUEUE, "printing.read"),
  post(QUEUE, "printing.change", { intent: "files", fields: SELECTED }),
  post(QUEUE, "printing.change", { intent: "send", fields: SELECTED, leadsTo: SEND.at }),
  post(QUEUE, "printing.change", {
    intent: "ship",
    fields: SELECTED,
    page: `${QUEUE}?view=printing`,
    leadsTo: `${QUEUE}/batch/ship?shipments=:justSent`,
  }),
  post(QUEUE, "printing.change", {
    intent: "deliver",
    fields: SELECTED,
    page: `${QUEUE}?view=shipped`,
    leadsTo: DELIVER.at,
  }),
  ...asks(STEP, "printing.change", SEND),
  post(STEP, "printing.change", { ...SHIP, fields: { Carrier: "Royal Mail" } }),
  post(STEP, "printing.change", DELIVER),
  get(SHIPMENT, "printing.read"),
  post(SHIPMENT, "printing.change"),
  post(SHIPMENT, "printing.change", { intent: "undo", at: `${QUEUE}/:justSent` }),
  post(SHIPMENT, "printing.change", { intent: "tell_now", at: `${QUEUE}/:justSent` }),
  ...asks(`${SHIPMENT}/tracking`, "printing.change", {
    at: `${QUEUE}/:shippedShipment/tracking`,
    fields: { Carrier: "Evri", "Tracking number": "H01HAA0012345678" },
  }),
  leadAway(`${SHIPMENT}/files`, "printing.change"),
  post(`${SHIPMENT}/files`, "printing.change", { intent: "standard interior", page: SHIPMENT, status: 200 }),
  post(`${SHIPMENT}/files`, "printing.change", { intent: "standard cover", page: SHIPMENT, status: 200 }),
  post(`${SHIPMENT}/files`, "printing.change", { intent: "standard ticket", page: SHIPMENT, status: 200 }),
  ...asks(`${SHIPMENT}/cost`, "print_costs.change", { fields: { "Cost in pounds, with delivery": "18.40" } }),
  get(`${QUEUE}/pick-list`, "printing.change"),
  ...file(`${QUEUE}/pick-list/export`, "printing.change", `${QUEUE}/pick-list`),
  get("/hyperloop/undo", "inbox.change"),
  post("/hyperloop/undo", "inbox.change", { intent: "undo", page: INBOX, before: sendEmail }),
  post("/hyperloop/undo", "inbox.change", { intent: "send_now", page: INBOX, before: sendEmail }),
  get(COSTS, "print_costs.read"),
  ...asks(`${COSTS}/invoices/new`, "print_costs.change", {
    fields: {
      ...{ Printer: "Calder Print", "Invoice number": "2026-11" },
      ...{ "For books sent to the printer from": "2026-11-01", Until: "2026-11-30" },
      Lines: "LP-AAAA-BBBB,18.40",
    },
  }),
  get(INVOICE, "print_costs.read"),
  post(INVOICE, "print_costs.change"),
  ...file(`${INVOICE}/export`, "print_costs.read", INVOICE),
  leadAway(`${SHIPMENT}/printer`, "printing.change"),
  post(`${SHIPMENT}/printer`, "printing.change", { intent: "quote", page: SHIPMENT }),
  post(`${SHIPMENT}/printer`, "printing.change", { intent: "order", page: SHIPMENT }),
  post(`${SHIPMENT}/printer`, "printing.change", { intent: "again", ...atPrinter(":stuckShipment") }),
  post(`${SHIPMENT}/printer`, "printing.change", { intent: "undo", ...atPrinter(":orderedShipment") }),
  post(`${SHIPMENT}/printer`, "printing.change", { intent: "by_hand", ...atPrinter(":cancelledShipment") }),
  post(`${SHIPMENT}/printer`, "printing.change", { intent: "cancel", ...atPrinter(":takenShipment") }),
  ...asks(`${SHIPMENT}/address`, "orders.correct_address", {
    fields: { ...PLACE, Postcode: "YO21 3PU", ...WHY },
  }),
  ...asks(`${SHIPMENT}/reprint`, "printing.reprint", {
    at: `${QUEUE}/:deliveredShipment/reprint`,
    fields: { "Why?": "damaged", ...WHY },
  }),
  get(REPRINT, "printing.approve_reprint", ASKED_AGAIN),
  post(REPRINT, "printing.approve_reprint", { intent: "approve", ...ASKED_AGAIN }),
  post(REPRINT, "printing.approve_reprint", { intent: "decline", fields: WHY, ...ASKED_AGAIN }),

  // System
  get("/hyperloop/alarms", "alarms.read"),
  get("/hyperloop/alarms/:alarm", "alarms.resolve"),
  get("/hyperloop/alarms/what-to-do/:kind", "alarms.read", {
    at: "/hyperloop/alarms/what-to-do/emails_waiting",
  }),
  post("/hyperloop/alarms/:alarm", "alarms.resolve", { fields: WHY }),
  get(SYSTEM, "system.read"),
  post(SYSTEM, "system.retry", { intent: "job" }),
  post(SYSTEM, "system.retry", { intent: "email" }),
  post(SYSTEM, "system.retry", { intent: "webhook" }),
  post(SYSTEM, "system.retry", { intent: "refused-emails" }),
  ...asks(`${SYSTEM}/lanes/:lane/pause`, "system.retry", { at: `${SYSTEM}/lanes/weekly/pause`, fields: WHY }),
  ...asks(`${SYSTEM}/lanes/:lane/resume`, "system.retry", {
    at: `${SYSTEM}/lanes/reminders/resume`,
    fields: WHY,
    before: pauseReminders,
  }),
  ...asks(`${SYSTEM}/doctor`, "checks.run"),
  ...asks(RESTORES, "accounts.restore", { fields: { Whose: "ben@example.com", ...WHY } }),
  get(RESTORE, "accounts.restore", ASKED_BACK),
  post(RESTORE, "accounts.restore", { intent: "approve", ...ASKED_BACK }),
  post(RESTORE, "accounts.restore", { intent: "decline", fields: WHY, ...ASKED_BACK }),
  get(`${RESTORE}/withdraw`, "accounts.restore", { at: `${ASKED_BACK.at}/withdraw` }),
  post(`${RESTORE}/withdraw`, "accounts.restore", {
    at: `${ASKED_BACK.at}/withdraw`,
    fields: WHY,
    before: ownRestore,
  }),
  get(TESTING, "checks.run"),
  post(TESTING, "checks.run", { intent: "suite" }),
  post(TESTING, "checks.run", { intent: "users", fields: { password: PASSWORD } }),
  post(TESTING, "checks.run", { intent: "vouchers" }),
  post(TESTING, "checks.run", { intent: "payment" }),
  ...asks("/debug-test", "checks.run"),
  ...asks("/test-voucher", "checks.run"),
  get("/hyperloop/settings", "settings.read"),
  ...asks(PART, "settings.change", { ...PRICES, fields: { Loop: "74.50", ...WHY } }),
  post(PART, "settings.change", {
    at: "/hyperloop/settings/company",
    fields: { "Company number": "12345678", ...WHY },
  }),
  post(PART, "settings.change", {
    at: "/hyperloop/settings/switches",
    fields: { "Weekly emails": false, ...WHY },
  }),
  post(PART, "settings.change", {
    at: "/hyperloop/settings/promises",
    fields: { Disputes: "12", ...WHY },
  }),
  ...asks(LIMITS, "settings.change", { ...LIMITS_OF, fields: { "In 24 hours": "500", ...WHY } }),
  get(LIMIT_REQUEST, "settings.change", ASKED_LIMITS),
  post(LIMIT_REQUEST, "settings.change", { intent: "approve", ...ASKED_LIMITS }),
  post(LIMIT_REQUEST, "settings.change", { intent: "decline", fields: WHY, ...ASKED_LIMITS }),
  post(LIMIT_REQUEST, "settings.change", {
    ...{ intent: "withdraw", fields: WHY, before: ownLimitRequest },
    ...ASKED_LIMITS,
  }),

  // Staff
  get("/hyperloop/staff", "staff.manage"),
  ...asks("/hyperloop/staff/add", "staff.manage", {
    fields: { Name: "Ruth", Email: "ruth@loop.example", Role: "support" },
  }),
  ...asks(MEMBER, "staff.manage", { fields: { Role: "moderator", ...WHY } }),
  ...asks(`${MEMBER}/reset`, "staff.manage", { fields: WHY }),
  get(`${MEMBER}/leave`, "staff.manage"),
  post(`${MEMBER}/leave`, "staff.manage", { intent: "deactivate", fields: WHY }),
  post(`${MEMBER}/leave`, "staff.manage", {
    intent: "reactivate",
    fields: WHY,
    at: "/hyperloop/staff/:formerMember/leave",
  }),
  get("/hyperloop/audit", "audit.read"),
  ...file("/hyperloop/audit/export", "audit.export", "/hyperloop/audit"),
];
