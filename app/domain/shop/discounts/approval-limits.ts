import { formatPence } from "~/domain/kernel/money/pounds";
import { canonicalAddress } from "~/domain/kernel/text/email-addresses";
import type { StaffRole } from "~/domain/people/staff/permissions";

/**
 * How much one staff member may give away before a second one is asked: in 24 hours, and to one recipient in that
 * time from all staff together. Everything is counted at what it costs us, so that slices add up to the whole. What
 * two people have decided, and what still waits for the second of them, does not count. The limits are what two super
 * admins last agreed on (`approvalLimits`); these are what they begin with.
 */

export interface ApprovalLimit {
  dayPence: number;
  /** To one email address, from all staff together. */
  recipientPence: number;
}

const NOTHING: ApprovalLimit = { dayPence: 0, recipientPence: 0 };

export const USUAL_APPROVAL_LIMITS: Readonly<Record<StaffRole, ApprovalLimit>> = {
  super_admin: { dayPence: 1_000_00, recipientPence: 250_00 },
  support: { dayPence: 1_000_00, recipientPence: 250_00 },
  moderator: NOTHING,
  production: { dayPence: 1_000_00, recipientPence: 250_00 },
  marketing: { dayPence: 1_000_00, recipientPence: 250_00 },
  analyst: NOTHING,
};

export const APPROVAL_LIMIT_HOURS = 24;

/** No limit is raised above this, even by two. */
export const HIGHEST_APPROVAL_LIMIT_PENCE = 5_000_00;

/** The roles whose limits can be changed; the others have no permission to give anything away. */
export const GIVING_ROLES = (Object.keys(USUAL_APPROVAL_LIMITS) as StaffRole[]).filter(
  (role) => USUAL_APPROVAL_LIMITS[role] !== NOTHING,
);

/** "£1,000.00, £250.00 to one person" */
export function formatApprovalLimit({ dayPence, recipientPence }: ApprovalLimit): string {
  if (dayPence === 0) return "Nothing";
  return `${formatPence(dayPence)}, ${formatPence(recipientPence)} to one person`;
}

export type Excess = "day" | "recipient";

/** Something given away, or about to be. */
export interface Given {
  staffId: string;
  recipientEmail: string | null;
  costPence: number;
}

/** Which limit this exceeds together with what was given in the last 24 hours; null for none. */
export function excessOf(gift: Given, before: readonly Given[], limit: ApprovalLimit): Excess | null {
  const sum = (which: (one: Given) => boolean) =>
    before.filter(which).reduce((pence, { costPence }) => pence + costPence, gift.costPence);
  if (sum(({ staffId }) => staffId === gift.staffId) > limit.dayPence) return "day";
  if (gift.recipientEmail === null) return null;
  const mailbox = mailboxOf(gift.recipientEmail);
  const isTheirs = ({ recipientEmail }: Given) => recipientEmail !== null && mailboxOf(recipientEmail) === mailbox;
  return sum(isTheirs) > limit.recipientPence ? "recipient" : null;
}

/** The mailbox behind an address: in lower case, without what follows a "+". */
export function mailboxOf(email: string): string {
  const address = canonicalAddress(email.trim()).toLowerCase();
  const at = address.lastIndexOf("@");
  return address.slice(0, at).replace(/\+.*$/, "") + address.slice(at);
}
