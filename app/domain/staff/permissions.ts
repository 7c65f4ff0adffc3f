/**
 * Who of the staff may do what. This table alone decides: every screen, call and verb of the back office asks it
 * for one right by name, and no right follows from another. Each role has what its work needs and no more; a
 * super_admin has every right. Nobody holds a right by heart: the role is read anew with each request.
 */

/** The same words as in the database. */
export type StaffRole = "super_admin" | "support" | "moderator" | "production" | "marketing" | "analyst";

type WorkingRole = Exclude<StaffRole, "super_admin">;

const EVERYBODY: readonly WorkingRole[] = ["support", "moderator", "production", "marketing", "analyst"];

const TABLE = {
  /** The first page: numbers of the day, nobody's name. */
  "dashboard.read": EVERYBODY,

  // Customers
  "accounts.read": ["support"],
  "accounts.create": ["support"],
  "accounts.suspend": ["support"],
  "accounts.note": ["support"],
  /** Seeing the product as a customer sees it, changing nothing; never another of the staff. */
  "accounts.impersonate": ["support"],
  "impersonations.read": [],
  "emails.read": ["support"],
  "emails.resend": ["support"],
  /** What an email quotes of somebody's year; looking asks for a reason, which its owner can read. */
  "emails.reveal": [],

  // Orders and money
  "orders.read": ["support", "production"],
  "orders.correct_address": ["support", "production"],
  "refunds.give": ["support"],
  /** The second pair of eyes on a large refund. */
  "refunds.approve": [],

  // Vouchers; without "reveal" only the last four characters of a code are seen
  "vouchers.read": ["support", "marketing"],
  "vouchers.reveal": [],
  "vouchers.generate": ["marketing"],
  /** The second pair of eyes on a large batch. */
  "vouchers.approve": [],
  "vouchers.redeem": ["support"],
  "vouchers.cancel": ["support"],
  "vouchers.extend": ["support"],
  "vouchers.resend": ["support"],
  "vouchers.export": ["marketing"],

  // Discounts
  "discounts.read": ["support", "marketing", "analyst"],
  "discounts.change": ["marketing"],
  /** The second pair of eyes on a large discount. */
  "discounts.approve": [],

  // Figures, in which no person can be told from another
  "analytics.read": ["marketing", "analyst"],
  "analytics.export": ["analyst"],

  // Private words and pictures; opening one asks for a reason, which its owner can read
  "entries.queue": ["moderator"],
  "entries.open": ["moderator"],
  "entries.judge": ["moderator"],

  // Books on their way
  "printing.read": ["production", "support"],
  "printing.change": ["production"],
  "printing.reprint": ["production"],

  // The machine
  "alarms.read": ["support", "production"],
  "alarms.settle": ["support"],
  "system.read": ["analyst", "production"],
  "system.retry": [],
  "checks.run": [],
  "settings.read": ["marketing", "production"],
  "settings.change": [],

  // The staff themselves
  "staff.manage": [],
  "audit.read": [],
  "audit.export": [],
} as const satisfies Record<string, readonly WorkingRole[]>;

export type Permission = keyof typeof TABLE;

export const PERMISSIONS = Object.keys(TABLE) as Permission[];

/** Whether this role has this right. */
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
