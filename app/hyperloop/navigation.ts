import { isPermitted, type Permission, type StaffRole } from "~/domain/people/staff/permissions";
import { PATHS } from "./paths";

/** The pages of the back office in the order of the menu, each with the permission that opens it. */

export interface StaffLink {
  readonly label: string;
  readonly href: string;
  readonly permission: Permission;
}

export interface StaffLinkGroup {
  /** Empty for the links above all groups. */
  readonly label: string;
  readonly links: readonly StaffLink[];
}

const GROUPS: readonly StaffLinkGroup[] = [
  {
    label: "",
    links: [
      { label: "Inbox", href: PATHS.inbox, permission: "inbox.read" },
      { label: "Dashboard", href: PATHS.dashboard, permission: "dashboard.read" },
    ],
  },
  {
    label: "Customers",
    links: [
      { label: "People", href: PATHS.people, permission: "accounts.read" },
      { label: "Orders", href: PATHS.orders, permission: "orders.read" },
      { label: "Vouchers", href: PATHS.vouchers, permission: "vouchers.read" },
      { label: "Emails", href: PATHS.emails, permission: "emails.read" },
    ],
  },
  {
    label: "Books",
    links: [
      { label: "Print queue", href: PATHS.printQueue, permission: "printing.read" },
      { label: "Printing costs", href: PATHS.printCosts, permission: "print_costs.read" },
      { label: "Content", href: PATHS.moderation, permission: "entries.queue" },
    ],
  },
  {
    label: "Money",
    links: [
      { label: "Sales", href: PATHS.analytics, permission: "analytics.read" },
      { label: "Finishing", href: PATHS.finishing, permission: "analytics.read" },
      { label: "Ledger", href: PATHS.ledger, permission: "ledger.read" },
      { label: "Discounts", href: PATHS.discounts, permission: "discounts.read" },
    ],
  },
  {
    label: "Running Loop",
    links: [
      { label: "Alarms", href: PATHS.alarms, permission: "alarms.read" },
      { label: "System", href: PATHS.system, permission: "system.read" },
      { label: "Settings", href: PATHS.settings, permission: "settings.read" },
      { label: "Staff accounts", href: PATHS.staff, permission: "staff.manage" },
      { label: "Impersonations", href: PATHS.impersonations, permission: "impersonations.read" },
      { label: "Testing", href: PATHS.testing, permission: "checks.run" },
      { label: "Staff activity", href: PATHS.audit, permission: "audit.read" },
    ],
  },
];

/** The menu of a role, in groups; one without a link for it is left out. */
export function staffLinks(role: StaffRole): StaffLinkGroup[] {
  return GROUPS.map(({ label, links }) => ({
    label,
    links: links.filter(({ permission }) => isPermitted(role, permission)),
  })).filter(({ links }) => links.length > 0);
}

/** Whether the page at `path` is this link's own or one below it. */
export function isWithin(link: StaffLink, path: string): boolean {
  return path === link.href || path.startsWith(`${link.href}/`);
}
