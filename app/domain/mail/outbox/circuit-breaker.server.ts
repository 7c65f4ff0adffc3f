import { and, count, desc, eq, gt, gte, isNotNull, isNull, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { emails, serviceChecks } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";

/**
 * The circuit breaker of the outbox. When the relay refuses several emails in a row and not for their recipients, or one
 * recipient after another (`refused-recipients.server.ts`), the fault is the relay's or ours, and sending stops: the emails
 * wait, with their text, and after each pause one is tried. The first that is accepted sends all the others.
 */

/** This many different emails in a row stop sending. An email that is tried again says nothing new and isn't counted. */
export const REFUSALS_TO_STOP = 3;
/** The pauses after each further refusal; short, because a code is useful for ten minutes. */
const PAUSE_MINUTES = [1, 2, 5] as const;

const SERVICE = "mail-sending";

/** Until when sending is stopped, and the relay's last response; null while emails are sent. */
export function sendingStopped(): { until: Date; reply: string } | null {
  const found = findService();
  if (!found?.failedAt || found.failures < REFUSALS_TO_STOP) return null;
  const [longest] = PAUSE_MINUTES.slice(-1);
  const minutes = PAUSE_MINUTES[found.failures - REFUSALS_TO_STOP] ?? longest ?? 1;
  return { until: new Date(found.failedAt.getTime() + minutes * MINUTE_MS), reply: found.failure ?? "" };
}

const findService = prepareGet(() => db.select().from(serviceChecks).where(eq(serviceChecks.name, SERVICE)));

export function isSendingStopped(now: Date): boolean {
  const stopped = sendingStopped();
  return stopped !== null && now < stopped.until;
}

/** Stops sending, because the relay refuses one recipient after another. */
export function stopSending(tx: Transaction, reply: string, now: Date): void {
  const stop = { failedAt: now, failure: withoutAddresses(reply), failures: REFUSALS_TO_STOP };
  tx.insert(serviceChecks)
    .values({ name: SERVICE, ...stop })
    .onConflictDoUpdate({ target: serviceChecks.name, set: stop })
    .run();
}

/** When an email that was refused while sending is stopped is tried again. */
export function pauseFrom(now: Date): Date {
  const until = sendingStopped()?.until;
  return until && until > now ? until : new Date(now.getTime() + PAUSE_MINUTES[0] * MINUTE_MS);
}

/** Begins the pause again, where emails were tried at its end and none showed anything. */
export function pauseAgain(now: Date): void {
  const stopped = sendingStopped();
  if (stopped && stopped.until <= now)
    db.update(serviceChecks).set({ failedAt: now }).where(eq(serviceChecks.name, SERVICE)).run();
}

/** Notes that the relay accepted an email. If it had refused some before, they are all due again. */
export function noteAccepted(now: Date): void {
  const found = findService();
  if (!found || found.failures === 0) return;
  write((tx) => {
    tx.update(serviceChecks)
      .set({ okAt: now, failures: 0, failure: null })
      .where(eq(serviceChecks.name, SERVICE))
      .run();
    if (found.failures >= REFUSALS_TO_STOP) sendRefusedNow(tx, now);
  });
}

/** A relay repeats addresses, and alarms name no recipient; our own address stays, which may be what it refuses. */
const withoutAddresses = (reply: string) =>
  reply
    .replace(/[^\s<>]+@[^\s<>:]+/g, (address) => (address === settings.mailFrom.address ? address : "…"))
    .slice(0, 300);

/** Notes that the relay refused an email, not for its recipient. `tries` counts how often this email was tried. */
export function noteRefused({ reply, tries }: { reply: string; tries: number }, now: Date): void {
  if (tries > 1 && !sendingStopped()) return;
  const failure = withoutAddresses(reply);
  db.insert(serviceChecks)
    .values({ name: SERVICE, failedAt: now, failure, failures: 1 })
    .onConflictDoUpdate({
      target: serviceChecks.name,
      set: { failedAt: now, failure, failures: sql`${serviceChecks.failures} + 1` },
    })
    .run();
}

const isRefused = and(sql`${emails.state} = 'waiting'`, isNotNull(emails.failure), isNull(emails.takenUntil));

/** The emails that were refused and will be tried again, with the relay's response about one of them. */
export function refusedEmails(): { found: number; reply: string } {
  const found = countRefused()?.found ?? 0;
  return { found, reply: sendingStopped()?.reply ?? withoutAddresses(findLastRefused()?.failure ?? "") };
}

const countRefused = prepareGet(() => db.select({ found: count() }).from(emails).where(isRefused));

const findLastRefused = prepareGet(() =>
  db.select({ failure: emails.failure }).from(emails).where(isRefused).orderBy(desc(emails.nextTryAt)).limit(1),
);

/** Makes all emails that were refused due now, after the cause was put right. Returns whether there are any. */
export function sendRefusedNow(tx: Transaction, now: Date): boolean {
  tx.update(serviceChecks)
    .set({ failedAt: new Date(now.getTime() - PAUSE_MINUTES[0] * MINUTE_MS), failures: REFUSALS_TO_STOP })
    .where(and(eq(serviceChecks.name, SERVICE), gte(serviceChecks.failures, REFUSALS_TO_STOP)))
    .run();
  tx.update(emails)
    .set({ nextTryAt: now })
    .where(and(isRefused, gt(emails.nextTryAt, now)))
    .run();
  return refusedEmails().found > 0;
}
