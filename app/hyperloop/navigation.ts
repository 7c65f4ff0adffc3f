import { isPermitted, type Permission, type StaffRole } from "~/domain/staff/permissions";
import { PATHS } from "./paths";

/** The pages of the back office in the order of the menu, each with the permission that opens it. */

export interface StaffLink {
  readonly label: string;
  readonly href: string;
  readonly permission: Permission;
}

const LINKS: readonly StaffLink[] = [
  { label: "Inbox", href: PATHS.inbox, permission: "inbox.read" },
  { label: "Dashboard", href: PATHS.dashboard, permission: "dashboard.read" },
  { label: "Accounts", href: PATHS.accounts, permission: "accounts.read" },
  { label: "Orders", href: PATHS.orders, permission: "orders.read" },
  { label: "Print queue", href: PATHS.printQueue, permission: "printing.read" },
  { label: "Emails", href: PATHS.emails, permission: "emails.read" },
  { label: "Vouchers", href: PATHS.vouchers, permission: "vouchers.read" },
  { label: "Discounts", href: PATHS.discounts, permission: "discounts.read" },
  { label: "Sales", href: PATHS.analytics, permission: "analytics.read" },
  { label: "Ledger", href: PATHS.ledger, permission: "ledger.read" },
  { label: "Content", href: PATHS.moderation, permission: "entries.queue" },
  { label: "Impersonations", href: PATHS.impersonations, permission: "impersonations.read" },
  { label: "Staff accounts", href: PATHS.staff, permission: "staff.manage" },
  { label: "Alarms", href: PATHS.alarms, permission: "alarms.read" },
  { label: "System", href: PATHS.system, permission: "system.read" },
  { label: "Settings", href: PATHS.settings, permission: "settings.read" },
  { label: "Testing", href: PATHS.testing, permission: "checks.run" },
  { label: "Staff activity", href: PATHS.audit, permission: "audit.read" },
];

/** The menu of a role. */
export function staffLinks(role: StaffRole): StaffLink[] {
  return LINKS.filter(({ permission }) => isPermitted(role, permission));
}

/** Whether the page at `path` is this link's own or one below it. */
export function isWithin(link: StaffLink, path: string): boolean {
  return path === link.href || path.startsWith(`${link.href}/`);
}
