import { setImmediate } from "node:timers/promises";
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { beginsWith } from "#db/queries.server";
import { emails, type GiftBefore, vouchers } from "#db/schema";
import { unseal } from "#db/sealing.server";
import { settings } from "~/adapters/settings.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { emailLeavesAt } from "~/domain/diary/loops/completion";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { sealForReader, sealText } from "~/domain/kernel/sealing/sealed-text.server";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { endOfLondonDay } from "~/domain/kernel/time/instants";
import { listWaiting, pacesOf } from "~/domain/mail/outbox/lanes.server";
import {
  holdEmail,
  isQueued,
  queueEmail,
  releaseEmail,
  takeBackEmail,
  withdrawEmail,
} from "~/domain/mail/outbox/outbox.server";
import { orderUrl } from "../order-links/signed-order-links.server";
import { formatVoucherCode } from "./code";
import { giftForYou, giftVoucher, voucherReminder } from "./gift-emails";
import { isTimeToSend, REMINDER_DAYS } from "./gift-state";
import type { Voucher } from "./pending-voucher.server";
import { giverNameOf, giverOf, queueEmailToGiver } from "./redemption.server";
import { VOUCHER_SEAL } from "./vouchers.server";

/**
 * Sending vouchers: to the buyer at once, to the recipient on the chosen day, and a reminder before they expire. Emails
 * contain the code encrypted until they are sent. Every run is safe to run twice.
 */

export function redeemPlace(): string {
  return `${new URL(settings.publicOrigin).host}/redeem`;
}

/** The redeem link with the code after "#", which a browser does not send: no server or log sees it. */
export function redeemLink(code: string): string {
  return `${settings.publicOrigin}/redeem#${code}`;
}

export function emailDataOf(voucher: Voucher) {
  const code = sealText(formatVoucherCode(unseal(VOUCHER_SEAL, voucher.codeSealed)));
  const type = voucher.theme && voucher.type ? findLoopType(voucher.theme, voucher.type) : undefined;
  return {
    code,
    lastDay: formatLondonDay(voucher.expiresAt),
    loopName: type?.displayName ?? null,
    redeemAt: redeemPlace(),
    redeemUrl: redeemLink(code),
    theme: voucher.theme,
    giftsUrl: orderUrl(voucher.orderId),
    recipientName: voucher.recipientName,
  };
}

/** Queues the email with the voucher to its buyer, in the transaction that issues it or gives it a new code. */
export function sendVoucherToGiver(tx: Transaction, voucherId: string, now: Date, hasNewCode = false): void {
  const voucher = tx.select().from(vouchers).where(eq(vouchers.id, voucherId)).get();
  if (!voucher) return;
  const messageTo = (firstName: string) => giftVoucher({ ...emailDataOf(voucher), firstName });
  const key = hasNewCode ? `${voucher.id}:${now.getTime()}` : voucher.id;
  queueEmailToGiver(tx, voucher, `gift-voucher:${key}`, messageTo, now);
}

export function giftBefore({ recipientName, recipientEmail, sentAt }: Voucher): GiftBefore {
  return { recipientName, recipientEmail, sentAt: sentAt?.getTime() ?? null };
}

/** The key of the email that tells the giver of a correction, by that of the gift's own email. */
export const correctionKey = (giftKey: string) => `account-corrected:${giftKey}`;

/**
 * Queues the email with a gift to its recipient. The address comes from the voucher's own row. Sent by staff, it is held
 * with what it was `before`, and counts as sent from when it leaves.
 * @returns the email's key and when it leaves; null without an address.
 */
export function sendGift(
  tx: Transaction,
  voucher: Voucher,
  now: Date,
  held?: { staffId: string; before?: GiftBefore },
): { dedupeKey: string; leavesAt: Date } | null {
  if (voucher.recipientEmail === null) return null;
  const dedupeKey = `gift:${voucher.id}:${now.getTime()}`;
  const message = giftForYou({
    ...emailDataOf(voucher),
    giverName: giverNameOf(voucher) ?? "",
    message: voucher.giftMessage,
    keepMessage: (line) => sealForReader("message", line),
  });
  queueEmail(tx, {
    accountId: null,
    to: { name: voucher.recipientName ?? "", email: voucher.recipientEmail },
    dedupeKey,
    message,
    now,
  });
  const leavesAt = held ? emailLeavesAt(now) : now;
  if (held) {
    const { staffId, before = giftBefore(voucher) } = held;
    holdEmail(dedupeKey, { staffId, until: leavesAt });
    tx.update(emails).set({ giftBefore: before }).where(eq(emails.dedupeKey, dedupeKey)).run();
  }
  tx.update(vouchers).set({ sentAt: leavesAt, updatedAt: now }).where(eq(vouchers.id, voucher.id)).run();
  return { dedupeKey, leavesAt };
}

type GiftEmail = typeof emails.$inferSelect;

/** The emails with a gift that have not left, the newest first. */
export function heldGifts(voucherId: string, now: Date): GiftEmail[] {
  return db
    .select()
    .from(emails)
    .where(
      and(
        beginsWith(emails.dedupeKey, `gift:${voucherId}:`),
        ...[eq(emails.state, "waiting"), gt(emails.nextTryAt, now), isNull(emails.takenUntil)],
      ),
    )
    .orderBy(desc(emails.dedupeKey))
    .all();
}

/** Withdraws an email with a gift, and the one that tells its giver of it. */
export function withdrawGift(tx: Transaction, email: GiftEmail, now: Date): void {
  withdrawEmail(tx, email.id);
  takeBackEmail(correctionKey(email.dedupeKey), now);
}

const voucherIdIn = ({ dedupeKey }: GiftEmail) => dedupeKey.split(":")[1] ?? "";

export function isGiftUsed(tx: Transaction, email: GiftEmail): boolean {
  const voucher = tx
    .select({ status: vouchers.status })
    .from(vouchers)
    .where(eq(vouchers.id, voucherIdIn(email)))
    .get();
  return voucher?.status === "REDEEMED";
}

/** The voucher of this email, while nobody has sent it again or changed its address since. */
function isUnchangedSince(email: GiftEmail) {
  const { toEmail, nextTryAt } = email;
  return and(
    ...[eq(vouchers.id, voucherIdIn(email)), eq(vouchers.recipientEmail, toEmail)],
    eq(vouchers.sentAt, nextTryAt),
  );
}

/**
 * Gives a gift whose email was withdrawn its earlier recipient and sending back.
 * @returns the voucher where its recipient is another one again.
 */
export function restoreGift(tx: Transaction, email: GiftEmail, now: Date): Voucher | undefined {
  if (!email.giftBefore) return undefined;
  const { sentAt, ...recipient } = email.giftBefore;
  const before = { ...recipient, sentAt: sentAt === null ? null : new Date(sentAt) };
  const restored = tx
    .update(vouchers)
    .set({ ...before, updatedAt: now })
    .where(isUnchangedSince(email))
    .returning()
    .get();
  return recipient.recipientEmail === email.toEmail ? undefined : restored;
}

/** Lets an email with a gift leave now, and the one that tells its giver of it. */
export function releaseGift(tx: Transaction, email: GiftEmail, now: Date): void {
  tx.update(vouchers).set({ sentAt: now, updatedAt: now }).where(isUnchangedSince(email)).run();
  releaseEmail(correctionKey(email.dedupeKey), now);
}

/** Of what the lane of orders sends in the minute between two runs: the rest is for those who buy and redeem meanwhile. */
const SHARE_OF_GIFTS = 0.8;
/** So many leave at least, however much waits in their lane. */
const FEWEST_GIFTS = 50;

/**
 * Sends the gifts that are due, as many as leave within a minute: on the 25th of December there are thousands at eight
 * o'clock, and who buys then does not wait behind them all. Returns how many. Between them other work goes on, such as codes.
 */
export async function sendDueGifts(now: Date): Promise<number> {
  const due = db
    .select({ id: vouchers.id, sendOnDay: vouchers.sendOnDay })
    .from(vouchers)
    .where(and(isToBeSent(), or(isNull(vouchers.sendOnDay), lte(vouchers.sendOnDay, londonDay(now)))))
    .orderBy(asc(vouchers.sendOnDay))
    .limit(mostGifts(now))
    .all()
    .filter(({ sendOnDay }) => isTimeToSend(sendOnDay, now));
  let sent = 0;
  for (const { id } of due) {
    if (sendDueGift(id, now)) sent += 1;
    await setImmediate();
  }
  return sent;
}

/** At the pace that the lane has by now, less what waits in it. */
function mostGifts(now: Date): number {
  const aMinute = ((pacesOf("orders", now).lane ?? 0) / 60) * SHARE_OF_GIFTS;
  const waiting = listWaiting().find(({ lane }) => lane === "orders")?.found ?? 0;
  return Math.max(FEWEST_GIFTS, Math.ceil(aMinute - waiting));
}

function sendDueGift(id: string, now: Date): boolean {
  return write((tx) => {
    const voucher = tx
      .select()
      .from(vouchers)
      .where(and(eq(vouchers.id, id), isToBeSent()))
      .get();
    // An address corrected many times does not get past the limit on gift emails.
    if (!voucher || !countAttempt("gift_emails", id, now)) return false;
    return sendGift(tx, voucher, now) !== null;
  });
}

/** Matches the condition of the partial index on vouchers to send. */
function isToBeSent() {
  return sql`${vouchers.status} = 'ACTIVE' AND ${vouchers.sentAt} IS NULL AND ${vouchers.recipientEmail} IS NOT NULL`;
}

/**
 * Reminds of vouchers that expire, on the mornings of the days before their last one, once each. The reminder goes to
 * the recipient if the voucher was sent to one, otherwise to its giver. If both days were missed, one reminder for the
 * nearer day is sent. Returns how many emails were queued. Between them other work goes on: those of the 25th of December
 * expire in one night.
 */
export async function remindOfVouchers(now: Date): Promise<number> {
  const furthest = Math.max(...REMINDER_DAYS);
  const waiting = db
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(
      and(
        eq(vouchers.status, "ACTIVE"),
        gt(vouchers.expiresAt, now),
        lte(vouchers.expiresAt, endOfLondonDay(addDays(londonDay(now), furthest))),
        or(isNotNull(vouchers.purchasedByAccountId), isNotNull(vouchers.orderId), isNotNull(vouchers.sentAt)),
      ),
    )
    .orderBy(asc(vouchers.expiresAt))
    .all();
  let written = 0;
  for (const { id } of waiting) {
    if (!remind(id, now)) continue;
    written += 1;
    await setImmediate();
  }
  return written;
}

/** Of the voucher as it is by now: its giver may have changed whose it is since the list was read. */
function remind(id: string, now: Date): boolean {
  return write((tx) => {
    const voucher = tx
      .select()
      .from(vouchers)
      .where(and(eq(vouchers.id, id), eq(vouchers.status, "ACTIVE")))
      .get();
    if (!voucher) return false;
    const lastDay = londonDay(voucher.expiresAt);
    const days = REMINDER_DAYS.filter((before) => isTimeToSend(addDays(lastDay, -before), now)).at(-1);
    if (days === undefined) return false;
    const dedupeKey = `voucher-reminder:${voucher.id}:${lastDay}:${days}`;
    if (isQueued(dedupeKey)) return false;
    const giver = giverOf(voucher);
    const isSent = voucher.sentAt !== null && voucher.recipientEmail !== null;
    const name = isSent ? (voucher.recipientName ?? "") : (giver?.firstName ?? "");
    const email = isSent ? voucher.recipientEmail : giver?.email;
    if (!email) return false;
    const message = voucherReminder({
      ...emailDataOf(voucher),
      firstName: name,
      reader: isSent ? "recipient" : "giver",
    });
    const to = { name: isSent ? name : (giver?.name ?? ""), email };
    const accountId = isSent ? null : voucher.purchasedByAccountId;
    return (
      queueEmail(tx, {
        accountId,
        to,
        dedupeKey,
        message,
        now,
      }) !== null
    );
  });
}

export function closeExpiredVouchers(now: Date): number {
  return db
    .update(vouchers)
    .set({ status: "EXPIRED", updatedAt: now })
    .where(and(eq(vouchers.status, "ACTIVE"), lt(vouchers.expiresAt, now)))
    .run().changes;
}
