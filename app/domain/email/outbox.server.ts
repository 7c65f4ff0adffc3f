import type { Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { letters } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { postmark } from "./delivery-policy";
import { frameLetter, type Letter, type LetterKind } from "./email-layout";
import { isWanted } from "./preferences.server";
import { seller } from "./seller.server";

/**
 * The outbox. A letter is a row written in the transaction of what it tells of: rolled back together, never
 * written without it. The same occasion makes one letter. A letter goes to exactly one plain address, which
 * always comes from the database.
 */

export interface LetterToWrite {
  kind: LetterKind;
  accountId: string | null;
  to: { name: string; email: string };
  /** Names the occasion, such as "order-paid:{order id}". A second letter with the same key is not written. */
  occasionKey: string;
  letter: Letter;
  now: Date;
}

/**
 * Puts a letter on letterhead and into the outbox, inside the caller's transaction. Due at once.
 * @returns the letter's id, or null where the occasion already made one or its reader wants no such letters.
 * @throws Error if `to.email` is not exactly one plain address.
 */
export function writeLetter(tx: Transaction, wanted: LetterToWrite): string | null {
  if (!isOnePlainAddress(wanted.to.email)) throw new Error("A letter goes to exactly one plain address.");
  const { kind, accountId, to } = wanted;
  if (!isWanted(tx, { kind, accountId, toEmail: to.email })) return null;
  const id = newId();
  const isTransactional = postmark(kind).obeys === "nothing";
  const stopUrl = isTransactional ? null : unsubscribeUrlOf(id);
  const framed = frameLetter(wanted.letter, seller, stopUrl);
  const written = tx
    .insert(letters)
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
      occasionKey: wanted.occasionKey,
      messageId: `${id}@${new URL(settings.publicOrigin).hostname}`,
      nextTryAt: wanted.now,
      createdAt: wanted.now,
    })
    .onConflictDoNothing({ target: letters.occasionKey })
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

/** Where a letter that is not about an order can be stopped; its unguessable id says whose it is. */
export function unsubscribeUrlOf(letterId: string): string {
  return `${settings.publicOrigin}/unsubscribe/${letterId}`;
}
