import { Secret, TOTP } from "otpauth";
import type { StaffRole } from "~/domain/people/staff/permissions";
import { addStaff } from "~/domain/people/staff/staff.server";
import { NOW } from "../../../support/people";

/** Staff for tests, created by the script, with what they sign in with. */

export const STAFF_PASSWORD = "Kettle-and-stamps-9";

let counted = 0;

export async function colleague(role: StaffRole) {
  counted += 1;
  const email = `${role}-${counted}@loop.example`;
  const added = await addStaff({ email, name: `${role} ${counted}`, role, password: STAFF_PASSWORD }, null, NOW);
  if (!added.ok) throw new Error(`Refused: ${added.reason}.`);
  return { id: added.staffId, email, secret: added.secret };
}

/** What this person's authenticator app shows at that moment. */
export function codeAt(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: at.getTime(),
  });
}
