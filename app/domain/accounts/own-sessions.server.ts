import { and, desc, eq, gt } from "drizzle-orm";
import { db } from "#db/client.server";
import { sessions } from "#db/schema";
import { SESSION_IDLE_MS } from "./sessions.server";

/** The browsers somebody is signed in with, for their own eyes and their own hand. */

export interface OwnSession {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  seenAt: Date;
}

/** Those that still open the account, the last used first. */
export function sessionsOf(accountId: string, now: Date): OwnSession[] {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.accountId, accountId),
        gt(sessions.expiresAt, now),
        gt(sessions.seenAt, new Date(now.getTime() - SESSION_IDLE_MS)),
      ),
    )
    .orderBy(desc(sessions.seenAt), desc(sessions.createdAt))
    .all();
}

export type EndSessionResult = { ok: true } | { ok: false; reason: "not_found" };

/** Ends one of one's own sessions: its next request is nobody's. */
export function endOwnSession(accountId: string, sessionId: string): EndSessionResult {
  const ended = db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId)))
    .run();
  return ended.changes === 0 ? { ok: false, reason: "not_found" } : { ok: true };
}
