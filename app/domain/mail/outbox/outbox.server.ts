import { and, eq, gt } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareGet, prepareRun } from "#db/queries.server";
import { emails } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { canBeStopped, deliveryRule } from "../kinds/email-kinds";
import { type Email, layOutEmail } from "../layout/email-layout";
import { seller } from "../layout/seller.server";
import { isWanted } from "./preferences.server";

/**
 * The outbox. An email is a row written in the same transaction as its cause, so both are committed or neither. One
 * dedupe key makes one email. An email goes to exactly one plain address, which always comes from the database.
 */

export interface NewEmail {
  accountId: string | null;
  to: { name: string; email: string };
  /** Names the cause, such as "order-paid:{order id}". A second email with the same key is not written. */
  dedupeKey: string;
  message: Email;
  now: Date;
  /** When it leaves, where that is not at once. */
  dueAt?: Date;
}

/**
 * Adds the layout to an email and inserts it into the outbox, inside the caller's transaction. Due at once unless
 * `dueAt` says otherwise.
 * @returns the email's id, or null when the key already exists or the recipient has unsubscribed.
 * @throws Error if `to.email` is not exactly one plain address.
 */
export function queueEmail(tx: Transaction, wanted: NewEmail): string | null {
  if (!isOnePlainAddress(wanted.to.email)) throw new Error("An email goes to exactly one plain address.");
  const { accountId, to, message } = wanted;
  const { kind } = message;
  if (!isWanted({ kind, accountId, toEmail: to.email })) return null;
  const id = newId();
  const isTransactional = deliveryRule(kind).obeys === "nothing";
  const stopUrl = canBeStopped(kind) ? unsubscribeUrlOf(id) : null;
  const framed = layOutEmail(message, seller, stopUrl);
  const written = tx
    .insert(emails)
    .values({
      id,
      kind,
      lane: deliveryRule(kind).lane,
      accountId,
      toName: to.name,
      toEmail: to.email,
      subject: framed.subject,
      textBody: framed.text,
      htmlBody: framed.html,
      isTransactional,
      dedupeKey: wanted.dedupeKey,
      messageId: `${id}@${new URL(settings.publicOrigin).hostname}`,
      nextTryAt: wanted.dueAt ?? wanted.now,
      createdAt: wanted.now,
    })
    .onConflictDoNothing({ target: emails.dedupeKey })
    .run();
  return written.changes === 1 ? id : null;
}

const notDue = (dedupeKey: string, now: Date) =>
  and(eq(emails.dedupeKey, dedupeKey), eq(emails.state, "waiting"), gt(emails.nextTryAt, now));
/** Whether an email with this key was written. */
export function isQueued(dedupeKey: string): boolean {
  return findByDedupeKey(dedupeKey) !== undefined;
}

const findByDedupeKey = prepareGet((dedupeKey: string) =>
  db.select({ id: emails.id }).from(emails).where(eq(emails.dedupeKey, dedupeKey)),
);

/**
 * Takes back an email that has not left, inside the caller's transaction; its key is free again.
 * @returns false when it is due or has left; true also where none was written.
 */
export function takeBackEmail(dedupeKey: string, now: Date): boolean {
  return !isQueued(dedupeKey) || deleteNotDue(dedupeKey, now).changes === 1;
}

const deleteNotDue = prepareRun((dedupeKey: string, now: Date) => db.delete(emails).where(notDue(dedupeKey, now)));

/** Whether an email that was written can still be taken back; true also where none was written. */
export function canTakeBack(dedupeKey: string, now: Date): boolean {
  return !isQueued(dedupeKey) || findNotDue(dedupeKey, now) !== undefined;
}

const findNotDue = prepareGet((dedupeKey: string, now: Date) =>
  db.select({ id: emails.id }).from(emails).where(notDue(dedupeKey, now)),
);

/** Lets an email that waits leave now. */
export const releaseEmail = prepareRun((dedupeKey: string, now: Date) =>
  db.update(emails).set({ nextTryAt: now }).where(notDue(dedupeKey, now)),
);

/**
 * Holds an email that a staff member has just had sent, so that they can take it back, inside the caller's transaction.
 */
export function holdEmail(dedupeKey: string, by: { staffId: string; until: Date }): void {
  updateHold(by.staffId, by.until, dedupeKey);
}

const updateHold = prepareRun((staffId: string, until: Date, dedupeKey: string) =>
  db
    .update(emails)
    .set({ sentByStaffId: staffId, nextTryAt: until })
    .where(and(eq(emails.dedupeKey, dedupeKey), eq(emails.state, "waiting"))),
);

/** Withdraws an email that a staff member has had sent, inside the caller's transaction; it stays in the lists. */
export function withdrawEmail(tx: Transaction, emailId: string): void {
  tx.update(emails)
    .set({ state: "cancelled", failure: "A colleague stopped it before it was sent.", giftBefore: null })
    .where(eq(emails.id, emailId))
    .run();
}

/** One mailbox and one host, without display name, list, group, comment, quotes or control characters. */
function isOnePlainAddress(address: string): boolean {
  return (
    address.length <= 254 && /^[^\s\p{Cc}\p{Cf}<>()[\]:;,@"\\]{1,64}@[^\s\p{Cc}\p{Cf}<>()[\]:;,@"\\]+$/u.test(address)
  );
}

/** The unsubscribe link of an email; its unguessable id identifies the recipient. */
export function unsubscribeUrlOf(emailId: string): string {
  return `${settings.publicOrigin}/unsubscribe/${emailId}`;
}
