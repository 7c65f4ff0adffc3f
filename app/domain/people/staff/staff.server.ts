import { randomInt } from "node:crypto";
import { and, count, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareGet } from "#db/queries.server";
import { auditEvents, staff } from "#db/schema";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { hashPassword } from "../accounts/passwords.server";
import { recordAuditEvent } from "./audit.server";
import { isPermitted, type StaffRole } from "./permissions";
import { makeSecondFactor } from "./second-factor.server";
import { areTwo } from "./second-person.server";
import { notifySuperAdmins } from "./staff-changes.server";
import { endStaffSessionsOf } from "./staff-sessions.server";

/**
 * Staff accounts. A password and a second factor are made for a person, shown once and stored only as hash and
 * ciphertext. Nobody changes their own role or deactivates themselves, and at least one super_admin always remains.
 * Every change to a person ends their sessions. Making a super_admin takes two: one asks, another agrees within a
 * week.
 */

/** The person who acts: a staff member, or null for a script on the machine. */
export type Actor = { staffId: string } | null;

export type StaffRefusal =
  | { ok: false; reason: "not_allowed" | "not_found" | "own_account" | "last_super_admin" }
  | { ok: false; reason: "email_taken" | "needs_two" };

export interface Credentials {
  staffId: string;
  password: string;
  /** In base 32; `url` is the same for a QR code. */
  secret: string;
  url: string;
}

export interface NewStaff extends Pick<typeof staff.$inferSelect, "email" | "name" | "role"> {
  /** Generated if left out. */
  password?: string | undefined;
  /** In base 32; generated if left out. */
  totpSecret?: string | undefined;
  isDemo?: boolean;
}

/** Adds a staff member. Returns their credentials, which nobody can read again. */
export async function addStaff(
  added: NewStaff,
  by: Actor,
  now: Date,
): Promise<({ ok: true } & Credentials) | StaffRefusal> {
  const password = added.password ?? makePassword();
  const passwordHash = await hashPassword(password);
  const { secret, url, sealed } = makeSecondFactor(added.email, added.totpSecret);
  return write((tx) => {
    if (!mayManage(tx, by)) return { ok: false, reason: "not_allowed" };
    if (by && added.role === "super_admin") return { ok: false, reason: "needs_two" };
    const taken = tx
      .select({ id: staff.id })
      .from(staff)
      .where(sql`lower(${staff.email}) = lower(${added.email})`)
      .get();
    if (taken) return { ok: false, reason: "email_taken" };
    const id = newId();
    const { email, name, role, isDemo = false } = added;
    tx.insert(staff).values({ id, email, name, role, passwordHash, totpSealed: sealed, isDemo, createdAt: now }).run();
    recordChange(tx, by, "staff.add", id, now, { after: { role } });
    if (by) notifySuperAdmins(tx, { by: by.staffId, act: "added", person: { id, name, role } }, now);
    return { ok: true, staffId: id, password, secret, url };
  });
}

/** `isWaiting`: recorded as a request; a second person has to agree. */
export type StaffChange = { ok: true; isWaiting?: true } | StaffRefusal;

/**
 * Changes a role, for a reason; it takes effect at the next sign-in. One super_admin alone makes no other: the first
 * to choose that role asks, and a second one who chooses it agrees.
 */
export function changeRole(
  change: { staffId: string; role: StaffRole; reason: string },
  by: Actor,
  now: Date,
): StaffChange {
  return changeStaffMember(change.staffId, by, (tx, person) => {
    const isLeaving = person.role === "super_admin" && change.role !== "super_admin" && person.isActive;
    if (isLeaving && isLastSuperAdmin(tx, person.id)) return { ok: false, reason: "last_super_admin" };
    const isNew = change.role === "super_admin" && person.role !== "super_admin";
    if (by && isNew && !agrees(tx, person.id, by.staffId, now)) {
      recordChange(tx, by, ASK, person.id, now, { reason: change.reason });
      return { ok: true, isWaiting: true };
    }
    tx.update(staff).set({ role: change.role }).where(eq(staff.id, person.id)).run();
    const data = { before: { role: person.role }, after: { role: change.role }, reason: change.reason };
    recordChange(tx, by, "staff.change_role", person.id, now, data);
    const { id, name } = person;
    if (by)
      notifySuperAdmins(tx, { by: by.staffId, act: "gave a role to", person: { id, name, role: change.role } }, now);
    return { ok: true };
  });
}

const ASK = "staff.ask_super_admin";
const REQUEST_VALID_MS = 7 * DAY_MS;

/** Who asked for this person to become a super_admin, within the last week and since their role last changed. */
export function superAdminRequested(staffId: string, now: Date) {
  const last = findRequest(staffId);
  if (last?.action !== ASK || now.getTime() - last.at.getTime() >= REQUEST_VALID_MS) return undefined;
  return last;
}

const findRequest = prepareGet((staffId: string) =>
  db
    .select({
      action: auditEvents.action,
      staffId: staff.id,
      by: staff.name,
      reason: auditEvents.reason,
      at: auditEvents.at,
    })
    .from(auditEvents)
    .innerJoin(staff, eq(staff.id, auditEvents.staffId))
    .where(
      and(
        eq(auditEvents.objectType, "staff"),
        eq(auditEvents.objectId, staffId),
        inArray(auditEvents.action, [ASK, "staff.change_role", "staff.deactivate"]),
      ),
    )
    .orderBy(desc(auditEvents.at), desc(auditEvents.sequence))
    .limit(1),
);

/** Whether another person, who is still a super_admin, asked before. */
function agrees(tx: Transaction, staffId: string, second: string, now: Date): boolean {
  const input = superAdminRequested(staffId, now);
  if (input === undefined || input.staffId === second) return false;
  return mayManage(tx, { staffId: input.staffId }) && areTwo(tx, input.staffId, second, now);
}

/** Deactivates a staff member, for a reason, and ends their sessions. Their audit events stay. */
export function deactivateStaff(leaving: { staffId: string; reason: string }, by: Actor, now: Date): StaffChange {
  return changeStaffMember(leaving.staffId, by, (tx, person) => {
    const isSuperAdmin = person.role === "super_admin" && person.isActive;
    if (isSuperAdmin && isLastSuperAdmin(tx, person.id)) return { ok: false, reason: "last_super_admin" };
    return setActive(tx, person, false, leaving.reason, by, now);
  });
}

/** Reactivates a staff member. A super_admin comes back in another role, because two make one, and then asks again. */
export function reactivateStaff(back: { staffId: string; reason: string }, by: Actor, now: Date): StaffChange {
  return changeStaffMember(back.staffId, by, (tx, person) => {
    if (by && person.role === "super_admin" && !person.isActive) return { ok: false, reason: "needs_two" };
    if (by) notifySuperAdmins(tx, { by: by.staffId, act: "reactivated", person }, now);
    return setActive(tx, person, true, back.reason, by, now);
  });
}

/** Issues a new second factor, and a new password too if `alsoPassword` says so; the old ones are void. */
export async function renewCredentials(
  renewed: { staffId: string; alsoPassword?: string | true | undefined; reason: string },
  by: Actor,
  now: Date,
): Promise<({ ok: true; password: string | null } & Omit<Credentials, "password">) | StaffRefusal> {
  const { alsoPassword } = renewed;
  const password = alsoPassword === true ? makePassword() : (alsoPassword ?? null);
  const passwordHash = password === null ? null : await hashPassword(password);
  const person = db.select({ email: staff.email }).from(staff).where(eq(staff.id, renewed.staffId)).get();
  const { secret, url, sealed } = makeSecondFactor(person?.email ?? "");
  const changed = changeStaffMember(renewed.staffId, by, (tx, { id }) => {
    tx.update(staff)
      .set({ totpSealed: sealed, totpLastStep: null, ...(passwordHash ? { passwordHash } : {}) })
      .where(eq(staff.id, id))
      .run();
    const action = passwordHash ? "staff.renew_credentials" : "staff.renew_second_factor";
    recordChange(tx, by, action, id, now, { reason: renewed.reason });
    return { ok: true };
  });
  return changed.ok ? { ok: true, staffId: renewed.staffId, password, secret, url } : changed;
}

export type StaffRow = typeof staff.$inferSelect;

/** One change to a staff member by another person with the permission, in one transaction. */
export function changeStaffMember(
  staffId: string,
  by: Actor,
  change: (tx: Transaction, person: StaffRow) => StaffChange,
): StaffChange {
  return write((tx) => {
    if (!mayManage(tx, by)) return { ok: false, reason: "not_allowed" };
    if (by?.staffId === staffId) return { ok: false, reason: "own_account" };
    const person = tx.select().from(staff).where(eq(staff.id, staffId)).get();
    if (!person) return { ok: false, reason: "not_found" };
    const changed = change(tx, person);
    if (changed.ok && !changed.isWaiting) endStaffSessionsOf(tx, staffId);
    return changed;
  });
}

function setActive(
  tx: Transaction,
  person: StaffRow,
  isActive: boolean,
  reason: string,
  by: Actor,
  now: Date,
): StaffChange {
  tx.update(staff).set({ isActive }).where(eq(staff.id, person.id)).run();
  const data = { before: { isActive: person.isActive }, after: { isActive }, reason };
  recordChange(tx, by, isActive ? "staff.reactivate" : "staff.deactivate", person.id, now, data);
  return { ok: true };
}

export function mayManage(tx: Transaction, by: Actor): boolean {
  if (!by) return true;
  const actor = tx
    .select({ role: staff.role })
    .from(staff)
    .where(and(eq(staff.id, by.staffId), eq(staff.isActive, true)))
    .get();
  return actor !== undefined && isPermitted(actor.role, "staff.manage");
}

function isLastSuperAdmin(tx: Transaction, staffId: string): boolean {
  const others = tx
    .select({ found: count() })
    .from(staff)
    .where(and(eq(staff.role, "super_admin"), eq(staff.isActive, true), ne(staff.id, staffId)))
    .get();
  return (others?.found ?? 0) === 0;
}

/** Records what was done to a staff member. */
export function recordChange(
  tx: Transaction,
  by: Actor,
  action: string,
  staffId: string,
  now: Date,
  data: { before?: unknown; after?: unknown; reason?: string },
): void {
  recordAuditEvent(tx, {
    staffId: by?.staffId ?? null,
    action,
    object: { type: "staff", id: staffId },
    now,
    ...data,
  });
}

/** Without characters that look alike; 20 of these 56 are 116 bits. */
const PASSWORD_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

/** A random password, in groups of five. */
function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => PASSWORD_SIGNS[randomInt(PASSWORD_SIGNS.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
