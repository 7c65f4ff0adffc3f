import { ROLE_NAMES, type StaffRole } from "~/domain/staff/permissions";
import type { StaffData } from "~/domain/staff/staff-list.server";
import { Badge } from "~/ui/badge";

export const ROLE_OPTIONS = (Object.keys(ROLE_NAMES) as StaffRole[]).map((value) => ({
  value,
  label: ROLE_NAMES[value],
}));

/** Why a change to a staff account is refused. */
export const STAFF_REFUSALS = {
  not_allowed: "You may not do that any more",
  not_found: "Nobody here has that account",
  own_account: "Nobody does that to themselves: ask another super admin",
  last_super_admin: "That is the last super admin. Make another one first",
  email_taken: "Somebody of the staff has that email already",
  needs_two: "That takes two super admins",
} as const;

export function StaffBadge({
  person,
}: {
  readonly person: Pick<StaffData, "isActive" | "hasPassword" | "hasDirectory">;
}) {
  if (!person.isActive) return <Badge tone="off">Let go</Badge>;
  const isSetUp = person.hasPassword || person.hasDirectory;
  return isSetUp ? <Badge tone="good">Active</Badge> : <Badge tone="pending">Invited</Badge>;
}

export function besideReason(refusal: keyof typeof STAFF_REFUSALS) {
  return { reason: STAFF_REFUSALS[refusal] };
}

/** The link back to a staff account's page. */
export function toMember(id: string) {
  return { label: "Back to the account", href: `/hyperloop/staff/${id}` };
}
