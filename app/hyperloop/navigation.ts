import { isPermitted, type Permission, type StaffRole } from "~/domain/staff/permissions";

/** The rooms of the back office in the order they are shown, each with the right that opens it. */

export interface StaffLink {
  readonly label: string;
  readonly href: string;
  readonly permission: Permission;
}

const LINKS: readonly StaffLink[] = [
  { label: "Dashboard", href: "/hyperloop/dashboard", permission: "dashboard.read" },
  { label: "Accounts", href: "/hyperloop/accounts", permission: "accounts.read" },
  { label: "Orders", href: "/hyperloop/orders", permission: "orders.read" },
  { label: "Print queue", href: "/hyperloop/print-queue", permission: "printing.read" },
  { label: "Emails", href: "/hyperloop/emails", permission: "emails.read" },
  { label: "Vouchers", href: "/hyperloop/vouchers", permission: "vouchers.read" },
  { label: "Discounts", href: "/hyperloop/discounts", permission: "discounts.read" },
  { label: "Sales", href: "/hyperloop/analytics", permission: "analytics.read" },
  { label: "Content", href: "/hyperloop/moderation", permission: "entries.queue" },
  { label: "Impersonations", href: "/hyperloop/impersonations", permission: "impersonations.read" },
  { label: "Staff accounts", href: "/hyperloop/staff", permission: "staff.manage" },
  { label: "Alarms", href: "/hyperloop/alarms", permission: "alarms.read" },
  { label: "System", href: "/hyperloop/system", permission: "system.read" },
  { label: "Settings", href: "/hyperloop/settings", permission: "settings.read" },
  { label: "Testing", href: "/hyperloop/testing", permission: "checks.run" },
  { label: "Audit log", href: "/hyperloop/audit", permission: "audit.read" },
];

/** What this role sees beside its pages. */
export function staffLinks(role: StaffRole): StaffLink[] {
  return LINKS.filter(({ permission }) => isPermitted(role, permission));
}

/** Whether the page at `path` is this link's own or one below it. */
export function isWithin(link: StaffLink, path: string): boolean {
  return path === link.href || path.startsWith(`${link.href}/`);
}
