import { eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { staff, staffSessions } from "#db/schema";
import { STAFF_IDLE_MINUTES, STAFF_SESSION_HOURS } from "~/domain/kernel/time/access-lengths";
import { HOUR_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { sessionKind } from "../accounts/session-keys.server";
import { recordAuditEvent } from "./audit.server";
import { endImpersonationsOf } from "./impersonations.server";

/**
 * Staff sessions: rows apart from customers'. One ends after 30 minutes without a request and after eight hours at most.
 * The role is read with each request, so a new role, or leaving, takes effect at once.
 */

const STAFF = sessionKind({
  table: staffSessions,
  prefix: "staff:",
  idleMs: STAFF_IDLE_MINUTES * MINUTE_MS,
  longestMs: STAFF_SESSION_HOURS * HOUR_MS,
  touchMs: MINUTE_MS,
});

export interface SignedInStaff extends Pick<typeof staff.$inferSelect, "name" | "email" | "role"> {
  staffId: string;
}

/** Starts a session within the caller's transaction. Returns the key for the cookie: 256 random bits. */
export function beginStaffSession(tx: Transaction, staffId: string, now: Date): string {
  const { key, row } = STAFF.newSession(now);
  tx.insert(staffSessions)
    .values({ ...row, staffId })
    .run();
  tx.update(staff).set({ lastSignedInAt: now }).where(eq(staff.id, staffId)).run();
  recordAuditEvent(tx, { staffId, action: "staff.sign_in", object: { type: "staff", id: staffId }, now });
  return key;
}

/** The owner of this key, or undefined if it is unknown, expired, or its owner has left. */
export function findStaffSession(key: string, now: Date): SignedInStaff | undefined {
  const row = findSessionByKey(STAFF.hashKey(key));
  if (!row) return undefined;
  const { session, person } = row;
  if (!person.isActive || !STAFF.visit(session, now)) return undefined;
  return { staffId: person.id, name: person.name, email: person.email, role: person.role };
}

const findSessionByKey = prepareGet((keyHash: string) =>
  db
    .select({ session: staffSessions, person: staff })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(eq(staffSessions.keyHash, keyHash)),
);

/** Ends this session, if it exists. */
export function endStaffSession(key: string, now: Date): void {
  write((tx) => {
    const ended = tx
      .delete(staffSessions)
      .where(eq(staffSessions.keyHash, STAFF.hashKey(key)))
      .returning({ staffId: staffSessions.staffId })
      .get();
    if (!ended) return;
    const { staffId } = ended;
    endImpersonationsOf(tx, staffId, now);
    recordAuditEvent(tx, {
      staffId,
      action: "staff.sign_out",
      object: { type: "staff", id: staffId },
      now,
    });
  });
}

/** Ends every session of a staff member within the caller's transaction. */
export function endStaffSessionsOf(tx: Transaction, staffId: string): void {
  tx.delete(staffSessions).where(eq(staffSessions.staffId, staffId)).run();
}
