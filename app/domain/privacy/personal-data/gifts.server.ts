import { and, eq, inArray, isNotNull, isNull, lt, ne, not, or, type SQL, sql } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { emails, orders, vouchers } from "#db/schema";
import { orderRecordsUntil } from "~/domain/kernel/time/deletion";

/**
 * Gifts survive their giver's account: the voucher stays valid for its holder, and loses its giver's data. The giver's
 * message is kept until it is sent, and the recipient's address until the voucher is used or over, because a reminder
 * goes there before it expires.
 */

const isLive = inArray(vouchers.status, ["ACTIVE", "SUSPENDED"]);
const isStillToSend = and(isLive, isNull(vouchers.sentAt), isNotNull(vouchers.recipientEmail)) as SQL;

/** Removes personal data from vouchers that this account bought, redeemed or was sent. */
export function eraseVoucherData(tx: Transaction, account: { id: string; email: string }, now: Date): void {
  const isBought = eq(vouchers.purchasedByAccountId, account.id);
  const isSentToThem = sql`lower(${vouchers.recipientEmail}) = lower(${account.email})`;
  eraseMessages(tx, and(isBought, not(isStillToSend)) as SQL, now);
  eraseRecipients(tx, and(isBought, not(isLive)) as SQL, now);
  // Keeps another person's gift to them that is still to be sent.
  const isTheirs = or(eq(vouchers.redeemedByAccountId, account.id), and(isSentToThem, not(isStillToSend))) as SQL;
  eraseMessages(tx, isTheirs, now);
  eraseRecipients(tx, isTheirs, now);
}

/**
 * Removes data kept only for sending from gifts whose giver's account is deleted, and recipients of vouchers that staff made
 * from those that are over and as old as an order is when it loses its person. Returns how many changed.
 */
export function eraseSentGiftData(now: Date): number {
  return write((tx) => {
    // An order whose account was deleted has neither account nor address.
    const ofNobody = tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(isNull(orders.accountId), eq(orders.email, "")));
    const isGivenByNobody = inArray(vouchers.orderId, ofNobody);
    const isWorded = or(isNotNull(vouchers.giftMessage), isNotNull(vouchers.giverName));
    const words = and(isWorded, isGivenByNobody, not(isStillToSend)) as SQL;
    const known = or(isNotNull(vouchers.recipientEmail), isNotNull(vouchers.recipientName));
    // One that staff made has no order to be emptied with.
    const isOldOfStaff = and(isNull(vouchers.orderId), lt(vouchers.createdAt, orderRecordsUntil(now)));
    const recipients = and(known, or(isGivenByNobody, isOldOfStaff), not(isLive)) as SQL;
    return eraseMessages(tx, words, now) + eraseRecipients(tx, recipients, now);
  });
}

/**
 * Removes the giver's message and name, and the text of the emails that contained them. The emptied email stays as long
 * as its voucher can be used, because its "No reminders" link is found by it.
 */
function eraseMessages(tx: Transaction, which: SQL, now: Date): number {
  const found = tx
    .select({ id: vouchers.id, sentTo: vouchers.recipientEmail, status: vouchers.status })
    .from(vouchers)
    .where(which)
    .all();
  for (const { id, sentTo, status } of found) {
    tx.update(vouchers).set({ giftMessage: null, giverName: null, updatedAt: now }).where(eq(vouchers.id, id)).run();
    if (sentTo === null) continue;
    if (status === "ACTIVE" || status === "SUSPENDED") {
      const emptied = { toName: "", subject: "", textBody: "", htmlBody: "" };
      tx.update(emails).set(emptied).where(isSentAbout(id, sentTo)).run();
    } else tx.delete(emails).where(isSentAbout(id, sentTo)).run();
  }
  return found.length;
}

const isSentAbout = (voucherId: string, sentTo: string) =>
  and(eq(emails.toEmail, sentTo), ne(emails.state, "waiting"), sql`instr(${emails.dedupeKey}, ${voucherId}) > 0`);

function eraseRecipients(tx: Transaction, which: SQL, now: Date): number {
  const found = tx.select({ id: vouchers.id, sentTo: vouchers.recipientEmail }).from(vouchers).where(which).all();
  for (const { id, sentTo } of found) {
    if (sentTo !== null) tx.delete(emails).where(isSentAbout(id, sentTo)).run();
    tx.update(vouchers)
      .set({ recipientName: null, recipientEmail: null, updatedAt: now })
      .where(eq(vouchers.id, id))
      .run();
  }
  return found.length;
}
