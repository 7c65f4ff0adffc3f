/**
 * What each staff role may do. This table alone decides: every screen, API call and function of the back office asks it
 * for one permission by name, and no permission implies another. Each role has what its work needs and no more; a
 * super_admin has every permission. The role is read from the database with each request.
 */

/** The same values as in the database. */
export type StaffRole = "super_admin" | "support" | "moderator" | "production" | "marketing" | "analyst";

type WorkingRole = Exclude<StaffRole, "super_admin">;

const EVERYBODY: readonly WorkingRole[] = ["support", "moderator", "production", "marketing", "analyst"];

const TABLE = {
  /** The dashboard: numbers of the day, no names. */
  "dashboard.read": EVERYBODY,
  /** The inbox, of which everybody sees what they can act on; taking, giving and putting off what waits in it. */
  "inbox.read": EVERYBODY,
  "inbox.change": EVERYBODY,

  /** One box for everything; each role finds only the kinds it may read. */
  "search.use": ["support", "production", "marketing"],

  /** Keeping a list's filters and order under a name; for everybody who may read the list. */
  "views.save": EVERYBODY,
  "views.share": [],

  // Customers
  "accounts.read": ["support"],
  "accounts.create": ["support"],
  "accounts.suspend": ["support"],
  "accounts.note": ["support"],
  /** Email address, name and saved addresses of a customer, and a link to choose a new password. */
  "accounts.correct": ["support"],
  /** Beginning the deletion of an account that its owner asked for in writing. */
  "accounts.delete": ["support"],
  /** Asking for what was deleted by accident to come back from a copy, and deciding about it as the second person. */
  "accounts.restore": [],
  /** A customer's year: its delivery date, its type before week 3, beginning one from a credit. */
  "loops.correct": ["support"],
  /** Read-only impersonation of a customer; never of a colleague. */
  "accounts.impersonate": ["support"],
  "impersonations.read": [],
  "emails.read": ["support"],
  "emails.resend": ["support"],
  /** What an email quotes of somebody's year; revealing takes a reason, which its owner can read. */
  "emails.reveal": [],

  // Orders and money
  "orders.read": ["support", "production"],
  "orders.correct_address": ["support", "production"],
  /** Notes on orders, and following up any note. */
  "orders.note": ["support", "production"],
  "refunds.give": ["support"],
  /** Approving a large refund as the second person. */
  "refunds.approve": [],

  /** Sending a bank what our records show of a disputed order. */
  "disputes.answer": ["support"],
  /** Accepting a dispute: the money is gone for good. */
  "disputes.accept": [],

  /** The ledger: sums and order numbers, and nobody's name. */
  "ledger.read": ["analyst"],
  "ledger.export": ["analyst"],
  /** All orders and customers of some days as files, with names and addresses. */
  "records.export": [],

  // Vouchers; without "reveal" only the last four characters of a code are shown
  "vouchers.read": ["support", "marketing"],
  "vouchers.reveal": [],
  /** What a customer wrote to the person a gift is for; each reading is recorded. */
  "vouchers.read_message": ["support"],
  "vouchers.generate": ["marketing"],
  /** Opening the sealed export of a partner order: its whole codes, once, for a reason. */
  "vouchers.open_seal": ["marketing"],
  /** Approving a large batch as the second person, and opening a seal again. */
  "vouchers.approve": [],
  "vouchers.redeem": ["support"],
  "vouchers.cancel": ["support"],
  "vouchers.extend": ["support"],
  /** Extending and cancelling whole partner orders; without `vouchers.extend` only one's own. */
  "vouchers.change_orders": ["support", "marketing"],
  "vouchers.resend": ["support"],
  "vouchers.export": ["marketing"],

  // Discounts
  "discounts.read": ["support", "marketing", "analyst"],
  "discounts.change": ["marketing"],
  /** Approving a large discount as the second person. */
  "discounts.approve": [],

  // Aggregate figures that identify nobody
  "analytics.read": ["marketing", "analyst"],
  "analytics.export": ["analyst"],

  // Private entries; opening one takes a reason, which its owner can read
  "entries.queue": ["moderator"],
  "entries.open": ["moderator"],
  "entries.judge": ["moderator"],

  // Printing
  "printing.read": ["production", "support"],
  "printing.change": ["production"],
  "printing.reprint": ["production", "support"],
  /** Approving a reprint as the second person. */
  "printing.approve_reprint": [],
  /** What printing costs and printers' invoices: sums and our numbers, and nobody's name. */
  "print_costs.read": ["production", "analyst"],
  "print_costs.change": ["production"],

  // System
  "alarms.read": ["support", "production"],
  "alarms.resolve": ["support"],
  "system.read": ["analyst", "production"],
  "system.retry": [],
  "checks.run": [],
  "settings.read": ["marketing", "production"],
  "settings.change": [],

  // Staff accounts
  "staff.manage": [],
  "audit.read": [],
  "audit.export": [],
} as const satisfies Record<string, readonly WorkingRole[]>;

export type Permission = keyof typeof TABLE;

export const PERMISSIONS = Object.keys(TABLE) as Permission[];

/** Whether this role has this permission. */
export function isPermitted(role: StaffRole, permission: Permission): boolean {
  const roles: readonly StaffRole[] = TABLE[permission];
  return role === "super_admin" || roles.includes(role);
}

export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  super_admin: "Super admin",
  support: "Customer support",
  moderator: "Moderator",
  production: "Production",
  marketing: "Marketing",
  analyst: "Analyst",
};
