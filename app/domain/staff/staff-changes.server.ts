import { and, eq, notInArray } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { staff } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { queueEmail } from "../email/outbox.server";
import { staffChanged } from "../email/staff-emails";
import { ROLE_NAMES, type StaffRole } from "./permissions";

/** Tells the other super admins of a new account or role, so that nobody invents a colleague unseen. */
export function tellSuperAdmins(
  tx: Transaction,
  change: {
    by: string;
    act: "added" | "gave a role to";
    person: { id: string; name: string; role: StaffRole };
  },
  now: Date,
): void {
  const { by, act, person } = change;
  const actor = tx.select({ name: staff.name }).from(staff).where(eq(staff.id, by)).get();
  const others = tx
    .select()
    .from(staff)
    .where(
      and(
        ...[eq(staff.role, "super_admin"), eq(staff.isActive, true)],
        notInArray(staff.id, [by, person.id]),
      ),
    )
    .all();
  const what = `${actor?.name ?? "A colleague"} ${act} ${person.name}: ${ROLE_NAMES[person.role]}.`;
  const staffUrl = `${settings.publicOrigin}/hyperloop/staff/${person.id}`;
  const id = newId();
  for (const { name, email } of others)
    queueEmail(tx, {
      kind: "staff_changed",
      accountId: null,
      to: { name, email },
      dedupeKey: `staff-changed:${id}:${email}`,
      message: staffChanged({ name, what, staffUrl }),
      now,
    });
}
