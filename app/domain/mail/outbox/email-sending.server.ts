import { db, write } from "#db/client.server";
import { logLine } from "~/adapters/log/log.server";
import type { Mail, MailResult } from "~/adapters/mail/contract";
import { settings } from "~/adapters/settings.server";
import { openSealedHtml, openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { canBeStopped, type Lane } from "../kinds/email-kinds";
import { noteAccents } from "./accents.server";
import { laneStopped, noteAccepted, noteRefused } from "./circuit-breaker.server";
import { nextTryAfter } from "./delivery-policy";
import { closeEmail, type EmailRow, emailQueue, endedAs } from "./email-endings.server";
import { endOf } from "./email-ends.server";
import { slowLane } from "./lanes.server";
import { unsubscribeUrlOf } from "./outbox.server";
import { isBulk } from "./rates";
import {
  endDoubts,
  giveUpRecipient,
  putOffRecipient,
  showsThatItWorks,
  stopWhereRelayKnowsNobody,
} from "./refused-recipients.server";
import { returnPathOf } from "./return-paths.server";
import { noteBulkDay } from "./warm-up.server";

/** Hands one claimed email over, and records what came of it. No transaction is open while the relay is asked. */

/** What is recorded of an email that was handed over whole, on a connection that broke before the relay confirmed it. */
const PERHAPS_TAKEN = "The relay got all of it and didn’t answer, so it may have arrived.";

/** Relays name an email in far less, and nothing else of it is of use. */
const LONGEST_REPLY = 200;

export interface SendReport {
  sent: number;
  /** Will be retried. */
  failed: number;
  /** Ids of emails given up in this run. */
  dead: string[];
}

/** One run over a lane: what came of it, how many were refused in a row, and whether a recipient was while it is stopped. */
export interface Run {
  readonly lane: Lane;
  readonly report: SendReport;
  readonly mail: Mail;
  readonly clock: () => Date;
  inARow: number;
  triedWhileStopped: number;
  isProbed: boolean;
}

export interface Claimed {
  readonly email: EmailRow;
  /** Tried while its lane was stopped. */
  readonly isProbe: boolean;
}

/** @throws what the database throws: the email then counts as one whose process died. */
export async function sendOne(run: Run, claimed: Claimed): Promise<void> {
  const { email } = claimed;
  const end = endOf(email, run.clock);
  try {
    const result = await post(email, run.mail, end.reach);
    if (!end.isWithdrawn()) note(run, claimed, result);
    else if (!result.ok) logLine("warn", "email_not_handed_over", { emailId: email.id, message: result.message });
  } finally {
    end.leave();
  }
}

function note(run: Run, { email, isProbe }: Claimed, result: MailResult): void {
  const { report, clock } = run;
  const now = clock();
  const failure = result.ok ? null : result.message.slice(0, 500);
  if (result.ok) {
    noteSent(email, result, now);
    report.sent += 1;
    run.inARow = 0;
  } else if (result.isUncertain) {
    setAside(email, result.message, now);
    noteRefused(email, result.message, isProbe, now);
    report.dead.push(email.id);
    run.inARow += 1;
  } else if (result.permanent && !isProbe) {
    giveUpRecipient(email, result.message, now);
    const broughtBack = stopWhereRelayKnowsNobody(now);
    report.dead = [...report.dead, email.id].filter((id) => !broughtBack.includes(id));
    report.failed += broughtBack.length;
  } else {
    const next = result.permanent
      ? putOffRecipient(email, result.message, now)
      : retryAt(email, result.message, isProbe, now);
    if (next === null) closeEmail(db, email, { state: "dead", failure });
    else emailQueue.retry(db, email, next, failure ?? "");
    if (next === null) report.dead.push(email.id);
    else report.failed += 1;
    if (result.permanent) run.isProbed = true;
    else run.inARow += 1;
  }
}

function noteSent(email: EmailRow, { reply, takesAccents }: MailResult & { ok: true }, now: Date): void {
  write((tx) => {
    if (isBulk(email.lane)) noteBulkDay(tx, settings.mailFrom.address, now);
    if (takesAccents !== undefined) noteAccents(tx, takesAccents, now);
    const relayReply = reply?.slice(0, LONGEST_REPLY) ?? null;
    closeEmail(tx, email, { state: "sent", sentAt: now, failure: null, relayReply });
  });
  if (!showsThatItWorks(email)) return;
  endDoubts();
  noteAccepted(email.lane, now);
}

/**
 * When a refused email is tried again; null when it is given up, which none is while its lane is stopped. Of a lane that is
 * slowed each soon is, because its pace says how many are.
 */
function retryAt(email: EmailRow, reply: string, isProbe: boolean, now: Date): Date | null {
  const isSlowed = slowLane(email.lane, reply, now);
  if (!isSlowed) noteRefused(email, reply, isProbe, now);
  return laneStopped(email.lane)?.until ?? nextTryAfter(email.lane, isSlowed ? 1 : email.tries, email.createdAt, now);
}

/** An email that may have arrived is sent again only by staff. */
function setAside(email: EmailRow, reply: string, now: Date): void {
  const failure = `${PERHAPS_TAKEN} (${reply.slice(0, 200)})`;
  const ended = endedAs(email, { state: "dead", failure });
  write((tx) => emailQueue.setAside(tx, email, now, { why: PERHAPS_TAKEN, ended }));
}

async function post(email: EmailRow, mail: Mail, beforeEnd: () => Promise<void>): Promise<MailResult> {
  try {
    const message = {
      messageId: email.messageId,
      kind: email.kind,
      to: { name: email.toName, address: email.toEmail },
      subject: openSealedText(email.subject),
      text: openSealedText(email.textBody),
      html: openSealedHtml(email.htmlBody),
      returnPath: returnPathOf(email.id),
      unsubscribeUrl: canBeStopped(email.kind) ? unsubscribeUrlOf(email.id) : undefined,
      at: email.firstTriedAt ?? email.createdAt,
    };
    return await mail.post(message, beforeEnd);
  } catch (error) {
    // The adapter throws for a malformed email, which a retry cannot help.
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false as const, permanent: true, isUncertain: false, message };
  }
}
