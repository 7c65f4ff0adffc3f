import { and, desc, eq, gt, lte, notInArray, type SQL, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { emails } from "#db/schema";
import type { Mail } from "~/adapters/mail/contract";
import { openSealedHtml, openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { canBeStopped, deliveryRule, isStale, UNCAPPED_KINDS } from "../kinds/email-kinds";
import {
  isSendingStopped,
  noteAccepted,
  noteRefused,
  pauseAgain,
  REFUSALS_TO_STOP,
  sendingStopped,
} from "./circuit-breaker.server";
import { ALL_EMAILS_CAP, EMAILS_PER_RUN, nextTryAfter, RECIPIENT_CAPS } from "./delivery-policy";
import { closeEmail, type EmailRow, emailQueue, endedAs } from "./email-endings.server";
import { unsubscribeUrlOf } from "./outbox.server";
import { isWanted } from "./preferences.server";
import {
  endDoubts,
  endOldDoubts,
  giveUpRecipient,
  putOffRecipient,
  REACHED_FIRST,
  showsThatItWorks,
  stopWhereRelayKnowsNobody,
} from "./refused-recipients.server";

/**
 * The outbox worker. It claims an email with a lease, sends it and marks it. After a crash in between nobody knows whether
 * it was sent, so it is set aside, and staff decide whether to send it again. Two workers never hold the same email.
 */

/** What is recorded of an email that was handed over whole, on a connection that broke before the relay confirmed it. */
const PERHAPS_TAKEN = "The relay got all of it and didn’t answer, so it may have arrived.";

export interface SendReport {
  sent: number;
  /** Will be retried. */
  failed: number;
  /** Ids of emails given up in this run. */
  dead: string[];
}

/**
 * Sends what is due, oldest first, at most `EMAILS_PER_RUN`, until sending stops or three in a row were refused, because
 * then the mail server is the cause and not the emails. Refused recipients are counted by themselves.
 */
export async function sendDueEmails(now: Date, mail: Mail): Promise<SendReport> {
  const report: SendReport = { sent: 0, failed: 0, dead: [] };
  endOldDoubts(now);
  stopWhereRelayKnowsNobody(now);
  let inARow = 0;
  let isProbed = false;
  for (let taken = 0; taken < EMAILS_PER_RUN && inARow < REFUSALS_TO_STOP; taken += 1) {
    const isStopped = sendingStopped() !== null;
    const email = isSendingStopped(now) ? null : claimEmail(now, isStopped);
    if (email === null) break;
    const result = await post(email, mail);
    if (result.ok) {
      closeEmail(db, email, { state: "sent", sentAt: now, failure: null });
      if (showsThatItWorks(email)) {
        endDoubts();
        noteAccepted(now);
      }
      report.sent += 1;
      inARow = 0;
    } else if (result.permanent && !isStopped) {
      giveUpRecipient(email, result.message, now);
      const broughtBack = stopWhereRelayKnowsNobody(now);
      report.dead = [...report.dead, email.id].filter((id) => !broughtBack.includes(id));
      report.failed += broughtBack.length;
    } else {
      const next = result.permanent ? putOffRecipient(email, result.message, now) : retryAt(email, result.message, now);
      const failure = result.message.slice(0, 500);
      if (result.isUncertain) setAside(email, result.message, now);
      else if (next === null) closeEmail(db, email, { state: "dead", failure });
      else emailQueue.retry(db, email, next, failure);
      if (next === null || result.isUncertain) report.dead.push(email.id);
      else report.failed += 1;
      if (result.permanent) isProbed = true;
      else inARow += 1;
    }
  }
  // Each is tried once without a pause, so that many made-up addresses delay no customer by more than one.
  if (isProbed && emailQueue.nextDue(db, now, { order: STOPPED_ORDER })?.tries !== 0) pauseAgain(now);
  return report;
}

/** When a refused email is tried again; null when it is given up, which none is while sending is stopped. */
function retryAt(email: EmailRow, reply: string, now: Date): Date | null {
  noteRefused({ reply, tries: email.tries }, now);
  return sendingStopped()?.until ?? nextTryAfter(email.tries, email.createdAt, now);
}

/** An email that may have arrived is not sent again by itself. */
function setAside(email: EmailRow, reply: string, now: Date): void {
  const failure = `${PERHAPS_TAKEN} (${reply.slice(0, 200)})`;
  const ended = endedAs(email, { state: "dead", failure });
  write((tx) => emailQueue.setAside(tx, email, now, { why: PERHAPS_TAKEN, ended }));
}

async function post(email: EmailRow, mail: Mail) {
  try {
    return await mail.post({
      messageId: email.messageId,
      to: { name: email.toName, address: email.toEmail },
      subject: openSealedText(email.subject),
      text: openSealedText(email.textBody),
      html: openSealedHtml(email.htmlBody),
      unsubscribeUrl: canBeStopped(email.kind) ? unsubscribeUrlOf(email.id) : undefined,
      at: email.firstTriedAt ?? email.createdAt,
    });
  } catch (error) {
    // The adapter throws for a malformed email, which a retry cannot help.
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false as const, permanent: true, isUncertain: false, message };
  }
}

/** While sending is stopped, one to somebody who was reached before comes first, and then those not tried yet. */
const STOPPED_ORDER = [REACHED_FIRST, sql`${emails.tries} = 0 DESC`, ...emailQueue.order];

/** Claims the next email that may go now; delays those over a cap and cancels those that are no use any more. */
function claimEmail(now: Date, isStopped: boolean): EmailRow | null {
  let freeForAllAt: Date | null | undefined;
  return emailQueue.claim(now, {
    ...(isStopped ? { order: STOPPED_ORDER } : {}),
    admit(tx, due) {
      const failure = whyUseless(due, now);
      if (failure) {
        closeEmail(tx, due, { state: "cancelled", failure });
        return null;
      }
      if (deliveryRule(due.kind).isCapped) {
        if (freeForAllAt === undefined) freeForAllAt = freeAt(tx, ALL_EMAILS_CAP, wasWrittenLately(now), now);
        const ownAt = freeForAllAt ? null : freeForRecipientAt(tx, due.toEmail, now);
        if (freeForAllAt) delayCapped(tx, now, freeForAllAt);
        if (ownAt) emailQueue.settle(tx, due, { nextTryAt: ownAt });
        if (freeForAllAt || ownAt) return null;
      }
      return { firstTriedAt: due.firstTriedAt ?? now };
    },
  });
}

function whyUseless(email: EmailRow, now: Date): string | null {
  if (isStale(email.kind, email.createdAt, now)) return "The code in it ran out before we could send it.";
  return isWanted(email) ? null : "The recipient has turned these emails off.";
}

/** When the next of the emails that count may go under a cap; null for now. */
function freeAt(tx: Transaction, cap: { most: number; minutes: number }, counts: SQL, now: Date): Date | null {
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

/** An email that was sent in the last hour was written in the last days, so the index on `createdAt` finds it. */
const wasWrittenLately = (now: Date) => gt(emails.createdAt, new Date(now.getTime() - 7 * DAY_MS));

function freeForRecipientAt(tx: Transaction, toEmail: string, now: Date): Date | null {
  const isTo = eq(emails.toEmail, toEmail);
  const moments = RECIPIENT_CAPS.map((cap) => freeAt(tx, cap, isTo, now)?.getTime() ?? 0);
  const latest = Math.max(...moments);
  return latest > 0 ? new Date(latest) : null;
}

/** Delays all capped emails that are due in one statement: on a Sunday evening there are thousands. */
function delayCapped(tx: Transaction, now: Date, until: Date): void {
  tx.update(emails)
    .set({ nextTryAt: until })
    .where(and(sql`${emails.state} = 'waiting'`, lte(emails.nextTryAt, now), notInArray(emails.kind, UNCAPPED_KINDS)))
    .run();
}
