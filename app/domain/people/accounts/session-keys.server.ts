import { createHash, randomBytes } from "node:crypto";
import { and, eq, lt } from "drizzle-orm";
import { db } from "#db/client.server";
import { keptWrite } from "#db/kept-writes.server";
import { prepareRun } from "#db/queries.server";
import type { sessions, staffSessions } from "#db/schema";
import { writeIfFree } from "#db/write-lock.server";
import { settings } from "~/adapters/settings.server";

/**
 * Sessions, of customers and of staff: a session is a row, and the cookie only holds its key, so that ending one takes
 * effect with the next request.
 */

interface SessionKind {
  readonly table: typeof sessions | typeof staffSessions;
  /** Keeps the hashes of one kind apart from those of every other. */
  readonly prefix: "" | "staff:";
  /** It lapses after `idleMs` without a visit, and after `longestMs` in any case. */
  readonly idleMs: number;
  readonly longestMs: number;
  /** The time of the last visit is written at most this often, so that reading a page rarely writes. */
  readonly touchMs: number;
}

export function sessionKind({ table, prefix, idleMs, longestMs, touchMs }: SessionKind) {
  // A machine that only reads may tell of an earlier visit later.
  const updateSeenAt = prepareRun((now: Date, keyHash: string) =>
    db
      .update(table)
      .set({ seenAt: now })
      .where(and(eq(table.keyHash, keyHash), lt(table.seenAt, now))),
  );
  const keepVisit = keptWrite(`${prefix}session`, (keyHash, at) => updateSeenAt(at, keyHash));
  const hashKey = (key: string) =>
    createHash("sha256")
      .update(prefix + key)
      .digest("base64url");
  return {
    hashKey,
    /** The key for the cookie, 256 random bits, and what its row holds. */
    newSession: (now: Date) => {
      const key = randomBytes(32).toString("base64url");
      const expiresAt = new Date(now.getTime() + longestMs);
      return { key, row: { keyHash: hashKey(key), createdAt: now, seenAt: now, expiresAt } };
    },
    /** Whether a session whose owner may use it has not lapsed; records the visit. */
    visit: ({ keyHash, seenAt, expiresAt }: (typeof table)["$inferSelect"], now: Date): boolean => {
      const idle = now.getTime() - seenAt.getTime();
      if (now >= expiresAt || idle >= idleMs) return false;
      if (idle > touchMs && settings.reading) keepVisit(keyHash, now);
      else if (idle > touchMs) writeIfFree(() => updateSeenAt(now, keyHash));
      return true;
    },
  };
}
