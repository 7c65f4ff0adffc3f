import { ROLE_NAMES, type StaffRole } from "~/domain/people/staff/permissions";
import type { StaffData } from "~/domain/people/staff/staff-list.server";
import { Badge } from "~/ui/badge";

export const ROLE_OPTIONS = (Object.keys(ROLE_NAMES) as StaffRole[]).map((value) => ({
  value,
  label: ROLE_NAMES[value],
}));

/** Why a change to a staff account is refused. */
export const STAFF_REFUSALS = {
  not_allowed: "You no longer have permission for that",
  not_found: "No such staff account",
  own_account: "You can’t do that to your own account. Ask another super admin",
  last_super_admin: "That’s the last super admin. Make another one first",
  email_taken: "A member of staff already has that email address",
  needs_two: "It takes two super admins to make one. Change their role first, then reactivate them",
} as const;

export function StaffBadge({
  person,
}: {
  readonly person: Pick<StaffData, "isActive" | "hasPassword" | "hasDirectory">;
}) {
  if (!person.isActive) return <Badge tone="off">Left</Badge>;
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
