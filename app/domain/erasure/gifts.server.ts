import { and, eq, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { emails, orders, vouchers } from "#db/schema";

/**
 * Gifts outlive whoever gave them: the voucher is good for whoever holds it, and forgets its giver. The giver's words
 * are kept until they have been sent, and the address they go to until the voucher is used or over, since a word
 * goes there before it runs out.
 */

const isLive = inArray(vouchers.status, ["ACTIVE", "SUSPENDED"]);
const isStillToSend = and(isLive, isNull(vouchers.sentAt), isNotNull(vouchers.recipientEmail)) as SQL;

/** Lets vouchers that this account bought, redeemed or was sent forget the people in them. */
export function forgetPeopleOfVouchers(
  tx: Transaction,
  account: { id: string; email: string },
  now: Date,
): void {
  const isBought = eq(vouchers.purchasedByAccountId, account.id);
  const isSentToThem = sql`lower(${vouchers.recipientEmail}) = lower(${account.email})`;
  forgetWords(tx, and(isBought, not(isStillToSend)) as SQL, now);
  forgetRecipients(tx, and(isBought, not(isLive)) as SQL, now);
  // Somebody else's gift to them that is still to be sent is that person's to send.
  const isTheirs = or(
    eq(vouchers.redeemedByAccountId, account.id),
    and(isSentToThem, not(isStillToSend)),
  ) as SQL;
  forgetWords(tx, isTheirs, now);
  forgetRecipients(tx, isTheirs, now);
}

/** Lets gifts of people whose accounts are gone forget what was kept for sending them. Gives how many. */
export function forgetSentGifts(now: Date): number {
  return write((tx) => {
    // An order whose account was deleted has neither account nor address.
    const ofNobody = tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(isNull(orders.accountId), eq(orders.email, "")));
    const isGivenByNobody = inArray(vouchers.orderId, ofNobody);
    const words = and(isNotNull(vouchers.giftMessage), isGivenByNobody, not(isStillToSend)) as SQL;
    const known = or(isNotNull(vouchers.recipientEmail), isNotNull(vouchers.recipientName));
    const recipients = and(known, isGivenByNobody, not(isLive)) as SQL;
    return forgetWords(tx, words, now) + forgetRecipients(tx, recipients, now);
  });
}

/** The giver's message, and the emails that brought it, which name the giver. */
function forgetWords(tx: Transaction, which: SQL, now: Date): number {
  const found = tx
    .select({ id: vouchers.id, sentTo: vouchers.recipientEmail })
    .from(vouchers)
    .where(which)
    .all();
  for (const { id, sentTo } of found) {
    tx.update(vouchers).set({ giftMessage: null, updatedAt: now }).where(eq(vouchers.id, id)).run();
    if (sentTo === null) continue;
    const isAboutIt = sql`instr(${emails.dedupeKey}, ${id}) > 0`;
    tx.delete(emails)
      .where(and(eq(emails.toEmail, sentTo), ne(emails.state, "waiting"), isAboutIt))
      .run();
  }
  return found.length;
}

function forgetRecipients(tx: Transaction, which: SQL, now: Date): number {
  return tx
    .update(vouchers)
    .set({ recipientName: null, recipientEmail: null, updatedAt: now })
    .where(which)
    .run().changes;
}
