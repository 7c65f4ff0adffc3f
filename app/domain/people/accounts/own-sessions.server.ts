import { and, desc, eq, gt } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll, prepareRun } from "#db/queries.server";
import { sessions } from "#db/schema";
import { SESSION_IDLE_MS } from "./sessions.server";

/** The account's own sessions, which its owner can list and end. */

export type OwnSession = Pick<typeof sessions.$inferSelect, "id" | "userAgent" | "createdAt" | "seenAt">;

/** The sessions that are still valid, last used first. */
export function sessionsOf(accountId: string, now: Date): OwnSession[] {
  return listSessions(accountId, now, new Date(now.getTime() - SESSION_IDLE_MS));
}

const listSessions = prepareAll((accountId: string, now: Date, seenAt: Date) =>
  db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now), gt(sessions.seenAt, seenAt)))
    .orderBy(desc(sessions.seenAt), desc(sessions.createdAt)),
);

export type EndSessionResult = { ok: true } | { ok: false; reason: "not_found" };

/** Ends one of the account's sessions, effective with its next request. */
export function endOwnSession(accountId: string, sessionId: string): EndSessionResult {
  const ended = deleteOwnSession(sessionId, accountId);
  return ended.changes === 0 ? { ok: false, reason: "not_found" } : { ok: true };
}

const deleteOwnSession = prepareRun((sessionId: string, accountId: string) =>
  db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId))),
);
