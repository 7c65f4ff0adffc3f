import { isPermitted, type Permission, type StaffRole } from "~/domain/people/staff/permissions";
import type { PromiseName } from "./promises";

/**
 * What waits for staff, most harmful first: who may act on each kind, and how soon we have promised to. Each kind is
 * read from its own table, so finished work disappears from the inbox.
 */

/** The menu's badges say "99+" of more: counting a thousand would cost every page milliseconds. */
export const MOST_IN_BADGE = 99;

export type WorkKind =
  | "dispute"
  | "refund"
  | "reprint"
  | "vouchers"
  | "seal"
  | "discount"
  | "exposure"
  | "super_admin"
  | "restore"
  | "email"
  | "shipment"
  | "week"
  | "alarm"
  | "note";

interface KindRule {
  /** The heading that it appears under; kinds of one group follow each other. */
  readonly group: string;
  /** Needed to act on this kind. */
  readonly permission: Permission;
  /** Which promise says how long it may wait. */
  readonly promise: PromiseName;
}

const APPROVALS = "Approvals";

export const WORK_RULES: Readonly<Record<WorkKind, KindRule>> = {
  dispute: { group: "Disputes", permission: "refunds.give", promise: "disputes" },
  refund: { group: APPROVALS, permission: "refunds.approve", promise: "approvals" },
  reprint: { group: APPROVALS, permission: "printing.approve_reprint", promise: "approvals" },
  vouchers: { group: APPROVALS, permission: "vouchers.approve", promise: "approvals" },
  seal: { group: APPROVALS, permission: "vouchers.approve", promise: "approvals" },
  discount: { group: APPROVALS, permission: "discounts.approve", promise: "approvals" },
  exposure: { group: APPROVALS, permission: "settings.change", promise: "approvals" },
  super_admin: { group: APPROVALS, permission: "staff.manage", promise: "approvals" },
  restore: { group: APPROVALS, permission: "accounts.restore", promise: "approvals" },
  email: { group: "Emails that didn’t arrive", permission: "emails.resend", promise: "emails" },
  shipment: { group: "Parcels to print again", permission: "printing.change", promise: "shipments" },
  week: { group: "Flagged weeks", permission: "entries.judge", promise: "weeks" },
  alarm: { group: "Alarms", permission: "alarms.resolve", promise: "alarms" },
  /** A note is its owner's own. */
  note: { group: "Notes due", permission: "inbox.read", promise: "notes" },
};

export const WORK_KINDS = Object.keys(WORK_RULES) as WorkKind[];

/** The kinds on which a second person decides about what a first one asked for. */
export const APPROVAL_KINDS = WORK_KINDS.filter((kind) => WORK_RULES[kind].group === APPROVALS);

/** The kinds that somebody of this role can act on. */
export function kindsFor(role: StaffRole): WorkKind[] {
  return WORK_KINDS.filter((kind) => isPermitted(role, WORK_RULES[kind].permission));
}

/** Kinds that nothing else finishes: staff close them with a reason. */
export const CLOSABLE: readonly WorkKind[] = ["email"];

/** "refund:3f0c", the name of a piece of work in forms. */
export type WorkKey = `${WorkKind}:${string}`;

export const keyOf = (kind: WorkKind, id: string): WorkKey => `${kind}:${id}`;

export const INBOX_TABS = ["all", "mine", "nobodys", "put_off"] as const;
/** How each group of the inbox can be sorted; "-" before it is the other way round. */
export const INBOX_SORTS = ["waiting", "-waiting", "due", "-due", "owner", "-owner"] as const;
export type InboxSort = (typeof INBOX_SORTS)[number];
/** Oldest first. */
export const INBOX_USUAL = "waiting";

export type InboxTab = (typeof INBOX_TABS)[number];

/** Work can be put off by so many days at most. */
export const LONGEST_PUT_OFF_DAYS = 60;
