import { and, asc, desc, eq, gt, lte, notInArray, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { letters } from "#db/schema";
import type { Mail } from "~/adapters/mail/contract";
import {
  ALL_LETTERS_CAP,
  isStale,
  LEASE_MINUTES,
  LETTERS_PER_RUN,
  nextTryAfter,
  postmark,
  RECIPIENT_CAPS,
  UNCAPPED_KINDS,
} from "./delivery-policy";
import type { LetterKind } from "./email-layout";
import { unsubscribeUrlOf } from "./outbox.server";
import { isWanted } from "./preferences.server";
import { openSealedHtml, openSealedWords } from "./sealed-text.server";

/**
 * Taking letters from the outbox to the post. A letter is taken with a lease, posted, and marked; whoever dies in
 * between leaves it to be taken again, under the same Message-ID, so a mailbox may get it twice but never not at
 * all. Two workers never hold the same letter.
 */

type Row = typeof letters.$inferSelect;

export interface PostReport {
  posted: number;
  /** Will be tried again. */
  failed: number;
  /** Ids of letters given up in this run. */
  dead: string[];
}

/**
 * Posts what is due, oldest first, at most `LETTERS_PER_RUN`. Stops early after three failures in a row, since
 * then it is the post office and not the letters.
 */
export async function postDueLetters(now: Date, mail: Mail): Promise<PostReport> {
  const report: PostReport = { posted: 0, failed: 0, dead: [] };
  let inARow = 0;
  for (let taken = 0; taken < LETTERS_PER_RUN && inARow < 3; taken += 1) {
    const letter = takeLetter(now);
    if (letter === null) break;
    const result = await post(letter, mail);
    if (result.ok) {
      markSent(letter, now);
      report.posted += 1;
      inARow = 0;
      continue;
    }
    const next = result.permanent ? null : nextTryAfter(letter.tries, letter.createdAt, now);
    markFailed(letter, result.message, next);
    if (next === null) report.dead.push(letter.id);
    else report.failed += 1;
    inARow = result.permanent ? 0 : inARow + 1;
  }
  return report;
}

async function post(letter: Row, mail: Mail) {
  try {
    return await mail.post({
      messageId: letter.messageId,
      to: { name: letter.toName, address: letter.toEmail },
      subject: openSealedWords(letter.subject),
      text: openSealedWords(letter.textBody),
      html: openSealedHtml(letter.htmlBody),
      unsubscribeUrl: letter.isTransactional ? undefined : unsubscribeUrlOf(letter.id),
      at: letter.createdAt,
    });
  } catch (error) {
    // The post throws for a letter that is malformed; it will be no better tomorrow.
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false as const, permanent: true, message };
  }
}

/** Takes the next letter that may go now, pushing back those over a cap and withdrawing those out of date. */
function takeLetter(now: Date): Row | null {
  if (nextDue(db, now) === undefined) return null;
  return db.transaction(
    (tx) => {
      let freeForAllAt: Date | null | undefined;
      for (let due = nextDue(tx, now); due !== undefined; due = nextDue(tx, now)) {
        if (isStale(due.kind as LetterKind, due.createdAt, now)) {
          const failure = "The code in it was out of date before it could be posted.";
          settle(tx, due, { state: "cancelled", failure });
          continue;
        }
        if (!isWanted(tx, { ...due, kind: due.kind as LetterKind })) {
          settle(tx, due, { state: "cancelled", failure: "Its reader has asked for no such letters." });
          continue;
        }
        const { isCapped } = postmark(due.kind as LetterKind);
        if (isCapped && freeForAllAt === undefined) freeForAllAt = cappedForAllUntil(tx, now);
        if (isCapped && freeForAllAt) {
          putOffCapped(tx, now, freeForAllAt);
          continue;
        }
        const freeAt = isCapped ? cappedUntil(tx, due.toEmail, now) : null;
        const lease = new Date(now.getTime() + LEASE_MINUTES * 60_000);
        const changed = freeAt === null ? { nextTryAt: lease, tries: due.tries + 1 } : { nextTryAt: freeAt };
        tx.update(letters).set(changed).where(eq(letters.id, due.id)).run();
        if (freeAt === null) return { ...due, ...changed };
      }
      return null;
    },
    { behavior: "immediate" },
  );
}

function nextDue(reader: Pick<Transaction, "select">, now: Date): Row | undefined {
  return reader
    .select()
    .from(letters)
    .where(and(sql`${letters.state} = 'waiting'`, lte(letters.nextTryAt, now)))
    .orderBy(asc(letters.nextTryAt), asc(letters.createdAt), sql`rowid`)
    .limit(1)
    .get();
}

/** When the next of the capped letters may go, whoever it is for, or null for now. */
function cappedForAllUntil(tx: Transaction, now: Date): Date | null {
  const { most, minutes } = ALL_LETTERS_CAP;
  const since = now.getTime() - minutes * 60_000;
  // Only letters of the last days can have been sent in the last hour; the index on createdAt finds those.
  const [filling] = tx
    .select({ sentAt: letters.sentAt })
    .from(letters)
    .where(and(gt(letters.createdAt, new Date(since - 7 * 86_400_000)), gt(letters.sentAt, new Date(since))))
    .orderBy(desc(letters.sentAt))
    .limit(1)
    .offset(most - 1)
    .all();
  return filling?.sentAt ? new Date(filling.sentAt.getTime() + minutes * 60_000) : null;
}

/** All that are due go back in line at once: on a Sunday evening thousands are, and each would be looked at by itself. */
function putOffCapped(tx: Transaction, now: Date, until: Date): void {
  tx.update(letters)
    .set({ nextTryAt: until })
    .where(
      and(
        sql`${letters.state} = 'waiting'`,
        lte(letters.nextTryAt, now),
        notInArray(letters.kind, UNCAPPED_KINDS),
      ),
    )
    .run();
}

/** When a letter to this address may go, or null for now. */
function cappedUntil(tx: Transaction, toEmail: string, now: Date): Date | null {
  const moments = RECIPIENT_CAPS.map(({ most, minutes }) => {
    const since = new Date(now.getTime() - minutes * 60_000);
    const [filling] = tx
      .select({ sentAt: letters.sentAt })
      .from(letters)
      .where(and(eq(letters.toEmail, toEmail), gt(letters.sentAt, since)))
      .orderBy(desc(letters.sentAt))
      .limit(1)
      .offset(most - 1)
      .all();
    return filling?.sentAt ? filling.sentAt.getTime() + minutes * 60_000 : 0;
  });
  const latest = Math.max(...moments);
  return latest > now.getTime() ? new Date(latest) : null;
}

function markSent(letter: Row, now: Date): void {
  settle(db, letter, { state: "sent", sentAt: now, failure: null });
}

function markFailed(letter: Row, message: string, next: Date | null): void {
  const failure = message.slice(0, 500);
  if (next === null) settle(db, letter, { state: "dead", failure });
  else db.update(letters).set({ nextTryAt: next, failure }).where(isStillWaiting(letter)).run();
}

/**
 * Ends a letter's way. A letter that carries a secret is emptied at that moment: the code lives on only as the
 * keyed hash it is checked against, not in this table nor in its backups. One that must forget its reader does.
 */
function settle(
  writer: Pick<Transaction, "update">,
  letter: Row,
  end: { state: "sent" | "dead" | "cancelled"; sentAt?: Date; failure: string | null },
): void {
  const { carriesSecret, forgetsReader } = postmark(letter.kind as LetterKind);
  const empty = carriesSecret ? { textBody: "", htmlBody: "" } : {};
  const forgotten = forgetsReader ? { toName: "", toEmail: "", ...(end.failure ? { failure: "" } : {}) } : {};
  writer
    .update(letters)
    .set({ ...end, ...empty, ...forgotten })
    .where(isStillWaiting(letter))
    .run();
}

function isStillWaiting(letter: Row) {
  return and(eq(letters.id, letter.id), eq(letters.state, "waiting"));
}
