import { mayDo, type Right, type StaffRole } from "~/domain/staff/permissions";

/** The rooms of the back office in the order they are shown, each with the right that opens it. */

export interface StaffLink {
  readonly label: string;
  readonly href: string;
  readonly right: Right;
}

const LINKS: readonly StaffLink[] = [
  { label: "Dashboard", href: "/hyperloop/dashboard", right: "dashboard.read" },
  { label: "Accounts", href: "/hyperloop/accounts", right: "accounts.read" },
  { label: "Orders", href: "/hyperloop/orders", right: "orders.read" },
  { label: "Print queue", href: "/hyperloop/print-queue", right: "printing.read" },
  { label: "Emails", href: "/hyperloop/emails", right: "emails.read" },
  { label: "Vouchers", href: "/hyperloop/vouchers", right: "vouchers.read" },
  { label: "Discounts", href: "/hyperloop/discounts", right: "discounts.read" },
  { label: "Sales", href: "/hyperloop/analytics", right: "analytics.read" },
  { label: "Content", href: "/hyperloop/moderation", right: "entries.queue" },
  { label: "Impersonations", href: "/hyperloop/impersonations", right: "impersonations.read" },
  { label: "Staff accounts", href: "/hyperloop/staff", right: "staff.manage" },
  { label: "Alarms", href: "/hyperloop/alarms", right: "alarms.read" },
  { label: "System", href: "/hyperloop/system", right: "system.read" },
  { label: "Settings", href: "/hyperloop/settings", right: "settings.read" },
  { label: "Testing", href: "/hyperloop/testing", right: "checks.run" },
  { label: "Audit log", href: "/hyperloop/audit", right: "audit.read" },
];

/** What this role sees beside its pages. */
export function staffLinks(role: StaffRole): StaffLink[] {
  return LINKS.filter(({ right }) => mayDo(role, right));
}

/** Whether the page at `path` is this link's own or one below it. */
export function isWithin(link: StaffLink, path: string): boolean {
  return path === link.href || path.startsWith(`${link.href}/`);
}
