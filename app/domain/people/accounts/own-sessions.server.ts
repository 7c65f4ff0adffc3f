import { and, desc, eq, gt } from "drizzle-orm";
import { db } from "#db/client.server";
import { columns, prepareAll, prepareRun } from "#db/queries.server";
import { sessions } from "#db/schema";
import { SESSION_IDLE_MS } from "./sessions.server";

/** The account's own sessions, which its owner can list and end. */

/** The sessions that are still valid, last used first. */
export function sessionsOf(accountId: string, now: Date) {
  return listSessions(accountId, now, new Date(now.getTime() - SESSION_IDLE_MS));
}

const listSessions = prepareAll((accountId: string, now: Date, seenAt: Date) =>
  db
    .select({
      ...columns(sessions, "id", "userAgent", "createdAt", "seenAt"),
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now), gt(sessions.seenAt, seenAt)))
    .orderBy(desc(sessions.seenAt), desc(sessions.createdAt)),
);

/** Ends one of the account's sessions, effective with its next request. */
export function endOwnSession(accountId: string, sessionId: string): { ok: true } | { ok: false; reason: "not_found" } {
  const ended = deleteOwnSession(sessionId, accountId);
  return ended.changes === 0 ? { ok: false, reason: "not_found" } : { ok: true };
}

const deleteOwnSession = prepareRun((sessionId: string, accountId: string) =>
  db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId))),
);
