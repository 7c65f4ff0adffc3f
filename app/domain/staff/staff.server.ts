import { randomInt } from "node:crypto";
import { and, count, eq, ne, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { staff } from "#db/schema";
import { hashPassword } from "../accounts/passwords.server";
import { recordAct } from "./audit.server";
import { mayDo, type StaffRole } from "./rights";
import { makeSecondFactor } from "./second-factor.server";
import { endStaffSessionsOf } from "./staff-sessions.server";

/**
 * Who works here. A password and a second factor are made for somebody, shown once and kept by nobody. Nobody
 * changes their own role or lets themselves go, and there is always at least one super_admin left, so that the
 * house can be run. Whatever changes about a person ends their sessions.
 */

/** Who does it: one of the staff, or null for whoever holds the machine and runs a script. */
export type Actor = { staffId: string } | null;

export type StaffRefusal =
  | { ok: false; reason: "not_allowed" | "not_found" | "own_account" | "last_super_admin" }
  | { ok: false; reason: "email_taken" };

export interface Credentials {
  staffId: string;
  password: string;
  /** In base 32, and as an address for a QR code. */
  secret: string;
  url: string;
}

export interface NewStaff {
  email: string;
  name: string;
  role: StaffRole;
  /** Made where it is left out. */
  password?: string | undefined;
  /** In base 32; made where it is left out. */
  totpSecret?: string | undefined;
  isDemo?: boolean;
}

/** Takes somebody on. Gives what they sign in with, which nobody can read again. */
export async function addStaff(
  added: NewStaff,
  by: Actor,
  now: Date,
): Promise<({ ok: true } & Credentials) | StaffRefusal> {
  const password = added.password ?? makePassword();
  const passwordHash = await hashPassword(password);
  const { secret, url, sealed } = makeSecondFactor(added.email, added.totpSecret);
  return db.transaction(
    (tx) => {
      if (!mayManage(tx, by)) return { ok: false, reason: "not_allowed" };
      const taken = tx
        .select({ id: staff.id })
        .from(staff)
        .where(sql`lower(${staff.email}) = lower(${added.email})`)
        .get();
      if (taken) return { ok: false, reason: "email_taken" };
      const id = newId();
      const { email, name, role, isDemo = false } = added;
      tx.insert(staff)
        .values({ id, email, name, role, passwordHash, totpSealed: sealed, isDemo, createdAt: now })
        .run();
      record(tx, by, "staff.add", id, now, { after: { role } });
      return { ok: true, staffId: id, password, secret, url };
    },
    { behavior: "immediate" },
  );
}

export type StaffChange = { ok: true } | StaffRefusal;

/** Gives somebody another role, for a reason. It holds with their next request, after signing in again. */
export function changeRole(
  change: { staffId: string; role: StaffRole; reason: string },
  by: Actor,
  now: Date,
): StaffChange {
  return changeSomebody(change.staffId, by, (tx, person) => {
    const isLeaving = person.role === "super_admin" && change.role !== "super_admin" && person.isActive;
    if (isLeaving && isLastSuperAdmin(tx, person.id)) return { ok: false, reason: "last_super_admin" };
    tx.update(staff).set({ role: change.role }).where(eq(staff.id, person.id)).run();
    const facts = { before: { role: person.role }, after: { role: change.role }, reason: change.reason };
    record(tx, by, "staff.change_role", person.id, now, facts);
    return { ok: true };
  });
}

/** Lets somebody go, for a reason: out at once, and no way in. What they did stays written. */
export function deactivateStaff(
  leaving: { staffId: string; reason: string },
  by: Actor,
  now: Date,
): StaffChange {
  return changeSomebody(leaving.staffId, by, (tx, person) => {
    const isSuperAdmin = person.role === "super_admin" && person.isActive;
    if (isSuperAdmin && isLastSuperAdmin(tx, person.id)) return { ok: false, reason: "last_super_admin" };
    return setActive(tx, person, false, leaving.reason, by, now);
  });
}

/** Lets somebody in again who was let go. */
export function reactivateStaff(
  back: { staffId: string; reason: string },
  by: Actor,
  now: Date,
): StaffChange {
  return changeSomebody(back.staffId, by, (tx, person) => setActive(tx, person, true, back.reason, by, now));
}

/** Gives somebody a new second factor, and a new password too where `alsoPassword` says so; the old ones are void. */
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
  const changed = changeSomebody(renewed.staffId, by, (tx, { id }) => {
    tx.update(staff)
      .set({ totpSealed: sealed, totpLastStep: null, ...(passwordHash ? { passwordHash } : {}) })
      .where(eq(staff.id, id))
      .run();
    const act = passwordHash ? "staff.renew_credentials" : "staff.renew_second_factor";
    record(tx, by, act, id, now, { reason: renewed.reason });
    return { ok: true };
  });
  return changed.ok ? { ok: true, staffId: renewed.staffId, password, secret, url } : changed;
}

type StaffRow = typeof staff.$inferSelect;

function changeSomebody(
  staffId: string,
  by: Actor,
  change: (tx: Transaction, person: StaffRow) => StaffChange,
): StaffChange {
  return db.transaction(
    (tx) => {
      if (!mayManage(tx, by)) return { ok: false, reason: "not_allowed" };
      if (by?.staffId === staffId) return { ok: false, reason: "own_account" };
      const person = tx.select().from(staff).where(eq(staff.id, staffId)).get();
      if (!person) return { ok: false, reason: "not_found" };
      const changed = change(tx, person);
      if (changed.ok) endStaffSessionsOf(tx, staffId);
      return changed;
    },
    { behavior: "immediate" },
  );
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
  const facts = { before: { isActive: person.isActive }, after: { isActive }, reason };
  record(tx, by, isActive ? "staff.reactivate" : "staff.deactivate", person.id, now, facts);
  return { ok: true };
}

function mayManage(tx: Transaction, by: Actor): boolean {
  if (!by) return true;
  const actor = tx
    .select({ role: staff.role })
    .from(staff)
    .where(and(eq(staff.id, by.staffId), eq(staff.isActive, true)))
    .get();
  return actor !== undefined && mayDo(actor.role, "staff.manage");
}

function isLastSuperAdmin(tx: Transaction, staffId: string): boolean {
  const others = tx
    .select({ found: count() })
    .from(staff)
    .where(and(eq(staff.role, "super_admin"), eq(staff.isActive, true), ne(staff.id, staffId)))
    .get();
  return (others?.found ?? 0) === 0;
}

function record(
  tx: Transaction,
  by: Actor,
  act: string,
  staffId: string,
  now: Date,
  facts: { before?: unknown; after?: unknown; reason?: string },
): void {
  recordAct(tx, { staffId: by?.staffId ?? null, act, object: { type: "staff", id: staffId }, now, ...facts });
}

/** Without letters and numbers that look alike; 20 of these 56 are 116 bits. */
const PASSWORD_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

/** A password that no person would think of, in groups of five. */
function makePassword(): string {
  const group = () =>
    Array.from({ length: 5 }, () => PASSWORD_SIGNS[randomInt(PASSWORD_SIGNS.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
