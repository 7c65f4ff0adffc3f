import { createHash } from "node:crypto";
import { and, count, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { accounts, auditEvents, entries, entryViews, loops, photos, staff } from "#db/schema";
import { photosOf } from "~/domain/diary/photos/photos.server";
import { LOCK_MINUTES } from "~/domain/kernel/time/access-lengths";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { LONGEST_LOOK_MINUTES } from "./rules";

/**
 * Opens an entry for review. Staff see its text and photos only after giving a reason, which its owner and the audit
 * keep. The entry is locked for that reviewer for a while, so that two people never decide about it at once; access
 * ends with the lock.
 */

export type OpenResult =
  | { ok: true }
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "locked"; by: string; until: Date };

/** Opens an entry for a staff member, with the reason its owner will read. */
export function openEntry(entryId: string, by: { staffId: string; reason: string }, now: Date): OpenResult {
  return write((tx): OpenResult => {
    const entry = findEntry(entryId);
    if (!entry) return { ok: false, reason: "not_found" };
    const holder = lockedFor(entry, by.staffId, now);
    if (holder) return { ok: false, reason: "locked", ...holder };
    tx.insert(entryViews).values({ entryId, staffId: by.staffId, reason: by.reason, at: now }).run();
    keepLock(entryId, by.staffId, now);
    recordAuditEvent(tx, {
      staffId: by.staffId,
      action: "entries.open",
      object: { type: "entry", id: entryId },
      reason: by.reason,
      now,
    });
    return { ok: true };
  });
}

const findEntry = prepareGet((entryId: string) => db.select().from(entries).where(eq(entries.id, entryId)));

/** Releases the lock without a decision. */
export function closeEntry(entryId: string, staffId: string, now: Date): void {
  write((tx) => {
    const closed = tx
      .update(entries)
      .set({ lockedByStaffId: null, lockedUntil: null })
      .where(and(eq(entries.id, entryId), eq(entries.lockedByStaffId, staffId)))
      .run();
    if (closed.changes === 0) return;
    recordAuditEvent(tx, { staffId, action: "entries.close", object: { type: "entry", id: entryId }, now });
  });
}

type Entry = typeof entries.$inferSelect;

/** The colleague who holds the lock now; null without one. */
export function lockedFor(entry: Entry, staffId: string, now: Date): { by: string; until: Date } | null {
  const { lockedByStaffId, lockedUntil } = entry;
  if (!lockedByStaffId || lockedByStaffId === staffId || !lockedUntil || lockedUntil <= now) return null;
  const holder = findLockHolder(lockedByStaffId);
  return { by: holder?.name ?? "A colleague", until: lockedUntil };
}

const findLockHolder = prepareGet((lockedByStaffId: string) =>
  db.select({ name: staff.name }).from(staff).where(eq(staff.id, lockedByStaffId)),
);

function keepLock(entryId: string, staffId: string, now: Date): void {
  const lockedUntil = new Date(now.getTime() + LOCK_MINUTES * MINUTE_MS);
  updateLock(staffId, lockedUntil, entryId);
}

const updateLock = prepareRun((staffId: string, lockedUntil: Date, entryId: string) =>
  db.update(entries).set({ lockedByStaffId: staffId, lockedUntil }).where(eq(entries.id, entryId)),
);

/** Whether this staff member has the entry open now. */
export function hasOpen(
  entry: { lockedByStaffId: string | null; lockedUntil: Date | null },
  staffId: string,
  now: Date,
) {
  return entry.lockedByStaffId === staffId && entry.lockedUntil !== null && entry.lockedUntil > now;
}

const joined = () =>
  db
    .select({ entry: entries, loop: loops, owner: accounts })
    .from(entries)
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .innerJoin(accounts, eq(accounts.id, loops.accountId));

/** What is shown of an entry before it is opened: its owner and its state, none of its text. */
export function entryToOpen(entryId: string, staffId: string, now: Date) {
  const found = findEntryWithOwner(entryId);
  if (!found) return undefined;
  const { entry, loop, owner } = found;
  return {
    id: entry.id,
    week: entry.week,
    status: entry.moderation,
    flagReason: entry.flagReason,
    theme: loop.theme,
    type: loop.type,
    owner: { id: owner.id, name: `${owner.firstName} ${owner.lastName}`.trim(), email: owner.email },
    handedInAt: entry.updatedAt,
    reviewedAt: entry.reviewedAt,
    isOpen: hasOpen(entry, staffId, now),
    lockedBy: lockedFor(entry, staffId, now),
  };
}

const findEntryWithOwner = prepareGet((entryId: string) => joined().where(eq(entries.id, entryId)));

/**
 * An entry with its text and photos for the reviewer who has opened it; undefined for everybody else. Reading it
 * extends the lock, for an hour.
 */
export function openedEntry(entryId: string, staffId: string, now: Date) {
  const found = findEntryWithOwner(entryId);
  if (!found || !hasOpen(found.entry, staffId, now)) return undefined;
  const since = new Date(now.getTime() - LONGEST_LOOK_MINUTES * MINUTE_MS);
  if (findViewSince(entryId, staffId, since)) keepLock(entryId, staffId, now);
  const { entry, loop } = found;
  const { title, highlight, gratitude, learned, prompt, content } = entry;
  const pictures = photosOf(loop.id, entry.week);
  return {
    words: { title, highlight, gratitude, learned, prompt, content },
    version: entry.version,
    note: entry.moderationNotes,
    startDay: loop.startDay,
    pauses: loop.pauses,
    book: { title: loop.title ?? "", dedication: loop.dedication ?? "" },
    photos: pictures.map(({ id, caption, width, height, fileName }) => ({ id, caption, width, height, fileName })),
    seen: seenRevision(entry),
    earlier: countEarlierDecisions(loop.accountId),
    reviewer: reviewerOf(entry.reviewedByStaffId),
  };
}

const findViewSince = prepareGet((entryId: string, staffId: string, since: Date) =>
  db
    .select({ id: entryViews.id })
    .from(entryViews)
    .where(and(...[eq(entryViews.entryId, entryId), eq(entryViews.staffId, staffId)], gt(entryViews.at, since))),
);

const reviewerOf = (staffId: string | null) => (staffId === null ? null : (findReviewer(staffId)?.name ?? null));

const findReviewer = prepareGet((staffId: string) =>
  db.select({ name: staff.name }).from(staff).where(eq(staff.id, staffId)),
);

/** The number of this account's weeks in each state. */
const countEarlierDecisions = prepareAll((accountId: string) =>
  db
    .select({ status: entries.moderation, found: count() })
    .from(entries)
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .where(and(eq(loops.accountId, accountId), inArray(entries.moderation, ["APPROVED", "REJECTED", "HIDDEN"])))
    .groupBy(entries.moderation),
);

/**
 * A revision of everything in an entry that prints: text, photos, title and dedication. A decision about an older
 * revision is refused.
 */
export function seenRevision(entry: Entry): string {
  const pictures = listPhotosOfWeek(entry.loopId, entry.week);
  const front = findTitlePage(entry.loopId);
  const state = [front, entry.version, entry.updatedAt.getTime(), entry.moderation, pictures];
  return createHash("sha256").update(JSON.stringify(state)).digest("base64url").slice(0, 20);
}

const listPhotosOfWeek = prepareAll((loopId: string, week: number) =>
  db
    .select({ id: photos.id, turns: photos.quarterTurns, caption: photos.caption })
    .from(photos)
    .where(and(eq(photos.loopId, loopId), eq(photos.week, week), eq(photos.state, "ready")))
    .orderBy(photos.position),
);

const findTitlePage = prepareGet((loopId: string) =>
  db.select({ title: loops.title, dedication: loops.dedication }).from(loops).where(eq(loops.id, loopId)),
);

/** A photo of an entry that this staff member has open; undefined otherwise. */
export function openedPhoto(input: { entryId: string; photoId: string }, staffId: string, now: Date) {
  return findOpenedPhoto(input.entryId, input.photoId, staffId, now)?.photo;
}

const findOpenedPhoto = prepareGet((entryId: string, photoId: string, staffId: string, now: Date) =>
  db
    .select({ photo: photos })
    .from(photos)
    .innerJoin(entries, and(eq(entries.loopId, photos.loopId), eq(entries.week, photos.week)))
    .where(
      and(
        ...[eq(entries.id, entryId), eq(photos.id, photoId), eq(photos.state, "ready")],
        ...[eq(entries.lockedByStaffId, staffId), gt(entries.lockedUntil, now)],
      ),
    ),
);

/** Who opened or found an entry, when and why: the latest fifty, newest first. */
export const openingsOf = prepareAll((entryId: string) =>
  db
    .select({ id: entryViews.id, by: staff.name, reason: entryViews.reason, at: entryViews.at })
    .from(entryViews)
    .innerJoin(staff, eq(staff.id, entryViews.staffId))
    .where(eq(entryViews.entryId, entryId))
    .orderBy(desc(entryViews.at))
    .limit(50),
);

/** How many entries were approved and rejected since then. */
export function decisionsSince(since: Date): { approve: number; reject: number } {
  const madeSince = (action: string) => countDecisionsSince(since, action)?.found ?? 0;
  return { approve: madeSince("entries.approve"), reject: madeSince("entries.reject") };
}

const countDecisionsSince = prepareGet((since: Date, action: string) =>
  db
    .select({ found: count() })
    .from(auditEvents)
    .where(and(gt(auditEvents.at, since), eq(auditEvents.action, action))),
);

const DECISIONS_AVERAGED = 500;
/** This many of the newest audit events are searched. */
const ACTIONS_LOOKED_AT = 5000;

/** Average hours from a week's completion to its decision, over the latest decisions; null without any. */
export function averageReviewHours(): number | null {
  const average = findAverageMinutes()?.minutes ?? null;
  return average === null ? null : average / 60;
}

const findAverageMinutes = prepareGet(() => {
  const newest = db
    .select()
    .from(auditEvents)
    .orderBy(desc(auditEvents.sequence))
    .limit(ACTIONS_LOOKED_AT)
    .as("newest");
  const decided = db
    .select({ after: newest.after })
    .from(newest)
    .where(inArray(newest.action, ["entries.approve", "entries.reject"]))
    .limit(DECISIONS_AVERAGED)
    .as("decided");
  const minutes = sql<number | null>`avg(json_extract(${decided.after}, '$.waitedMinutes'))`;
  return db.select({ minutes }).from(decided);
});
