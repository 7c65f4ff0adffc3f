import { and, desc, eq } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { emails } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { HOUR_MS } from "~/domain/kernel/time/durations";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { approvalsWaiting } from "~/domain/people/staff/staff-emails";
import { colleagues } from "./inbox.server";
import { waitingRows } from "./waiting-rows.server";
import { APPROVAL_KINDS } from "./work-kinds";
import { SUBJECTS_OF } from "./work-subjects.server";

/**
 * Notifies those who may approve that something waits for them: at once, and one person once an hour at most, with
 * everything that waits by then. What they were notified of is not sent again.
 */

const PAUSE_MS = HOUR_MS;

/** Queues the emails that are due. Returns how many. */
export function notifyApprovers(now: Date): number {
  let told = 0;
  for (const { id: staffId, role, name, email } of colleagues()) {
    const waiting = waitingRows({ staffId, role }, now, APPROVAL_KINDS).filter(
      ({ putOffUntil, ownerId }) => putOffUntil === null && (ownerId === null || ownerId === staffId),
    );
    if (waiting.length === 0) continue;
    const lastAt = lastToldAt(email);
    const isNew = waiting.some(({ since }) => lastAt === null || since > lastAt);
    if (!isNew || (lastAt && now.getTime() - lastAt.getTime() < PAUSE_MS)) continue;
    const lines = APPROVAL_KINDS.flatMap((kind) => {
      const ids = waiting.filter((row) => row.kind === kind).map(({ id }) => id);
      return ids.length === 0 ? [] : SUBJECTS_OF[kind](ids, now).map(({ title }) => title);
    });
    const message = approvalsWaiting({ name, lines, inboxUrl: `${settings.publicOrigin}/hyperloop/inbox` });
    const dedupeKey = `approvals-waiting:${staffId}:${now.getTime()}`;
    const to = { name, email };
    if (write((tx) => queueEmail(tx, { accountId: null, to, dedupeKey, message, now }))) told += 1;
  }
  return told;
}

function lastToldAt(email: string): Date | null {
  const last = db
    .select({ at: emails.createdAt })
    .from(emails)
    .where(and(eq(emails.toEmail, email), eq(emails.kind, "approvals_waiting")))
    .orderBy(desc(emails.createdAt))
    .limit(1)
    .get();
  return last?.at ?? null;
}
