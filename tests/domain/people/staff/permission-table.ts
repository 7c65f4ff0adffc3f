import type { StaffRole } from "~/domain/people/staff/permissions";

/** Every permission with the roles that have it, as a second literal, so that none is gained or lost by accident. */
export const ROLES_WITH: Readonly<Record<string, readonly StaffRole[]>> = {
  "dashboard.read": ["super_admin", "support", "moderator", "production", "marketing", "analyst"],
  "inbox.read": ["super_admin", "support", "moderator", "production", "marketing", "analyst"],
  "inbox.change": ["super_admin", "support", "moderator", "production", "marketing", "analyst"],

  "search.use": ["super_admin", "support", "production", "marketing"],

  "views.save": ["super_admin", "support", "moderator", "production", "marketing", "analyst"],
  "views.share": ["super_admin"],

  "accounts.read": ["super_admin", "support"],
  "accounts.create": ["super_admin", "support"],
  "accounts.suspend": ["super_admin", "support"],
  "accounts.note": ["super_admin", "support"],
  "accounts.correct": ["super_admin", "support"],
  "accounts.delete": ["super_admin", "support"],
  "accounts.restore": ["super_admin"],
  "loops.correct": ["super_admin", "support"],
  "accounts.impersonate": ["super_admin", "support"],
  "impersonations.read": ["super_admin"],
  "emails.read": ["super_admin", "support"],
  "emails.resend": ["super_admin", "support"],
  "emails.reveal": ["super_admin"],

  "orders.read": ["super_admin", "support", "production"],
  "orders.correct_address": ["super_admin", "support", "production"],
  "orders.note": ["super_admin", "support", "production"],
  "refunds.give": ["super_admin", "support"],
  "refunds.approve": ["super_admin"],
  "disputes.answer": ["super_admin", "support"],
  "disputes.accept": ["super_admin"],

  "ledger.read": ["super_admin", "analyst"],
  "ledger.export": ["super_admin", "analyst"],
  "records.export": ["super_admin"],

  "vouchers.read": ["super_admin", "support", "marketing"],
  "vouchers.reveal": ["super_admin"],
  "vouchers.read_message": ["super_admin", "support"],
  "vouchers.generate": ["super_admin", "marketing"],
  "vouchers.open_seal": ["super_admin", "marketing"],
  "vouchers.approve": ["super_admin"],
  "vouchers.redeem": ["super_admin", "support"],
  "vouchers.cancel": ["super_admin", "support"],
  "vouchers.change_orders": ["super_admin", "support", "marketing"],
  "vouchers.extend": ["super_admin", "support"],
  "vouchers.resend": ["super_admin", "support"],
  "vouchers.export": ["super_admin", "marketing"],

  "discounts.read": ["super_admin", "support", "marketing", "analyst"],
  "discounts.approve": ["super_admin"],
  "discounts.change": ["super_admin", "marketing"],

  "analytics.read": ["super_admin", "marketing", "analyst"],
  "analytics.export": ["super_admin", "analyst"],

  "entries.queue": ["super_admin", "moderator"],
  "entries.open": ["super_admin", "moderator"],
  "entries.judge": ["super_admin", "moderator"],

  "printing.read": ["super_admin", "support", "production"],
  "printing.change": ["super_admin", "production"],
  "printing.reprint": ["super_admin", "support", "production"],
  "printing.approve_reprint": ["super_admin"],
  "print_costs.read": ["super_admin", "production", "analyst"],
  "print_costs.change": ["super_admin", "production"],

  "alarms.read": ["super_admin", "support", "production"],
  "alarms.resolve": ["super_admin", "support"],
  "system.read": ["super_admin", "production", "analyst"],
  "system.retry": ["super_admin"],
  "checks.run": ["super_admin"],
  "settings.read": ["super_admin", "production", "marketing"],
  "settings.change": ["super_admin"],

  "staff.manage": ["super_admin"],
  "audit.read": ["super_admin"],
  "audit.export": ["super_admin"],
};
