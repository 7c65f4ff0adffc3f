import { and, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { memoize, prepareAll } from "#db/queries.server";
import { staff } from "#db/schema";
import { type SortOf, sortsOf } from "#db/sorting.server";
import type { TokenOwner } from "../accounts/devices.server";
import { codeOf } from "./second-factor.server";

/** Present and former staff. Lists never carry a hash or a secret. */

type Listed = "id" | "email" | "name" | "role" | "isActive" | "createdAt" | "lastSignedInAt";

export interface StaffData extends Pick<typeof staff.$inferSelect, Listed> {
  hasSecondFactor: boolean;
  /** Without a password, only the directory lets them in. */
  hasPassword: boolean;
  hasDirectory: boolean;
}

/** Some tens of rows, so no index is needed. */
export const STAFF_SORTS = sortsOf(
  { name: staff.name, role: staff.role, since: staff.createdAt, "last-sign-in": staff.lastSignedInAt },
  { usual: "name", id: staff.id },
);

type StaffSort = SortOf<typeof STAFF_SORTS>;

/** Present and former staff, usually by name. */
export function listStaff(sort: StaffSort = ""): StaffData[] {
  return listStaffBy(sort)();
}

const listStaffBy = memoize((sort: StaffSort) => prepareAll(() => staffRows().orderBy(...STAFF_SORTS.orderBy(sort))));

function staffRows() {
  return db
    .select({
      id: staff.id,
      email: staff.email,
      name: staff.name,
      role: staff.role,
      isActive: staff.isActive,
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
