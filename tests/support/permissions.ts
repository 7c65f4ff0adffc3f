import type { Permission } from "~/domain/people/staff/permissions";
import { PERMISSION_LINES } from "../hyperloop/support/permissions";

/**
 * Who may open which address of the route table. Every address has its line, those of the staff in
 * tests/hyperloop/support/permissions.ts; the tests that visit every address (as a stranger, as another customer, as the
 * owner) read from it what is right, and an address without a line fails.
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

/** What opens an address of the staff's: the permission to look at it, or to press its button where nothing is shown. */
function staffAddresses(): Record<string, Access> {
  const looking = PERMISSION_LINES.filter(({ method }) => method === "GET");
  const first = [...looking, ...PERMISSION_LINES].reverse();
  return Object.fromEntries(first.map(({ address, permission }) => [address, { who: "staff", staff: permission }]));
}

export const ADDRESS_PERMISSIONS: Readonly<Record<string, Access>> = {
  "/": anybody,
  "/about": anybody,
  "/terms": anybody,
  "/privacy": anybody,
  "/small-print/:hash": anybody,
  "/cookies": anybody,
  "/accessibility": anybody,
  "/unsubscribe/:email": anybody,
  "/years": anybody,
  "/years/:type": anybody,
  "/.well-known/change-password": anybody,
  "/robots.txt": anybody,
  "/sitemap.xml": anybody,

  "/begin": anybody,
  "/loop-theme": anybody,
  "/loop-type": anybody,
  "/loop-type/example/:theme/:type": anybody,
  "/which-loop": anybody,
  "/payment": { who: "customer", asks: ["?step=delivery", "?order=:order"] },
  "/payment-success": { who: "customer", asks: ["?order=:order", "?session_id=:checkout"] },
  "/account-creation": customer,
  "/open-account/:link": anybody,
  "/your-order/:link": anybody,
  "/your-order/:link/address": anybody,
  "/your-order/:link/cancel": anybody,
  "/your-order/:link/receipt": anybody,
  "/your-order/:link/voucher": anybody,
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
  "/account-settings/orders/:order/address": owner,
  "/account-settings/delete": customer,
  "/exports/everything": customer,
  "/exports/loops/:loop": owner,

  "/hyperloop": anybody,
  "/hyperloop/entra": anybody,
  "/hyperloop/entra/callback": anybody,
  "/hyperloop/set-up": anybody,
  "/hyperloop/sign-out": anybody,
  ...staffAddresses(),

  "/mailbox": anybody,

  "/health": anybody,
  "/ready": anybody,
  "/webhooks/stripe": anybody,
  "/webhooks/printer/:token": anybody,
  "/webhooks/mail/:provider": anybody,
  "/webhooks/reading": anybody,
  "/print-files/:token": anybody,
  "/machines/:call": anybody,
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
