import { and, desc, eq, gt, lte, notInArray, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { emails } from "#db/schema";
import type { Mail } from "~/adapters/mail/contract";
import { openSealedHtml, openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import type { EmailKind } from "../layout/email-layout";
import {
  isSendingStopped,
  noteAccepted,
  noteRefused,
  pauseAgain,
  REFUSALS_TO_STOP,
  sendingStopped,
} from "./circuit-breaker.server";
import {
  ALL_EMAILS_CAP,
  canBeStopped,
  deliveryRule,
  EMAILS_PER_RUN,
  isStale,
  nextTryAfter,
  RECIPIENT_CAPS,
  UNCAPPED_KINDS,
} from "./delivery-policy";
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
      markSent(email, now);
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
      if (result.isUncertain) setAside(email, result.message, now);
      else markFailed(email, result.message, next);
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
  const ended = endedAs("dead", email, `${PERHAPS_TAKEN} (${reply.slice(0, 200)})`);
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
      unsubscribeUrl: canBeStopped(email.kind as EmailKind) ? unsubscribeUrlOf(email.id) : undefined,
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

/** Claims the next email that may go now; delays those over a cap and cancels expired ones. */
function claimEmail(now: Date, isStopped: boolean): EmailRow | null {
  let freeForAllAt: Date | null | undefined;
  return emailQueue.claim(now, {
    ...(isStopped ? { order: STOPPED_ORDER } : {}),
    admit(tx, due) {
      const kind = due.kind as EmailKind;
      const whyNot = isStale(kind, due.createdAt, now)
        ? "The code in it ran out before we could send it."
        : isWanted({ ...due, kind })
          ? null
          : "The recipient has turned these emails off.";
      if (whyNot) {
        closeEmail(tx, due, { state: "cancelled", failure: whyNot });
        return null;
      }
      if (deliveryRule(kind).isCapped) {
        if (freeForAllAt === undefined) freeForAllAt = cappedForAllUntil(tx, now);
        if (freeForAllAt) {
          delayCapped(tx, now, freeForAllAt);
          return null;
        }
        const freeAt = cappedUntil(tx, due.toEmail, now);
        if (freeAt) {
          emailQueue.settle(tx, due, { nextTryAt: freeAt });
          return null;
        }
      }
      return { firstTriedAt: due.firstTriedAt ?? now };
    },
  });
}

/** When the next capped email to any address may go; null for now. */
function cappedForAllUntil(tx: Transaction, now: Date): Date | null {
  const { most, minutes } = ALL_EMAILS_CAP;
  const since = now.getTime() - minutes * MINUTE_MS;
  // An email sent in the last hour was created in the last days, so the index on createdAt finds it.
  const [filling] = tx
    .select({ sentAt: emails.sentAt })
    .from(emails)
    .where(and(gt(emails.createdAt, new Date(since - 7 * DAY_MS)), gt(emails.sentAt, new Date(since))))
    .orderBy(desc(emails.sentAt))
    .limit(1)
    .offset(most - 1)
    .all();
  return filling?.sentAt ? new Date(filling.sentAt.getTime() + minutes * MINUTE_MS) : null;
}

/** Delays all capped emails that are due in one statement: on a Sunday evening there are thousands. */
function delayCapped(tx: Transaction, now: Date, until: Date): void {
  tx.update(emails)
    .set({ nextTryAt: until })
    .where(and(sql`${emails.state} = 'waiting'`, lte(emails.nextTryAt, now), notInArray(emails.kind, UNCAPPED_KINDS)))
    .run();
}

/** When an email to this address may go; null for now. */
function cappedUntil(tx: Transaction, toEmail: string, now: Date): Date | null {
  const moments = RECIPIENT_CAPS.map(({ most, minutes }) => {
    const since = new Date(now.getTime() - minutes * MINUTE_MS);
    const [filling] = tx
      .select({ sentAt: emails.sentAt })
      .from(emails)
      .where(and(eq(emails.toEmail, toEmail), gt(emails.sentAt, since)))
      .orderBy(desc(emails.sentAt))
      .limit(1)
      .offset(most - 1)
      .all();
    return filling?.sentAt ? filling.sentAt.getTime() + minutes * MINUTE_MS : 0;
  });
  const latest = Math.max(...moments);
  return latest > now.getTime() ? new Date(latest) : null;
}

function markSent(email: EmailRow, now: Date): void {
  closeEmail(db, email, { state: "sent", sentAt: now, failure: null });
}

function markFailed(email: EmailRow, message: string, next: Date | null): void {
  const failure = message.slice(0, 500);
  if (next === null) closeEmail(db, email, { state: "dead", failure });
  else emailQueue.retry(db, email, next, failure);
}
