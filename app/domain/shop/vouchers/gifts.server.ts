import { and, desc, eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { orders, pendingVouchers, vouchers } from "#db/schema";
import { unseal } from "#db/sealing.server";
import { isCancelled } from "~/domain/diary/loops/cancelled-loops.server";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { londonDay } from "~/domain/kernel/time/days";
import { lastValidInstant, VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";
import { formatVoucherCode } from "./code";
import { heldGifts, sendGift, sendVoucherToGiver, withdrawGift } from "./delivery.server";
import type { GiftInput } from "./forms";
import { type GiftState, giftState, latestSendDay } from "./gift-state";
import type { Voucher } from "./pending-voucher.server";
import { newCode, VOUCHER_SEAL } from "./vouchers.server";

/**
 * What a giver can do with a gift: view it, set its recipient and day, send it again. Another account's gift gets the
 * same result as one that does not exist, and the giver sees nothing of what its recipient writes.
 */

export interface Gift {
  voucher: Voucher;
  state: GiftState;
  /** For display, in three groups of four. */
  code: string;
}

const ownedBy = (accountId: string, voucherId: string) =>
  and(eq(vouchers.id, voucherId), eq(vouchers.purchasedByAccountId, accountId));

function asGift(voucher: Voucher, now: Date): Gift {
  const code = formatVoucherCode(unseal(VOUCHER_SEAL, voucher.codeSealed));
  const isYearCancelled = voucher.loopId !== null && isCancelled(voucher.loopId);
  return { voucher, state: isYearCancelled ? "cancelled" : giftState(voucher, now), code };
}

export function giftsOf(accountId: string, now: Date): Gift[] {
  return listGifts(accountId).map((voucher) => asGift(voucher, now));
}

const listGifts = prepareAll((accountId: string) =>
  db.select().from(vouchers).where(eq(vouchers.purchasedByAccountId, accountId)).orderBy(desc(vouchers.createdAt)),
);

export function giftOf(accountId: string, voucherId: string, now: Date): Gift | undefined {
  const voucher = findOwnGift(accountId, voucherId);
  return voucher && asGift(voucher, now);
}

const findOwnGift = prepareGet((accountId: string, voucherId: string) =>
  db.select().from(vouchers).where(ownedBy(accountId, voucherId)),
);

/** Any voucher with its code, for staff who may see codes. */
export function giftForStaff(voucherId: string, now: Date): Gift | undefined {
  const voucher = findGift(voucherId);
  return voucher && asGift(voucher, now);
}

const findGift = prepareGet((voucherId: string) => db.select().from(vouchers).where(eq(vouchers.id, voucherId)));

export function giftOfOrder(accountId: string, orderId: string, now: Date): Gift | undefined {
  const found = findGiftOfOrder(orderId, accountId);
  return found && asGift(found.voucher, now);
}

const findGiftOfOrder = prepareGet((orderId: string, accountId: string) =>
  db
    .select({ voucher: vouchers })
    .from(vouchers)
    .innerJoin(orders, eq(orders.id, vouchers.orderId))
    .where(and(eq(vouchers.orderId, orderId), eq(orders.accountId, accountId))),
);

/**
 * Why a gift cannot be sent on this day, as an error message; null when it can. `boughtAt` is null before the purchase.
 */
export function sendDayProblem(sendOnDay: string, boughtAt: Date | null, now: Date): string | null {
  if (sendOnDay === "") return null;
  if (sendOnDay < londonDay(now)) return "Please choose today or a later day";
  return sendOnDay > latestSendDay(boughtAt ?? now)
    ? `Please choose a day within ${VOUCHER_MONTHS} months of buying it`
    : null;
}

export type ChangeGiftResult =
  | { ok: true }
  | { ok: false; reason: "not_found" | "not_open" }
  | { ok: false; reason: "day"; sentence: string };

/**
 * Changes a gift's recipient and day. A later day extends the last day to redeem it; a last day set by staff is never
 * shortened. A sent gift whose address changes is sent again.
 */
export function changeGift(
  request: { accountId: string; voucherId: string },
  words: GiftInput,
  now: Date,
): ChangeGiftResult {
  return write((tx): ChangeGiftResult => {
    const voucher = findOwnGift(request.accountId, request.voucherId);
    if (!voucher) return { ok: false, reason: "not_found" };
    if (voucher.status !== "ACTIVE" || voucher.expiresAt < now) return { ok: false, reason: "not_open" };
    const sendOnDay = words.sendOnDay === "" ? null : words.sendOnDay;
    if (sendOnDay !== voucher.sendOnDay && sendOnDay !== null) {
      const sentence = sendDayProblem(sendOnDay, voucher.validFrom, now);
      if (sentence) return { ok: false, reason: "day", sentence };
    }
    const recipientEmail = words.recipientEmail === "" ? null : words.recipientEmail;
    const isReaddressed = recipientEmail !== voucher.recipientEmail;
    const isNewDay = sendOnDay !== voucher.sendOnDay;
    if (isReaddressed) for (const email of heldGifts(voucher.id, now)) withdrawGift(tx, email, now);
    tx.update(vouchers)
      .set({
        recipientName: words.recipientName === "" ? null : words.recipientName,
        recipientEmail,
        giftMessage: words.giftMessage === "" ? null : words.giftMessage,
        giverName: words.giverName || voucher.giverName,
        sendOnDay,
        expiresAt: isNewDay ? movedExpiry(voucher, sendOnDay) : voucher.expiresAt,
        sentAt: isReaddressed || (isNewDay && sendOnDay !== null) ? null : voucher.sentAt,
        updatedAt: now,
      })
      .where(eq(vouchers.id, voucher.id))
      .run();
    return { ok: true };
  });
}

/**
 * Gives a gift a new code, in the caller's transaction: the old one is unknown from now, also where somebody has entered
 * it already. Value, order and last day stay. Its giver gets the new code, whose card with the old one is no use.
 */
export function replaceCode(tx: Transaction, voucherId: string, now: Date): Voucher {
  const { code: _, ...fields } = newCode();
  for (const email of heldGifts(voucherId, now)) withdrawGift(tx, email, now);
  tx.delete(pendingVouchers).where(eq(pendingVouchers.voucherId, voucherId)).run();
  const replaced = tx
    .update(vouchers)
    .set({ ...fields, openedAt: null, updatedAt: now })
    .where(eq(vouchers.id, voucherId))
    .returning()
    .get();
  sendVoucherToGiver(tx, voucherId, now, true);
  return replaced;
}

function movedExpiry(voucher: Voucher, sendOnDay: string | null): Date {
  const boughtOn = londonDay(voucher.validFrom);
  const moved = lastValidInstant(boughtOn, sendOnDay);
  // A later sending may reach beyond the day that staff gave: only the row says then that they gave one.
  const isExtended =
    voucher.extendedFrom !== null ||
    voucher.expiresAt.getTime() !== lastValidInstant(boughtOn, voucher.sendOnDay).getTime();
  return isExtended ? new Date(Math.max(voucher.expiresAt.getTime(), moved.getTime())) : moved;
}

export type ResendResult =
  | { ok: true; recipientEmail: string }
  | { ok: false; reason: "not_found" | "not_open" | "no_address" | "too_many" };

/** Sends a gift now, for the first time or again: three emails a day at most, to its current address. */
export function resendGift(accountId: string, voucherId: string, now: Date): ResendResult {
  return write((tx): ResendResult => {
    const voucher = findOwnGift(accountId, voucherId);
    if (!voucher) return { ok: false, reason: "not_found" };
    if (voucher.status !== "ACTIVE" || voucher.expiresAt < now) return { ok: false, reason: "not_open" };
    if (voucher.recipientEmail === null) return { ok: false, reason: "no_address" };
    if (!countAttempt("gift_emails", voucherId, now)) return { ok: false, reason: "too_many" };
    sendGift(tx, voucher, now);
    return { ok: true, recipientEmail: voucher.recipientEmail };
  });
}
