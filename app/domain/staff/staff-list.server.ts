import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { staff } from "#db/schema";
import type { TokenOwner } from "../accounts/devices.server";
import type { StaffRole } from "./permissions";
import { codeOf } from "./second-factor.server";

/** Who works or worked here. Lists never carry a digest or a secret. */

export interface StaffData {
  id: string;
  email: string;
  name: string;
  role: StaffRole;
  isActive: boolean;
  hasSecondFactor: boolean;
  /** Has chosen a password; until then only the directory lets them in. */
  hasPassword: boolean;
  hasDirectory: boolean;
  createdAt: Date;
  lastSignedInAt: Date | null;
}

/** Everybody who works or worked here, by name. */
export function listStaff(): StaffData[] {
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
    .from(staff)
    .orderBy(asc(staff.name), asc(staff.id))
    .all();
}

/** The one with this e-mail, in any case. */
export function staffByEmail(email: string): StaffData | undefined {
  return listStaff().find((one) => one.email.toLowerCase() === email.toLowerCase());
}

/** The one with this id. */
export function staffById(staffId: string): StaffData | undefined {
  return listStaff().find((one) => one.id === staffId);
}

/** What the marks of a browser are made of; for the door alone. */
export function tokenOwnerOf(staffId: string): TokenOwner | undefined {
  return db
    .select({ id: staff.id, passwordHash: staff.passwordHash })
    .from(staff)
    .where(eq(staff.id, staffId))
    .get();
}

/** The code that somebody of the demo world would read off an authenticator; null for everybody else. */
export function demoCodeOf(staffId: string, now: Date): string | null {
  const person = db
    .select({ sealed: staff.totpSealed })
    .from(staff)
    .where(and(eq(staff.id, staffId), eq(staff.isDemo, true)))
    .get();
  return person?.sealed ? codeOf(person.sealed, now) : null;
}
