import { eq } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { accounts, loops, vouchers } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { nameOfLoop } from "~/domain/diary/catalogue/catalogue";
import { formatDay } from "~/domain/kernel/time/format-days";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { CANCELLED_YEARS_PATH, lastDownloadDay } from "../order-rules/cancellation";
import { emailDataOf } from "./delivery.server";
import { type GiftChange, giftChanged, giftYearCancelled } from "./gift-emails";
import type { Voucher } from "./pending-voucher.server";

/**
 * Tells the recipient of a gift that a dispute of its payment has put its voucher on hold, freed or closed it. Only
 * somebody who was emailed the voucher is notified: others never saw it working. The person who redeemed it is notified
 * when its giver cancels it.
 */

export function voucherOfOrder(tx: Transaction, orderId: string): Voucher | undefined {
  return tx.select().from(vouchers).where(eq(vouchers.orderId, orderId)).get();
}

/** Queues the email about what has changed since `before`, if anything has. */
export function notifyRecipient(tx: Transaction, before: Voucher | undefined, now: Date): void {
  if (!before) return;
  const voucher = tx.select().from(vouchers).where(eq(vouchers.id, before.id)).get();
  if (!voucher?.recipientEmail || voucher.sentAt === null) return;
  const change = changeBetween(before, voucher, now);
  if (!change) return;
  queueEmail(tx, {
    accountId: null,
    to: { name: voucher.recipientName ?? "", email: voucher.recipientEmail },
    dedupeKey: `gift-changed:${voucher.id}:${change}:${now.getTime()}`,
    message: giftChanged({ ...emailDataOf(voucher), lastFour: voucher.lastFour, change }),
    now,
  });
}

/**
 * Tells the person who redeemed a gift that its giver has cancelled it before its year started, also where that is the
 * giver: nothing else says until when its text can be downloaded.
 */
export function reportCancelledYear(tx: Transaction, loopId: string, now: Date): void {
  const reader = tx
    .select({ account: accounts, loop: loops })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(eq(loops.id, loopId))
    .get();
  if (!reader) return;
  const { account, loop } = reader;
  const { id: accountId, firstName, lastName, email } = account;
  const name = nameOfLoop(loop);
  queueEmail(tx, {
    accountId,
    to: { name: `${firstName} ${lastName}`.trim(), email },
    dedupeKey: `gift-year-cancelled:${loopId}`,
    message: giftYearCancelled({
      firstName,
      name,
      lastDay: formatDay(lastDownloadDay(now)),
      downloadUrl: `${settings.publicOrigin}${CANCELLED_YEARS_PATH}`,
    }),
    now,
  });
}

/** What a holder would notice; nothing of one that had run out before. */
function changeBetween(
  before: Pick<Voucher, "status">,
  after: Pick<Voucher, "status" | "expiresAt">,
  now: Date,
): GiftChange | null {
  if (before.status === after.status) return null;
  const hasRunOut = after.expiresAt < now;
  if (before.status === "SUSPENDED" && after.status === "ACTIVE") return hasRunOut ? "run_out" : "works";
  if (hasRunOut) return null;
  if (after.status === "SUSPENDED") return "on_hold";
  return after.status === "CANCELLED" ? "closed" : null;
}
