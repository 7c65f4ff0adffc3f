import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { columns, prepareAll } from "#db/queries.server";
import { bookFiles, emails, jobs, scheduleRuns, webhookEvents } from "#db/schema";
import { resolveEnded } from "~/domain/kernel/alarms/alarms.server";
import { DEATHS_ALLOWED, setAsideKey } from "~/domain/kernel/jobs/lease.server";
import { hasTwin } from "~/domain/kernel/jobs/queue.server";
import { deliveryRule } from "~/domain/mail/kinds/email-kinds";
import { sendRefusedNow } from "~/domain/mail/outbox/circuit-breaker.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { backupStatus } from "../backups/backup-status.server";
import { backupSummary } from "../backups/backup-summary";
import { countJobs, waitingEmails, waitingPhotos, waitingWebhooks } from "../health/waiting-work.server";

/**
 * System status for staff: scheduled tasks, pending work, and what failed for good, which can be tried again by hand;
 * everything that is tried is safe to run twice. Recipients of emails are not shown.
 */

const MOST_SHOWN = 20;

export const lastRuns = prepareAll(() => db.select().from(scheduleRuns).orderBy(asc(scheduleRuns.name)));

export function pendingWork() {
  const [emails, photos] = [waitingEmails(), waitingPhotos()];
  return {
    jobsPending: countJobs("waiting"),
    jobsRunning: countJobs("running"),
    emailsWaiting: emails.found,
    oldestEmail: emails.oldest,
    photosWaiting: photos.found,
    oldestPhoto: photos.oldest,
    eventsPending: waitingWebhooks().found,
  };
}

export const backups = (now: Date) => backupSummary(backupStatus(), now);

export const deadJobs = prepareAll(() =>
  db
    .select({ id: jobs.id, kind: jobs.kind, failure: jobs.failure, tries: jobs.tries, at: jobs.finishedAt })
    .from(jobs)
    .where(eq(jobs.state, "dead"))
    .orderBy(desc(jobs.finishedAt))
    .limit(MOST_SHOWN),
);

export const deadEmails = () =>
  listDeadEmails().map((email) => ({ ...email, canRetry: !deliveryRule(email.kind).carriesSecret }));

const listDeadEmails = prepareAll(() =>
  db
    .select({ ...columns(emails, "id", "kind", "failure", "tries"), at: emails.createdAt })
    .from(emails)
    .where(eq(emails.state, "dead"))
    .orderBy(desc(emails.createdAt))
    .limit(MOST_SHOWN),
);

export const failedEvents = prepareAll(() =>
  db
    .select({
      id: webhookEvents.id,
      type: webhookEvents.type,
      failure: webhookEvents.failure,
      tries: webhookEvents.tries,
      at: webhookEvents.receivedAt,
      nextTryAt: webhookEvents.nextTryAt,
    })
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.processedAt), isNotNull(webhookEvents.failure)))
    .orderBy(asc(webhookEvents.nextTryAt))
    .limit(MOST_SHOWN),
);

/** Tried again by hand, what was set aside is set aside at the next death of its process. */
const ONE_MORE_TRY = DEATHS_ALLOWED - 1;

export const RETRIED = ["job", "email", "webhook", "refused-emails"] as const;
export type Retried = (typeof RETRIED)[number];

/** Tries again what failed for good, or does not wait any longer. False for an unknown id; refused emails need none. */
export function tryAgain(what: { kind: Retried; id: string }, staffId: string, now: Date): boolean {
  return write((tx) => {
    const isTried = ATTEMPTS[what.kind](tx, what.id, now);
    if (isTried) {
      const beginning = setAsideKey({ queue: what.kind, id: what.id });
      resolveEnded(tx, { beginning, stillTrue: [], reason: "It’s being tried again." }, now);
      recordAuditEvent(tx, {
        staffId,
        action: "system.retry",
        object: { type: what.kind, id: what.id },
        now,
      });
    }
    return isTried;
  });
}

const ATTEMPTS: Readonly<Record<Retried, (tx: Transaction, id: string, now: Date) => boolean>> = {
  job(tx, id, now) {
    const job = tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.id, id), eq(jobs.state, "dead")))
      .get();
    if (!job || hasTwin(tx, job)) return false;
    tx.update(jobs)
      .set({
        ...{ state: "waiting", tries: 0, runAfter: now, takenUntil: null, finishedAt: null },
        deaths: Math.min(job.deaths, ONE_MORE_TRY),
      })
      .where(eq(jobs.id, id))
      .run();
    // The reader who asked for the book sees that it is waiting again.
    tx.update(bookFiles)
      .set({ state: "waiting", updatedAt: now })
      .where(and(eq(bookFiles.id, job.subjectId), eq(bookFiles.state, "failed")))
      .run();
    return true;
  },
  email(tx, id, now) {
    const email = tx.select({ kind: emails.kind }).from(emails).where(eq(emails.id, id)).get();
    // Emails that carried a secret were emptied when they failed.
    if (!email || deliveryRule(email.kind).carriesSecret) return false;
    const { lane } = deliveryRule(email.kind);
    return (
      tx
        .update(emails)
        .set({ state: "waiting", lane, tries: 0, deaths: 0, nextTryAt: now })
        .where(and(eq(emails.id, id), eq(emails.state, "dead")))
        .run().changes === 1
    );
  },
  "refused-emails": (tx, _id, now) => sendRefusedNow(tx, now),
  webhook(tx, id, now) {
    return (
      tx
        .update(webhookEvents)
        .set({
          nextTryAt: now,
          takenUntil: null,
          deaths: sql`min(${webhookEvents.deaths}, ${ONE_MORE_TRY})`,
        })
        .where(and(eq(webhookEvents.id, id), isNull(webhookEvents.processedAt), isNotNull(webhookEvents.failure)))
        .run().changes === 1
    );
  },
};
