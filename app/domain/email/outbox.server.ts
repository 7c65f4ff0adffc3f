import type { Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { emails } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { deliveryRule } from "./delivery-policy";
import { type Email, type EmailKind, layOutEmail } from "./email-layout";
import { isWanted } from "./preferences.server";
import { seller } from "./seller.server";

/**
 * The outbox. An email is a row written in the same transaction as its cause, so both are committed or neither. One
 * dedupe key makes one email. An email goes to exactly one plain address, which always comes from the database.
 */

export interface NewEmail {
  kind: EmailKind;
  accountId: string | null;
  to: { name: string; email: string };
  /** Names the cause, such as "order-paid:{order id}". A second email with the same key is not written. */
  dedupeKey: string;
  message: Email;
  now: Date;
}

/**
 * Adds the layout to an email and inserts it into the outbox, inside the caller's transaction. Due at once.
 * @returns the email's id, or null when the key already exists or the recipient has unsubscribed.
 * @throws Error if `to.email` is not exactly one plain address.
 */
export function queueEmail(tx: Transaction, wanted: NewEmail): string | null {
  if (!isOnePlainAddress(wanted.to.email)) throw new Error("An email goes to exactly one plain address.");
  const { kind, accountId, to } = wanted;
  if (!isWanted({ kind, accountId, toEmail: to.email })) return null;
  const id = newId();
  const isTransactional = deliveryRule(kind).obeys === "nothing";
  const stopUrl = isTransactional ? null : unsubscribeUrlOf(id);
  const framed = layOutEmail(wanted.message, seller, stopUrl);
  const written = tx
    .insert(emails)
    .values({
      id,
      kind: wanted.kind,
      accountId: wanted.accountId,
      toName: wanted.to.name,
      toEmail: wanted.to.email,
      subject: framed.subject,
      textBody: framed.text,
      htmlBody: framed.html,
      isTransactional,
      dedupeKey: wanted.dedupeKey,
      messageId: `${id}@${new URL(settings.publicOrigin).hostname}`,
      nextTryAt: wanted.now,
      createdAt: wanted.now,
    })
    .onConflictDoNothing({ target: emails.dedupeKey })
    .run();
  return written.changes === 1 ? id : null;
}

/** One mailbox and one host, without display name, list, group, comment, quotes or control characters. */
function isOnePlainAddress(address: string): boolean {
  return (
    address.length <= 254 &&
    /^[^\s\p{Cc}\p{Cf}<>()[\]:;,@"\\]{1,64}@[^\s\p{Cc}\p{Cf}<>()[\]:;,@"\\]+$/u.test(address)
  );
}

/** The unsubscribe link of an email; its unguessable id identifies the recipient. */
export function unsubscribeUrlOf(emailId: string): string {
  return `${settings.publicOrigin}/unsubscribe/${emailId}`;
}
