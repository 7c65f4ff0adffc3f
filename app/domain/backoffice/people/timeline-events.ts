import type { Permission } from "~/domain/people/staff/permissions";

/** What happened around a person, as one line of the timeline on their page. */

export const TABS = ["money", "emails", "books", "vouchers", "sign-ins", "staff"] as const;

export type Tab = (typeof TABS)[number];

/** Who may read the lines of a tab; the page itself needs "accounts.read". */
export const TAB_PERMISSIONS: Readonly<Record<Tab, Permission>> = {
  money: "orders.read",
  emails: "emails.read",
  books: "printing.read",
  vouchers: "vouchers.read",
  "sign-ins": "accounts.read",
  staff: "accounts.read",
};

/** What a line is about, for the links and acts at its end. */
export type Subject =
  | { type: "order"; id: string; number: string; canRefund: boolean }
  | { type: "request"; id: string; orderId: string }
  | { type: "email"; id: string; canResend: boolean; isSealed: boolean }
  | { type: "voucher"; id: string; isUsable: boolean }
  | { type: "loop"; id: string }
  | { type: "shipment"; id: string; canCorrect: boolean; canReprint: boolean };

export interface TimelineEvent {
  key: string;
  at: Date;
  tab: Tab;
  /** Its mark: a ring, filled for money, a square for staff, a triangle for what went wrong. */
  mark: "event" | "money" | "staff" | "bad" | "quiet";
  text: string;
  detail?: string | undefined;
  subject?: Subject;
}
