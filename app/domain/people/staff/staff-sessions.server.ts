import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet, prepareRun } from "#db/queries.server";
import { staff, staffSessions } from "#db/schema";
import { writeIfFree } from "#db/write-lock.server";
import { STAFF_IDLE_MINUTES, STAFF_SESSION_HOURS } from "~/domain/kernel/time/access-lengths";
import { HOUR_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { recordAuditEvent } from "./audit.server";
import { endImpersonationsOf } from "./impersonations.server";

/**
 * Staff sessions: rows apart from customers'; the cookie only holds the key. A session ends after 30 minutes without a
 * request and after eight hours at most. The role is read with each request, so a new role, or leaving, takes effect
 * at once.
 */

const STAFF_IDLE_MS = STAFF_IDLE_MINUTES * MINUTE_MS;
/** The last request is written at most this often, so that pages rarely write; a session may end so much earlier. */
const TOUCH_MS = MINUTE_MS;
const STAFF_LONGEST_MS = STAFF_SESSION_HOURS * HOUR_MS;

export interface SignedInStaff extends Pick<typeof staff.$inferSelect, "name" | "email" | "role"> {
  staffId: string;
}

const hashKey = (key: string) => createHash("sha256").update(`staff:${key}`).digest("base64url");

/** Starts a session within the caller's transaction. Returns the key for the cookie: 256 random bits. */
export function beginStaffSession(tx: Transaction, staffId: string, now: Date): string {
  const key = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + STAFF_LONGEST_MS);
  tx.insert(staffSessions)
    .values({ keyHash: hashKey(key), staffId, createdAt: now, seenAt: now, expiresAt })
    .run();
  tx.update(staff).set({ lastSignedInAt: now }).where(eq(staff.id, staffId)).run();
  recordAuditEvent(tx, { staffId, action: "staff.sign_in", object: { type: "staff", id: staffId }, now });
  return key;
}

/** The owner of this key, or undefined if it is unknown, expired, or its owner has left. */
export function findStaffSession(key: string, now: Date): SignedInStaff | undefined {
  const keyHash = hashKey(key);
  const row = findSessionByKey(keyHash);
  if (!row) return undefined;
  const { session, person } = row;
  const idle = now.getTime() - session.seenAt.getTime();
  if (!person.isActive || now >= session.expiresAt || idle >= STAFF_IDLE_MS) return undefined;
  if (idle > TOUCH_MS) {
    writeIfFree(() => updateSeenAt(now, keyHash));
  }
  return { staffId: person.id, name: person.name, email: person.email, role: person.role };
}

const findSessionByKey = prepareGet((keyHash: string) =>
  db
    .select({ session: staffSessions, person: staff })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(eq(staffSessions.keyHash, keyHash)),
);

const updateSeenAt = prepareRun((now: Date, keyHash: string) =>
  db.update(staffSessions).set({ seenAt: now }).where(eq(staffSessions.keyHash, keyHash)),
);

/** Ends this session, if it exists. */
export function endStaffSession(key: string, now: Date): void {
  write((tx) => {
    const ended = tx
      .delete(staffSessions)
      .where(eq(staffSessions.keyHash, hashKey(key)))
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
