import { eq, inArray, or, type SQL } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { beginsWith, countingRows, prepareGet } from "#db/queries.server";
import { EMAIL_STATES, emails, entries, entryViews } from "#db/schema";
import { emailLeavesAt } from "~/domain/diary/loops/completion";
import { entriesQuotedIn } from "~/domain/kernel/sealing/sealed-text.server";
import { EMAIL_KINDS } from "~/domain/mail/kinds/email-kinds";
import { holdEmail } from "~/domain/mail/outbox/outbox.server";
import { type ResendResult, resendEmail, resendProblem, resendsOf } from "~/domain/mail/outbox/resending.server";
import {
  forStaff,
  type Hidden,
  hasSeals,
  hiddenBecause,
  sheetForStaff,
  subjectForStaff,
} from "~/domain/mail/outbox/staff-reading.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { oneOf } from "~/domain/people/staff/list-filters.server";
import { list } from "~/domain/people/staff/lists.server";

/**
 * Emails as staff see them: recipient, subject, whether they were sent. Secrets stay hidden: a verification code from
 * everybody, a voucher's code from those who may not see codes. The text of somebody's year is hidden from everybody
 * and revealed only for a reason that their owner can read.
 */

type Row = typeof emails.$inferSelect;

export type EmailLine = Pick<
  Row,
  "id" | "kind" | "toName" | "toEmail" | "subject" | "state" | "createdAt" | "sentAt" | "failure"
> & { isAgain: boolean };

/** Emails, usually the newest first. */
export const EMAIL_LIST = list(emails, {
  name: "emails",
  permission: "emails.read",
  id: emails.id,
  search: beginsAddress,
  filters: { kind: oneOf(emails.kind, EMAIL_KINDS), state: oneOf(emails.state, EMAIL_STATES) },
  sorts: { written: emails.createdAt },
  usual: "-written",
  lines: () =>
    db
      .select({
        id: emails.id,
        kind: emails.kind,
        toName: emails.toName,
        toEmail: emails.toEmail,
        subject: emails.subject,
        state: emails.state,
        failure: emails.failure,
        createdAt: emails.createdAt,
        sentAt: emails.sentAt,
        resendOf: emails.resendOf,
        hasSeals,
      })
      .from(emails),
  show: (rows) =>
    rows.map(({ resendOf, hasSeals, ...line }) => ({
      ...line,
      subject: subjectForStaff({ ...line, hasSeals: hasSeals === 1 }),
      isAgain: resendOf !== null,
    })),
});

/** Addresses are stored as their owners typed them. */
function beginsAddress(search: string): SQL | undefined {
  const begins = (words: string) => beginsWith(emails.toEmail, words);
  return search === search.toLowerCase() ? begins(search) : or(begins(search), begins(search.toLowerCase()));
}

/** The numbers of waiting and dead emails. */
export function emailFigures(): { waiting: number; dead: number } {
  const found = (state: Row["state"]) => countInState(state)?.found ?? 0;
  return { waiting: found("waiting"), dead: found("dead") };
}

const countInState = prepareGet((state: Row["state"]) => countingRows(emails, eq(emails.state, state)));

export interface EmailShown {
  line: EmailLine & Pick<Row, "accountId" | "tries" | "nextTryAt" | "isTransactional">;
  hidden: Hidden | null;
  /** The plain text part with private text hidden; empty where everything is private. */
  text: string;
  /** Whether it quotes somebody's year, which can be revealed for a reason. */
  quotes: boolean;
  resend: ReturnType<typeof resendProblem>;
  repetitions: ReturnType<typeof resendsOf>;
}

/** One email; undefined for an unknown id. Voucher codes stay hidden: they are read from the voucher’s card. */
export function emailData(emailId: string, now: Date): EmailShown | undefined {
  const message = findEmail(emailId);
  if (!message) return undefined;
  const { textBody, htmlBody, dedupeKey: _key, messageId: _message, resendOf, ...data } = message;
  const hidden = hiddenBecause(message);
  const subject = subjectForStaff({ ...data, hasSeals: htmlBody.includes("\u27e6") });
  return {
    line: { ...data, subject, isAgain: resendOf !== null },
    hidden,
    text: hidden ? "" : forStaff(textBody, []),
    quotes: hidden === null && entriesQuotedIn(textBody).length > 0,
    resend: resendProblem(message, now),
    repetitions: resendsOf(message),
  };
}

const findEmail = prepareGet((emailId: string) => db.select().from(emails).where(eq(emails.id, emailId)));

/** The HTML part without links or remote content; undefined where it may not be shown. */
export function emailBody(emailId: string): string | undefined {
  const message = findEmail(emailId);
  if (!message || hiddenBecause(message)) return undefined;
  return sheetForStaff(message.htmlBody, []);
}

export type RevealResult = { ok: true; text: string } | { ok: false; reason: "not_found" | "nothing_hidden" | "gone" };

/**
 * Reveals what an email quotes of somebody's year, once, for a reason. Its owner can read who looked, when and why;
 * refused where the week no longer exists, because its owner could not. Links and codes stay hidden.
 */
export function revealEmail(emailId: string, by: { staffId: string; reason: string }, now: Date): RevealResult {
  return write((tx): RevealResult => {
    const message = tx.select().from(emails).where(eq(emails.id, emailId)).get();
    if (!message) return { ok: false, reason: "not_found" };
    const quoted = entriesQuotedIn(message.textBody);
    if (hiddenBecause(message) || quoted.length === 0) return { ok: false, reason: "nothing_hidden" };
    const there = tx.select({ id: entries.id }).from(entries).where(inArray(entries.id, quoted)).all();
    if (there.length < quoted.length) return { ok: false, reason: "gone" };
    const reason = `In an email we sent you: ${by.reason}`;
    for (const { id: entryId } of there)
      tx.insert(entryViews).values({ entryId, staffId: by.staffId, reason, at: now }).run();
    recordAuditEvent(tx, {
      staffId: by.staffId,
      action: "emails.reveal",
      object: { type: "email", id: emailId },
      after: { entryIds: quoted },
      reason: by.reason,
      now,
    });
    return { ok: true, text: forStaff(message.textBody, ["entry"]) };
  });
}

/** Sends an email again and records who asked for it. */
export function resendForCustomer(emailId: string, staffId: string, now: Date): ResendResult {
  return write((tx): ResendResult => {
    const sent = resendEmail(tx, emailId, now);
    if (!sent.ok) return sent;
    holdEmail(`again:${sent.emailId}`, { staffId, until: emailLeavesAt(now) });
    recordAuditEvent(tx, {
      staffId,
      action: "emails.resend",
      object: { type: "email", id: emailId },
      now,
      after: { emailId: sent.emailId },
    });
    return sent;
  });
}
