import type { VitePluginConfig } from "@remix-run/dev";

/**
 * The route table: every path of the app and the file that handles it, grouped by audience and journey. A file's
 * place need not be its address; a test checks that each file exists and none is unused.
 */

const front = (file: string) => `screens/front/${file}.tsx`;
const gift = (file: string) => `screens/gift/${file}.tsx`;
const redeem = (file: string) => `screens/redeem/${file}.tsx`;
const begin = (file: string) => `screens/begin/${file}.tsx`;
const signIn = (file: string) => `screens/sign-in/${file}.tsx`;
const loop = (file: string) => `screens/loop/${file}.tsx`;
const checkout = (file: string) => `screens/checkout/${file}.tsx`;
const account = (file: string) => `screens/account/${file}.tsx`;
const staffs = (file: string) => `hyperloop/${file}.tsx`;
const api = (file: string) => `api/${file}.ts`;

export default {
  appDirectory: "app",
  // scripts/bundle.ts makes index.js of it.
  serverBuildFile: "unbundled.js",
  future: {
    v3_fetcherPersist: true,
    // No page hydrates, so nobody asks for the map of addresses, which this would give to everybody at /__manifest.
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
    unstable_optimizeDeps: true,
  },
  // Only this table defines routes; files of a folder app/routes would not.
  ignoredRouteFiles: ["**/*"],
  routes: (defineRoutes) =>
    defineRoutes((route) => {
      /** What staff do, each declared with its page in an acts.server.ts. */
      const act = (address: string) => route(address, staffs("acts/act"), { id: address });
      /** The file of a list, which the list declares. */
      const listFile = (address: string) => route(address, staffs("lists/export"), { id: address });

      /** Calls of API clients, each declared by its method and address in a calls.server.ts. */
      const call = (address: string) => route(address, api("call"), { id: address });

      // Public pages
      route("/", front("home"));
      route("about", front("about"));
      route("terms", front("terms"));
      route("privacy", front("privacy"));
      route("small-print/:hash", front("small-print"));
      route("cookies", front("cookies"));
      route("accessibility", front("accessibility"));
      route("unsubscribe/:email", front("unsubscribe"));
      // Each type of loop; "loops/…" are API calls.
      route("years", front("years"));
      route("years/:type", front("year"));

      // Buying a loop for oneself
      route("begin", begin("begin"));
      route("loop-theme", begin("loop-theme"));
      route("loop-type", begin("loop-type"));
      route("loop-type/example/:theme/:type", begin("example"));
      route("which-loop", begin("which-loop"));
      route("payment", begin("payment"));
      route("payment-success", begin("payment-success"));
      route("account-creation", begin("account-creation"));
      route("open-account/:link", begin("open-account"));
      route("loop-end-date", begin("loop-end-date"));
      route("streamlined-signup", begin("streamlined-signup"));

      // Giving and redeeming
      route("gift", gift("gift"));
      route("gift-confirmation", gift("gift-confirmation"));
      route("redeem", redeem("redeem"));
      route("voucher-redeem", redeem("voucher-redeem"));
      route("voucher-info", redeem("voucher-info"));

      // Registration and sign-in
      route("register", signIn("register"));
      route("verify-email", signIn("verify-email"));
      route("confirm-email/:link", signIn("confirm-email"));
      route("auth", signIn("auth"));
      route("forgot-password", signIn("forgot-password"));
      route("reset-password", signIn("reset-password"));
      route("auth/callback", api("auth-callback"));
      route("logout", signIn("logout"));

      // The year
      route("dashboard", loop("dashboard"));
      route("entry", loop("entry"));
      route("entry/versions", loop("versions"));
      route("book", loop("book"));
      route("book/pages", loop("book-pages"));
      route("proof/:loop", loop("proof"));
      route("proof/:loop/sign-off", loop("sign-off"));
      route("year-in-numbers/:loop", loop("year-in-numbers"));
      route("loop-settings/:loop", loop("loop-settings"));
      route("this-week/:token", loop("this-week"));

      // Account
      route("account-settings", account("account-settings"));
      route("account-settings/email", account("email"));
      route("account-settings/gifts/:voucher", account("gift"));
      route("account-settings/addresses/:address", account("address"));
      route("account-settings/addresses/:address/delete", account("delete-address"));
      route("account-settings/delete", account("delete-account"));
      route("exports/everything", api("account-archive"));
      route("exports/loops/:loop", api("loop-archive"));
      route("account-settings/orders/:order/cancel", account("cancel-order"));
      route("account-settings/orders/:order/address", account("order-address"));

      // A guest's order, by the link in their emails
      route("your-order/:link", account("your-order"));
      route("your-order/:link/address", account("your-order-address"));
      route("your-order/:link/cancel", account("your-order-cancel"));
      route("your-order/:link/receipt", api("vouchers/linked-receipt"));
      route("your-order/:link/voucher", api("vouchers/linked-voucher"));

      // Ordering copies of a book
      route("checkout", checkout("checkout"));
      route("checkout/placed", checkout("checkout-placed"));

      // The staff's back office
      route("hyperloop", staffs("sign-in/sign-in"));
      route("hyperloop/entra", staffs("sign-in/entra"));
      route("hyperloop/entra/callback", staffs("sign-in/entra-callback"));
      route("hyperloop/sign-out", staffs("sign-in/sign-out"));
      route("hyperloop/set-up", staffs("sign-in/set-up"));
      route("hyperloop/dashboard", staffs("dashboard/dashboard"));
      route("hyperloop/search", staffs("search/search"));
      act("hyperloop/views/new");
      route("hyperloop/views/:view", staffs("views/view"));
      route("hyperloop/people", staffs("people/people"));
      act("hyperloop/people/new");
      route("hyperloop/people/test-users", staffs("people/test-users"));
      route("hyperloop/people/guest/:guest", staffs("people/guest"));
      route("hyperloop/people/:account", staffs("people/person"));
      route("hyperloop/people/:account/suspend", staffs("people/suspend"));
      route("hyperloop/people/:account/email", staffs("people/email"));
      act("hyperloop/people/:account/name");
      act("hyperloop/people/:account/addresses/:address");
      act("hyperloop/people/:account/reset-link");
      act("hyperloop/people/:account/emails-again");
      route("hyperloop/people/:account/delete", staffs("people/delete"));
      act("hyperloop/people/:account/loops/:loop/date");
      act("hyperloop/people/:account/loops/:loop/pause");
      act("hyperloop/people/:account/loops/:loop/type");
      act("hyperloop/people/:account/credits/:credit");
      act("hyperloop/people/:account/impersonate");
      route("hyperloop/impersonations", staffs("people/impersonations"));
      route("hyperloop/impersonations/end", staffs("people/end-impersonation"));
      route("hyperloop/orders", staffs("orders/orders"));
      route("hyperloop/orders/:order", staffs("orders/order"));
      route("hyperloop/orders/:order/refund", staffs("orders/refund"));
      act("hyperloop/orders/:order/address");
      route("hyperloop/orders/:order/disputes/:dispute/evidence", staffs("orders/evidence"));
      act("hyperloop/orders/:order/disputes/:dispute/accept");
      route("hyperloop/orders/:order/receipt", staffs("orders/receipt"));
      act("hyperloop/orders/ticked/note");
      route("hyperloop/orders/refunds", staffs("orders/refund-requests"));
      route("hyperloop/orders/refunds/:request", staffs("orders/refund-request"));
      route("hyperloop/emails", staffs("emails/emails"));
      act("hyperloop/emails/ticked/send-again");
      route("hyperloop/emails/:email", staffs("emails/email"));
      route("hyperloop/emails/:email/sheet", staffs("emails/email-body"));
      route("hyperloop/emails/:email/reveal", staffs("emails/reveal"));
      route("hyperloop/print-queue", staffs("printing/print-queue"));
      route("hyperloop/undo", staffs("undo/undo"));
      route("hyperloop/print-costs", staffs("printing/costs"));
      route("hyperloop/print-costs/invoices/new", staffs("printing/new-invoice"));
      route("hyperloop/print-costs/invoices/:invoice", staffs("printing/invoice"));
      route("hyperloop/print-costs/invoices/:invoice/export", staffs("printing/invoice-export"));
      route("hyperloop/print-queue/pick-list", staffs("printing/pick-list"));
      route("hyperloop/print-queue/pick-list/export", staffs("printing/pick-list-export"));
      route("hyperloop/print-queue/batch/:step", staffs("printing/batch"));
      route("hyperloop/print-queue/reprints/:request", staffs("printing/reprint-request"));
      route("hyperloop/print-queue/:shipment", staffs("printing/shipment"));
      route("hyperloop/print-queue/:shipment/address", staffs("printing/address"));
      act("hyperloop/print-queue/:shipment/cost");
      route("hyperloop/print-queue/:shipment/files", staffs("printing/files"));
      route("hyperloop/print-queue/:shipment/printer", staffs("printing/printer-order"));
      route("hyperloop/print-queue/:shipment/reprint", staffs("printing/reprint"));
      route("hyperloop/print-queue/:shipment/tracking", staffs("printing/tracking"));
      route("hyperloop/inbox", staffs("inbox/inbox"));
      route("hyperloop/notes/:note", staffs("notes/note"));
      act("hyperloop/inbox/close");
      route("hyperloop/vouchers", staffs("vouchers/vouchers"));
      route("hyperloop/vouchers/generate", staffs("vouchers/generate"));
      route("hyperloop/vouchers/batches", staffs("vouchers/batches"));
      route("hyperloop/vouchers/batches/:batch", staffs("vouchers/batch"));
      act("hyperloop/vouchers/batches/:batch/withdraw");
      route("hyperloop/vouchers/batches/:batch/export", staffs("vouchers/batch-export"));
      route("hyperloop/vouchers/batches/:batch/codes", staffs("vouchers/batch-codes"));
      act("hyperloop/vouchers/batches/:batch/extend");
      act("hyperloop/vouchers/batches/:batch/cancel");
      listFile("hyperloop/vouchers/export");
      act("hyperloop/vouchers/ticked/extend");
      act("hyperloop/vouchers/ticked/send-again");
      act("hyperloop/vouchers/ticked/cancel");
      route("hyperloop/vouchers/:voucher", staffs("vouchers/voucher"));
      act("hyperloop/vouchers/:voucher/cancel");
      act("hyperloop/vouchers/:voucher/extend");
      route("hyperloop/vouchers/:voucher/recipient", staffs("vouchers/recipient"));
      act("hyperloop/vouchers/:voucher/new-code");
      act("hyperloop/vouchers/:voucher/redeem");
      route("hyperloop/vouchers/:voucher/document", staffs("vouchers/document"));
      route("hyperloop/moderation", staffs("moderation/moderation"));
      route("hyperloop/moderation/words", staffs("moderation/word-search"));
      route("hyperloop/moderation/:entry", staffs("moderation/entry"));
      route("hyperloop/moderation/:entry/photos/:photo/:size", api("reviewed-photo"));
      route("hyperloop/audit", staffs("audit/audit"));
      listFile("hyperloop/audit/export");
      route("hyperloop/analytics", staffs("analytics/analytics"));
      route("hyperloop/analytics/export", staffs("analytics/export"));
      route("hyperloop/finishing", staffs("finishing/finishing"));
      route("hyperloop/finishing/export", staffs("finishing/export"));
      route("hyperloop/ledger", staffs("ledger/ledger"));
      route("hyperloop/ledger/export", staffs("ledger/export"));
      route("hyperloop/ledger/records", staffs("ledger/records"));
      route("hyperloop/ledger/payouts", staffs("ledger/payouts"));
      route("hyperloop/ledger/payouts/export", staffs("ledger/payouts-export"));
      route("hyperloop/ledger/payouts/:payout", staffs("ledger/payout"));
      route("hyperloop/system", staffs("system/system"));
      route("hyperloop/system/doctor", staffs("system/doctor"));
      route("hyperloop/system/restores", staffs("system/restores"));
      route("hyperloop/system/restores/:request", staffs("system/restore"));
      act("hyperloop/system/restores/:request/withdraw");
      act("hyperloop/system/lanes/:lane/pause");
      act("hyperloop/system/lanes/:lane/resume");
      route("hyperloop/alarms", staffs("alarms/alarms"));
      route("hyperloop/alarms/:alarm", staffs("alarms/alarm"));
      act("hyperloop/alarms/ticked/resolve");
      route("hyperloop/alarms/what-to-do/:kind", staffs("alarms/what-to-do"));
      route("hyperloop/settings", staffs("settings/settings"));
      route("hyperloop/settings/limits/:role", staffs("settings/limits"));
      route("hyperloop/settings/limits/requests/:request", staffs("settings/limit-request"));
      route("hyperloop/settings/:part", staffs("settings/part"));
      route("hyperloop/discounts", staffs("discounts/discounts"));
      route("hyperloop/discounts/new", staffs("discounts/new"));
      act("hyperloop/discounts/ticked/switch-off");
      route("hyperloop/discounts/:discount", staffs("discounts/discount"));
      route("hyperloop/discounts/:discount/delete", staffs("discounts/delete"));
      act("hyperloop/discounts/:discount/last-day");
      route("hyperloop/staff", staffs("staff/staff"));
      act("hyperloop/staff/add");
      route("hyperloop/staff/:member", staffs("staff/member"));
      act("hyperloop/staff/:member/reset");
      route("hyperloop/staff/:member/leave", staffs("staff/leave"));

      // Staff's testing tools
      route("hyperloop/testing", staffs("testing/testing"));
      route("debug-test", staffs("testing/debug-test"));
      route("test-voucher", staffs("testing/test-voucher"));

      // Development
      route("mailbox", front("mailbox"));

      // For password managers
      route(".well-known/change-password", api("change-password-page"));

      // For search engines
      route("robots.txt", api("robots"));
      route("sitemap.xml", api("sitemap"));

      // Webhooks, images and files
      route("health", api("health"));
      route("ready", api("ready"));
      route("webhooks/stripe", api("stripe-webhook"));
      route("webhooks/printer/:token", api("printer-webhook"));
      route("webhooks/mail/:provider", api("mail-webhook"));
      route("webhooks/reading", api("kept-writes"));
      route("print-files/:token", api("print-file"));
      route("machines/:call", api("machines"));
      route("csp-reports", api("csp-reports"));
      route("art/:theme/:picture", api("growing-picture"));
      route("photos/:photo/:size", api("photo"));
      call("api/discount-codes");
      call("api/discount-codes/:discount");
      call("api/discount-codes/validate");
      call("payments/create-intent");
      call("payments/create-with-user");
      call("api/vouchers/validate");
      call("voucher/redeem");
      call("voucher/:voucher/details");
      route("dashboard/draft", api("weeks/draft"));
      route("dashboard/photo", api("weeks/photo"));
      route("dashboard/photo-place", api("weeks/photo-place"));
      route("voucher/:voucher/pdf", api("vouchers/voucher-pdf"));
      route("order/:order/receipt", api("vouchers/order-receipt"));
      route("books/:file/download", api("book-download"));

      // API: authentication
      call("api/csrf-token");
      call("auth/register");
      call("auth/streamlined-register");
      call("auth/login");
      call("auth/sso-login");
      call("auth/verify-email");
      call("auth/resend-otp");
      call("auth/forgot-password");
      call("auth/reset-password");
      call("auth/reset-password/:token");
      call("auth/recover-session");
      call("auth/verify");
      call("auth/logout");

      // API: account
      call("account/change-password");
      call("account/me");
      call("account/addresses");
      call("account/addresses/:address");

      // API: loops, their weeks and their book
      call("loops");
      call("loops/:loop/entries");
      call("entries/:entry");
      call("entries/:entry/attachments/upload-url");
      call("uploads/:token");
      call("books/preview");

      route("*", api("unknown"));
    }),
} satisfies VitePluginConfig;
