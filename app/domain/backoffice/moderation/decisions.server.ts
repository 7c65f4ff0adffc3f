import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { accounts, auditEvents, entries, loops } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { isPrinted, type ModerationState } from "~/domain/diary/loops/printed-weeks";
import { sealEntryText } from "~/domain/kernel/sealing/sealed-text.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { asPlainWords } from "~/domain/mail/layout/email-words";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { entryHidden, entryRejected } from "./moderation-emails";
import { hasOpen, lockedFor, seenRevision } from "./review.server";
import { canUndo } from "./review-session.server";
import { decisionsFor, type ModerationDecision, OUTCOMES } from "./rules";

/**
 * Decides about a week: the moderator who has it open decides about the version they saw. The owner can still read and
 * edit what is rejected or hidden, sees the moderator's note and gets an email; the book is set again without it.
 * Notes on approved or flagged entries are for staff alone.
 */

export interface MadeDecision {
  judgement: ModerationDecision;
  /** Read by the owner if rejected or hidden, by colleagues otherwise. */
  notes: string;
  /** The revision of the entry as it was read. */
  seen: string;
}

export type DecideResult =
  | { ok: true }
  | { ok: false; reason: "not_found" | "not_open" | "locked" | "changed_since" | "not_now" };

export function decideEntry(entryId: string, made: MadeDecision, staffId: string, now: Date): DecideResult {
  return write((tx): DecideResult => {
    const found = tx
      .select({ entry: entries, loop: loops, owner: accounts })
      .from(entries)
      .innerJoin(loops, eq(loops.id, entries.loopId))
      .innerJoin(accounts, eq(accounts.id, loops.accountId))
      .where(eq(entries.id, entryId))
      .get();
    if (!found) return { ok: false, reason: "not_found" };
    const { entry } = found;
    if (lockedFor(entry, staffId, now)) return { ok: false, reason: "locked" };
    if (!hasOpen(entry, staffId, now)) return { ok: false, reason: "not_open" };
    if (seenRevision(entry) !== made.seen) return { ok: false, reason: "changed_since" };
    if (!decisionsFor(entry.moderation).includes(made.judgement)) return { ok: false, reason: "not_now" };
    storeDecision(tx, found, made, staffId, now);
    return { ok: true };
  });
}

interface Found {
  entry: typeof entries.$inferSelect;
  loop: typeof loops.$inferSelect;
  owner: typeof accounts.$inferSelect;
}

function storeDecision(tx: Transaction, found: Found, made: MadeDecision, staffId: string, now: Date): void {
  const { entry, loop } = found;
  const state = OUTCOMES[made.judgement];
  const isOut = !isPrinted(state);
  const notes = made.notes === "" ? null : made.notes;
  tx.update(entries)
    .set({
      moderation: state,
      reviewedAt: now,
      reviewedByStaffId: staffId,
      moderationNotes: isOut ? notes : null,
      lockedByStaffId: null,
      lockedUntil: null,
      flagReason: flagReasonAfter(made.judgement, entry.flagReason, notes),
    })
    .where(eq(entries.id, entry.id))
    .run();
  // What prints has changed, even if the year can only be read by now.
  if (isPrinted(entry.moderation) && isOut) {
    tx.update(loops)
      .set({ contentVersion: sql`${loops.contentVersion} + 1`, updatedAt: now })
      .where(eq(loops.id, loop.id))
      .run();
  }
  const eventNumber = recordAuditEvent(tx, {
    staffId,
    action: `entries.${made.judgement}`,
    object: { type: "entry", id: entry.id },
    before: { state: entry.moderation, flagReason: entry.flagReason },
    after: {
      state,
      waitedMinutes: Math.max(0, Math.round((now.getTime() - entry.updatedAt.getTime()) / MINUTE_MS)),
    },
    reason: notes ?? undefined,
    now,
  });
  if (isOut) notifyOwner(tx, found, made, eventNumber, now);
}

export type UndoResult = { ok: true } | { ok: false; reason: "not_found" | "too_late" };

/**
 * Takes back a reviewer's own decision within ten minutes, as long as nobody else has been notified or has changed the
 * entry. It then waits again as it did before.
 */
export function undoDecision(entryId: string, staffId: string, now: Date): UndoResult {
  return write((tx): UndoResult => {
    const entry = tx.select().from(entries).where(eq(entries.id, entryId)).get();
    if (!entry) return { ok: false, reason: "not_found" };
    const made = tx
      .select({ before: auditEvents.before })
      .from(auditEvents)
      .where(
        and(
          ...[eq(auditEvents.objectType, "entry"), eq(auditEvents.objectId, entryId)],
          ...[eq(auditEvents.staffId, staffId), inArray(auditEvents.action, ["entries.approve", "entries.flag"])],
        ),
      )
      .orderBy(desc(auditEvents.sequence))
      .limit(1)
      .get();
    if (!made?.before || !canUndo(entry, staffId, now)) return { ok: false, reason: "too_late" };
    const before = JSON.parse(made.before) as { state: ModerationState; flagReason?: string | null };
    const changes = { moderation: before.state, flagReason: before.flagReason ?? null };
    tx.update(entries)
      .set({ ...changes, reviewedAt: null, reviewedByStaffId: null })
      .where(eq(entries.id, entryId))
      .run();
    recordAuditEvent(tx, {
      staffId,
      action: "entries.undo",
      object: { type: "entry", id: entryId },
      before: { state: entry.moderation },
      after: { state: before.state },
      now,
    });
    return { ok: true };
  });
}

function flagReasonAfter(judgement: ModerationDecision, before: string | null, notes: string | null): string | null {
  if (judgement === "flag") return notes ?? before ?? "Flagged by a moderator";
  return judgement === "approve" ? null : before;
}

function notifyOwner(
  tx: Transaction,
  { entry, loop, owner }: Found,
  made: MadeDecision,
  eventNumber: number,
  now: Date,
): void {
  const type = findLoopType(loop.theme, loop.type);
  const canEdit = loop.status === "ACTIVE";
  const page = canEdit ? "dashboard" : "entry";
  const emailOf = made.judgement === "hide" ? entryHidden : entryRejected;
  const message = emailOf({
    firstName: owner.firstName,
    week: entry.week,
    canEdit,
    note: sealEntryText(entry.id, asPlainWords(made.notes)),
    title: loop.title ?? type?.displayName ?? "Your year",
    weekUrl: `${settings.publicOrigin}/${page}?loop=${loop.id}&week=${entry.week}`,
    theme: type?.themeId ?? null,
  });
  queueEmail(tx, {
    accountId: owner.id,
    message,
    now,
    to: { name: `${owner.firstName} ${owner.lastName}`, email: owner.email },
    dedupeKey: `${message.kind}:${eventNumber}`,
  });
}
