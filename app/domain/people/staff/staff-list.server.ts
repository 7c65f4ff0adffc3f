import { and, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { columns, memoize, prepareAll } from "#db/queries.server";
import { staff } from "#db/schema";
import { type SortOf, sortsOf } from "#db/sorting.server";
import type { TokenOwner } from "../accounts/devices.server";
import { codeOf } from "./second-factor.server";

/** Present and former staff. Lists never carry a hash or a secret. */

export type StaffData = ReturnType<typeof listStaff>[number];

/** Some tens of rows, so no index is needed. */
export const STAFF_SORTS = sortsOf(
  { name: staff.name, role: staff.role, since: staff.createdAt, "last-sign-in": staff.lastSignedInAt },
  { usual: "name", id: staff.id },
);

type StaffSort = SortOf<typeof STAFF_SORTS>;

/** Present and former staff, usually by name. */
export function listStaff(sort: StaffSort = "") {
  return listStaffBy(sort)();
}

const listStaffBy = memoize((sort: StaffSort) => prepareAll(() => staffRows().orderBy(...STAFF_SORTS.orderBy(sort))));

function staffRows() {
  return db
    .select({
      ...columns(staff, "id", "email", "name", "role", "isActive"),
      hasSecondFactor: sql<boolean>`${staff.totpSealed} IS NOT NULL`.mapWith(Boolean),
      hasPassword: sql<boolean>`${staff.passwordHash} IS NOT NULL`.mapWith(Boolean),
      hasDirectory: sql<boolean>`${staff.entraObjectId} IS NOT NULL`.mapWith(Boolean),
      createdAt: staff.createdAt,
      lastSignedInAt: staff.lastSignedInAt,
    })
    .from(staff);
}

/** The staff member with this email, whatever its case. */
export function staffByEmail(email: string): StaffData | undefined {
  return listStaff().find((one) => one.email.toLowerCase() === email.toLowerCase());
}

/** The staff member with this id. */
export function staffById(staffId: string): StaffData | undefined {
  return listStaff().find((one) => one.id === staffId);
}

/** What device tokens are derived from; for sign-in alone. */
export function tokenOwnerOf(staffId: string): TokenOwner | undefined {
  return db.select({ id: staff.id, passwordHash: staff.passwordHash }).from(staff).where(eq(staff.id, staffId)).get();
}

/** The current code of a demo staff member; null for everybody else. */
export function demoCodeOf(staffId: string, now: Date): string | null {
  const person = db
    .select({ sealed: staff.totpSealed })
    .from(staff)
    .where(and(eq(staff.id, staffId), eq(staff.isDemo, true)))
    .get();
  return person?.sealed ? codeOf(person.sealed, now) : null;
}
