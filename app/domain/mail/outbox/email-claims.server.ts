import { and, desc, eq, gt, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { domainOf, emails } from "#db/schema";
import { logLine } from "~/adapters/log/log.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { deliveryRule, isStale, LANES, type Lane } from "../kinds/email-kinds";
import { MOST_LOOKED_AT, RECIPIENT_CAPS } from "./delivery-policy";
import { closeEmail, type EmailRow, emailQueue } from "./email-endings.server";
import { isLanePaused } from "./lanes.server";
import { isWanted } from "./preferences.server";
import { REACHED_FIRST } from "./refused-recipients.server";

/** Which email is sent next: those that must wait are put off, and those that are no use any more are cancelled. */

export interface Claiming {
  readonly lane: Lane;
  /** While the lane is stopped, one to somebody who was reached before comes first, and then those not tried yet. */
  readonly isProbe: boolean;
  /** Domains that get none for the moment. */
  readonly without: readonly string[];
}

function how({ lane, isProbe, without }: Claiming) {
  const isElsewhere = without.length > 0 ? notInArray(domainOf(emails.toEmail), [...without]) : undefined;
  return {
    where: and(eq(emails.lane, lane), isElsewhere),
    ...(isProbe ? { order: [REACHED_FIRST, sql`${emails.tries} = 0 DESC`, ...emailQueue.order] } : {}),
  };
}

/** Claims the next email of a lane; null where none of those looked at may go. */
export const claimEmail = (now: Date, claiming: Claiming): EmailRow | null =>
  isLanePaused(claiming.lane)
    ? null
    : emailQueue.claim(now, { ...how(claiming), mostLookedAt: MOST_LOOKED_AT, admit: admitting(now) });

/** The email that is looked at next. */
export const nextEmail = (now: Date, claiming: Claiming): EmailRow | undefined =>
  isLanePaused(claiming.lane) ? undefined : emailQueue.nextDue(db, now, how(claiming));

function admitting(now: Date) {
  return (tx: Transaction, due: EmailRow): Partial<EmailRow> | null => {
    const failure = whyUseless(due, now);
    if (failure) {
      closeEmail(tx, due, { state: "cancelled", failure });
      return null;
    }
    const freeAt = deliveryRule(due.kind).isCapped ? freeForRecipientAt(tx, due, now) : null;
    if (freeAt) {
      emailQueue.settle(tx, due, { nextTryAt: freeAt });
      return null;
    }
    if (due.takenUntil && due.handedOverAt) logLine("warn", "email_sent_again", { emailId: due.id });
    return { firstTriedAt: due.firstTriedAt ?? now, handedOverAt: null };
  };
}

function whyUseless(email: EmailRow, now: Date): string | null {
  if (isStale(email.kind, email.createdAt, now))
    return deliveryRule(email.kind).carriesSecret
      ? "The code in it ran out before we could send it."
      : "Its week was over before we could send it.";
  return isWanted(email) ? null : "The recipient has turned these emails off.";
}

/** What is less urgent doesn’t count: no email waits for it. */
function freeForRecipientAt(tx: Transaction, { lane, toEmail }: Pick<EmailRow, "lane" | "toEmail">, now: Date) {
  const counting = LANES.slice(0, LANES.indexOf(lane) + 1);
  const counts = and(eq(emails.toEmail, toEmail), inArray(emails.lane, counting));
  const moments = RECIPIENT_CAPS.map((cap) => freeAt(tx, cap, counts, now)?.getTime() ?? 0);
  const latest = Math.max(...moments);
  return latest > 0 ? new Date(latest) : null;
}

/** When the next of the emails that count may go under a cap; null for now. */
function freeAt(
  tx: Transaction,
  cap: { most: number; minutes: number },
  counts: SQL | undefined,
  now: Date,
): Date | null {
  const length = cap.minutes * MINUTE_MS;
  const filling = tx
    .select({ sentAt: emails.sentAt })
    .from(emails)
    .where(and(counts, gt(emails.sentAt, new Date(now.getTime() - length))))
    .orderBy(desc(emails.sentAt))
    .limit(1)
    .offset(cap.most - 1)
    .get();
  return filling?.sentAt ? new Date(filling.sentAt.getTime() + length) : null;
}
