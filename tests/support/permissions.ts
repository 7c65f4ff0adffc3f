import type { Permission } from "~/domain/staff/permissions";

/**
 * Who may open which address of the route table. Every address has its line; the tests that visit every address (as a
 * stranger, as another customer, as the owner) read from it what is right, and an address without a line fails.
 *
 * - anybody: shows nothing personal except what this very browser has chosen or begun.
 * - customer: needs a session and shows only the customer's own things.
 * - owner: its address names one thing of somebody's; for everybody else that thing does not exist.
 * - staff: never for customers; `staff` names the permission that opens it.
 */
export type Who = "anybody" | "customer" | "owner" | "staff";

export interface Access {
  who: Who;
  /** Queries that name one thing or show another part; ":loop" is replaced by an id of the owner's. */
  asks?: readonly string[];
  staff?: Permission;
}

const anybody: Access = { who: "anybody" };
const customer: Access = { who: "customer" };
const owner: Access = { who: "owner" };
const staffMay = (permission: Permission): Access => ({ who: "staff", staff: permission });

export const ADDRESS_PERMISSIONS: Readonly<Record<string, Access>> = {
  "/": anybody,
  "/about": anybody,
  "/terms": anybody,
  "/privacy": anybody,
  "/cookies": anybody,
  "/accessibility": anybody,
  "/unsubscribe/:email": anybody,

  "/begin": anybody,
  "/loop-theme": anybody,
  "/loop-type": anybody,
  "/loop-type/example/:theme/:type": anybody,
  "/payment": { who: "customer", asks: ["?step=delivery", "?order=:order"] },
  "/payment-success": { who: "customer", asks: ["?order=:order", "?session_id=:checkout"] },
  "/account-creation": customer,
  "/checkout": customer,
  "/checkout/placed": { who: "customer", asks: ["?order=:order", "?session_id=:checkout"] },
  "/loop-end-date": { who: "customer", asks: ["?order=:order"] },
  "/streamlined-signup": { who: "anybody", asks: ["?step=account", "?step=payment", "?step=complete"] },

  "/gift": anybody,
  "/gift-confirmation": { who: "customer", asks: ["?order=:order"] },
  "/redeem": anybody,
  "/voucher-redeem": anybody,
  "/voucher-info": customer,
  "/api/vouchers/validate": anybody,
  "/api/discount-codes/validate": anybody,
  "/payments/create-intent": customer,
  "/payments/create-with-user": customer,
  "/voucher/redeem": customer,
  "/voucher/:voucher/details": owner,
  "/voucher/:voucher/pdf": owner,
  "/order/:order/receipt": owner,

  "/register": anybody,
  "/verify-email": anybody,
  "/confirm-email/:link": anybody,
  "/auth": anybody,
  "/forgot-password": anybody,
  "/reset-password": anybody,
  "/auth/callback": anybody,
  "/logout": anybody,

  "/dashboard": { who: "customer", asks: ["?loop=:loop", "?loop=:loop&week=:week"] },
  "/dashboard/draft": customer,
  "/dashboard/photo": customer,
  "/dashboard/photo-place": customer,
  "/entry": { who: "customer", asks: ["?loop=:loop&week=:week"] },
  "/entry/versions": { who: "customer", asks: ["?loop=:loop&week=:week"] },
  "/loop-settings/:loop": owner,
  "/proof/:loop": owner,
  "/proof/:loop/sign-off": owner,
  "/year-in-numbers/:loop": owner,
  "/this-week/:token": anybody,
  "/book": { who: "customer", asks: ["?loop=:loop"] },
  "/book/pages": { who: "customer", asks: ["?loop=:loop", "?loop=:loop&page=2"] },

  "/account-settings": {
    who: "customer",
    asks: [
      ...["?tab=password", "?tab=my-loop", "?tab=orders", "?tab=addresses", "?tab=books", "?tab=privacy"],
      "?tab=books&loop=:loop",
    ],
  },
  "/account-settings/email": customer,
  "/account-settings/gifts/:voucher": owner,
  "/account-settings/addresses/:address": owner,
  "/account-settings/addresses/:address/delete": owner,
  "/account-settings/orders/:order/cancel": owner,
  "/account-settings/delete": customer,
  "/exports/everything": customer,
  "/exports/loops/:loop": owner,

  "/hyperloop": anybody,
  "/hyperloop/entra": anybody,
  "/hyperloop/entra/callback": anybody,
  "/hyperloop/set-up": anybody,
  "/hyperloop/sign-out": anybody,
  "/hyperloop/dashboard": staffMay("dashboard.read"),
  "/hyperloop/accounts": staffMay("accounts.read"),
  "/hyperloop/accounts/:account": staffMay("accounts.read"),
  "/hyperloop/accounts/:account/suspend": staffMay("accounts.suspend"),
  "/hyperloop/accounts/new": staffMay("accounts.create"),
  "/hyperloop/accounts/test-users": staffMay("accounts.create"),
  "/hyperloop/accounts/:account/impersonate": staffMay("accounts.impersonate"),
  "/hyperloop/impersonations": staffMay("impersonations.read"),
  "/hyperloop/impersonations/end": staffMay("accounts.impersonate"),
  "/hyperloop/orders": staffMay("orders.read"),
  "/hyperloop/orders/:order": staffMay("orders.read"),
  "/hyperloop/orders/:order/refund": staffMay("refunds.give"),
  "/hyperloop/orders/:order/address": staffMay("orders.correct_address"),
  "/hyperloop/orders/:order/receipt": staffMay("orders.read"),
  "/hyperloop/orders/refunds": staffMay("orders.read"),
  "/hyperloop/orders/refunds/:request": staffMay("refunds.approve"),
  "/hyperloop/emails": staffMay("emails.read"),
  "/hyperloop/emails/:email": staffMay("emails.read"),
  "/hyperloop/emails/:email/sheet": staffMay("emails.read"),
  "/hyperloop/emails/:email/reveal": staffMay("emails.reveal"),
  "/hyperloop/print-queue": staffMay("printing.read"),
  "/hyperloop/print-queue/batch/:step": staffMay("printing.change"),
  "/hyperloop/print-queue/:shipment": staffMay("printing.read"),
  "/hyperloop/print-queue/:shipment/address": staffMay("orders.correct_address"),
  "/hyperloop/print-queue/:shipment/files": staffMay("printing.change"),
  "/hyperloop/print-queue/:shipment/reprint": staffMay("printing.reprint"),
  "/hyperloop/vouchers": staffMay("vouchers.read"),
  "/hyperloop/vouchers/generate": staffMay("vouchers.generate"),
  "/hyperloop/vouchers/batches": staffMay("vouchers.read"),
  "/hyperloop/vouchers/batches/:batch": staffMay("vouchers.read"),
  "/hyperloop/vouchers/export": staffMay("vouchers.export"),
  "/hyperloop/vouchers/:voucher": staffMay("vouchers.read"),
  "/hyperloop/vouchers/:voucher/cancel": staffMay("vouchers.cancel"),
  "/hyperloop/vouchers/:voucher/extend": staffMay("vouchers.extend"),
  "/hyperloop/vouchers/:voucher/redeem": staffMay("vouchers.redeem"),
  "/hyperloop/vouchers/:voucher/document": staffMay("vouchers.reveal"),
  "/hyperloop/moderation": staffMay("entries.queue"),
  "/hyperloop/moderation/:entry": staffMay("entries.open"),
  "/hyperloop/moderation/:entry/photos/:photo/:size": staffMay("entries.open"),
  "/hyperloop/audit": staffMay("audit.read"),
  "/hyperloop/audit/export": staffMay("audit.export"),
  "/hyperloop/analytics": staffMay("analytics.read"),
  "/hyperloop/analytics/export": staffMay("analytics.export"),
  "/hyperloop/system": staffMay("system.read"),
  "/hyperloop/alarms": staffMay("alarms.read"),
  "/hyperloop/alarms/:alarm": staffMay("alarms.resolve"),
  "/hyperloop/system/doctor": staffMay("checks.run"),
  "/hyperloop/alarms/what-to-do/:kind": staffMay("alarms.read"),
  "/hyperloop/settings": staffMay("settings.read"),
  "/hyperloop/settings/:part": staffMay("settings.change"),
  "/api/discount-codes": staffMay("discounts.read"),
  "/api/discount-codes/:discount": staffMay("discounts.change"),
  "/hyperloop/discounts": staffMay("discounts.read"),
  "/hyperloop/discounts/new": staffMay("discounts.change"),
  "/hyperloop/discounts/:discount": staffMay("discounts.read"),
  "/hyperloop/discounts/:discount/delete": staffMay("discounts.change"),
  "/hyperloop/staff": staffMay("staff.manage"),
  "/hyperloop/staff/add": staffMay("staff.manage"),
  "/hyperloop/staff/:member": staffMay("staff.manage"),
  "/hyperloop/staff/:member/reset": staffMay("staff.manage"),
  "/hyperloop/staff/:member/leave": staffMay("staff.manage"),

  "/hyperloop/testing": staffMay("checks.run"),
  "/debug-test": staffMay("checks.run"),
  "/test-voucher": staffMay("checks.run"),

  "/mailbox": anybody,

  "/health": anybody,
  "/ready": anybody,
  "/webhooks/stripe": anybody,
  "/csp-reports": anybody,
  "/art/:theme/:picture": anybody,
  "/photos/:photo/:size": owner,
  "/books/:file/download": owner,

  "/api/csrf-token": anybody,
  "/auth/register": anybody,
  "/auth/streamlined-register": anybody,
  "/auth/login": anybody,
  "/auth/sso-login": anybody,
  "/auth/verify-email": anybody,
  "/auth/resend-otp": anybody,
  "/auth/forgot-password": anybody,
  "/auth/reset-password": anybody,
  "/auth/reset-password/:token": anybody,
  "/auth/recover-session": anybody,
  "/auth/verify": customer,
  "/auth/logout": customer,
  "/account/change-password": customer,
  "/account/me": customer,
  "/account/addresses": customer,
  "/account/addresses/:address": owner,

  "/loops": customer,
  "/loops/:loop/entries": owner,
  "/entries/:entry": owner,
  "/entries/:entry/attachments/upload-url": owner,
  "/uploads/:token": anybody,
  "/books/preview": { who: "customer", asks: ["?loop=:loop", "?loopId=:loop"] },

  "/*": anybody,
};
