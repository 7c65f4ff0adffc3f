import { and, count, desc, eq, gt, inArray, or } from "drizzle-orm";
import { db } from "#db/client.server";
import { IS_OF_LIVING_YEAR } from "#db/living-years.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { auditEvents, entries, loops } from "#db/schema";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { openEntry } from "./review.server";
import { isUndoable, UNDO_MINUTES } from "./rules";

/**
 * A review session: one entry after another, flagged first and then the oldest. The reason is asked for the first and
 * reused for those after it; each one opened still gets its own line in its owner's ledger. What a colleague has open
 * is passed over, and so is what this reviewer flagged for somebody else. No entry is opened before the decision about
 * the one before it, because the ledger would then name people who never looked.
 */

export interface QueuePosition {
  readonly id: string;
  readonly status: "FLAGGED" | "PENDING";
  readonly at: Date;
}

/** Where an entry is in the queue; null for one that awaits no decision. */
export function positionOf(entryId: string): QueuePosition | null {
  const found = findPosition(entryId);
  if (found?.status !== "FLAGGED" && found?.status !== "PENDING") return null;
  return { ...found, status: found.status };
}

const findPosition = prepareGet((entryId: string) =>
  db
    .select({ id: entries.id, status: entries.moderation, at: entries.createdAt })
    .from(entries)
    .where(eq(entries.id, entryId)),
);

/** So many of each kind are looked at; a whole team holds fewer open. */
const LOOKED_AT = 50;

const START = { at: new Date(0), id: "" };

/** What waits after a position, and then from the front again, so that an entry that was held comes last. */
function* queueAfter(position: QueuePosition) {
  const { status, at, id } = position;
  yield* listWaitingAfter(status, at, id);
  if (status === "FLAGGED") yield* listWaitingAfter("PENDING", START.at, START.id);
  yield* listWaitingAfter("FLAGGED", START.at, START.id);
  if (status === "PENDING") yield* listWaitingAfter("PENDING", START.at, START.id);
}

const listWaitingAfter = prepareAll((status: QueuePosition["status"], at: Date, id: string) =>
  db
    .select({
      id: entries.id,
      handedInAt: entries.updatedAt,
      reviewedAt: entries.reviewedAt,
      reviewedBy: entries.reviewedByStaffId,
    })
    .from(entries)
    .where(
      and(
        eq(entries.moderation, status),
        IS_OF_LIVING_YEAR,
        or(gt(entries.createdAt, at), and(eq(entries.createdAt, at), gt(entries.id, id))),
      ),
    )
    .orderBy(entries.createdAt, entries.id)
    .limit(LOOKED_AT),
);

/** Opens the next entry for the same reason. Returns its id; null when nothing else waits for this reviewer. */
export function openNextEntry(
  position: QueuePosition,
  by: { staffId: string; reason: string },
  now: Date,
): string | null {
  for (const { id, handedInAt, reviewedAt, reviewedBy } of queueAfter(position)) {
    const isForColleague = reviewedBy === by.staffId && reviewedAt !== null && reviewedAt >= handedInAt;
    if (id === position.id || isForColleague) continue;
    if (openEntry(id, by, now).ok) return id;
  }
  return null;
}

/** For what this staff member last opened an entry, not what a search found it for; null if they never did. */
export function reasonOpenedFor(entryId: string, staffId: string): string | null {
  return findReason(entryId, staffId)?.reason ?? null;
}

const findReason = prepareGet((entryId: string, staffId: string) =>
  db
    .select({ reason: auditEvents.reason })
    .from(auditEvents)
    .where(
      and(
        ...[eq(auditEvents.objectType, "entry"), eq(auditEvents.objectId, entryId)],
        ...[eq(auditEvents.staffId, staffId), eq(auditEvents.action, "entries.open")],
      ),
    )
    .orderBy(desc(auditEvents.sequence))
    .limit(1),
);

const DECISIONS = ["entries.approve", "entries.flag", "entries.reject", "entries.hide"];

/** How many decisions this staff member has made since then. */
export function decidedSince(staffId: string, since: Date): number {
  return countDecisions(staffId, since)?.found ?? 0;
}

const countDecisions = prepareGet((staffId: string, since: Date) =>
  db
    .select({ found: count() })
    .from(auditEvents)
    .where(
      and(...[eq(auditEvents.staffId, staffId), gt(auditEvents.at, since)], inArray(auditEvents.action, DECISIONS)),
    ),
);

interface Reviewed {
  readonly moderation: (typeof entries.$inferSelect)["moderation"];
  readonly reviewedAt: Date | null;
  readonly reviewedByStaffId: string | null;
  readonly updatedAt: Date;
}

/** Whether this reviewer can still undo their decision about an entry. */
export function canUndo(entry: Reviewed, staffId: string, now: Date): boolean {
  const { moderation, reviewedAt, reviewedByStaffId, updatedAt } = entry;
  if (reviewedAt === null || reviewedByStaffId !== staffId || reviewedAt < updatedAt) return false;
  return isUndoable(moderation) && now.getTime() - reviewedAt.getTime() < UNDO_MINUTES * MINUTE_MS;
}

/** This reviewer's last decision, while it can be undone; null otherwise. */
export function lastDecision(staffId: string, now: Date) {
  const since = new Date(now.getTime() - UNDO_MINUTES * MINUTE_MS);
  const last = findLastDecision(staffId, since);
  const found = last && findDecidedEntry(last.entryId);
  if (!found || !canUndo(found.entry, staffId, now)) return null;
  const { entry, theme, type } = found;
  return { entryId: entry.id, week: entry.week, status: entry.moderation, theme, type };
}

const findLastDecision = prepareGet((staffId: string, since: Date) =>
  db
    .select({ entryId: auditEvents.objectId })
    .from(auditEvents)
    .where(
      and(...[eq(auditEvents.staffId, staffId), gt(auditEvents.at, since)], inArray(auditEvents.action, DECISIONS)),
    )
    .orderBy(desc(auditEvents.sequence))
    .limit(1),
);

const findDecidedEntry = prepareGet((entryId: string) =>
  db
    .select({ entry: entries, theme: loops.theme, type: loops.type })
    .from(entries)
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .where(eq(entries.id, entryId)),
);
